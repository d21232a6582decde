// Reads untrusted input into an instance of a request class and reports every failing field at once, as FastAPI does.
import type { Type } from '@nestjs/common';
import { invalid, type ValidationItem } from '../../errors/api-error.js';
import { MESSAGES, valueError } from '../../errors/validation-messages.js';
import { classValidatorProblems, validatedProperties } from './class-validator-problems.js';
import { accept, type FieldRule, fieldRulesOf, type Problem, type ReadResult } from './field-rules.js';
import { objectRulesOf } from './object-rules.js';
import { storageFault } from './storable-text.js';

export type InputSource = 'body' | 'query' | 'path' | 'header';

/**
 * Members that the class does not declare are left out.
 * @throws ApiError 422 with every failing field
 */
export function readInput<T extends object>(type: Type<T>, sent: unknown, source: InputSource): T {
  if (!isRecord(sent)) throw invalid([notAnObject(source)]);
  const input = source === 'query' ? withBracketsJoined(type, sent) : sent;
  const { instance, problems } = readRecord(type, input);
  if (problems.length > 0) throw invalid(problems.map((problem) => toItem(problem, source, input)));
  return instance;
}

/** The items of the 422 that {@link readInput} would throw; empty for good input. */
export function inputFaults(type: Type, sent: unknown, source: InputSource): ValidationItem[] {
  if (!isRecord(sent)) return [notAnObject(source)];
  const input = source === 'query' ? withBracketsJoined(type, sent) : sent;
  return readRecord(type, input).problems.map((problem) => toItem(problem, source, input));
}

/**
 * The names of the members that the class does not declare, in the order of the input; those inside an object or a list
 * with the way to it, as in `address.town` and `items.0.town`.
 * @param type null declares nothing
 * @param max names that are wanted: a body may have thousands of others
 */
export function unknownMembers(
  type: Type | null,
  input: Readonly<Record<string, unknown>>,
  max = Number.POSITIVE_INFINITY,
): string[] {
  const { rules, optionalByProperty: declared } = type === null ? NOTHING_DECLARED : declarationsOf(type);
  const unknown: string[] = [];
  for (const name of Object.keys(input)) {
    if (unknown.length >= max) break;
    const nestedOf = rules.get(name)?.nestedOf;
    if (!declared.has(name)) unknown.push(name);
    else if (nestedOf) {
      const value = input[name];
      const parts: readonly (readonly [string, unknown])[] = Array.isArray(value)
        ? value.map((part, index) => [`${name}.${index}`, part])
        : [[name, value]];
      for (const [path, part] of parts) {
        const nested = isRecord(part) ? nestedOf(part) : null;
        if (nested && isRecord(part))
          unknown.push(...unknownMembers(nested, part, max - unknown.length).map((inner) => `${path}.${inner}`));
      }
    }
  }
  return unknown;
}

/** An item for each member that the class does not declare. `also` names members that are known besides. */
export function unknownItems(
  type: Type | null,
  sent: Readonly<Record<string, unknown>>,
  source: InputSource,
  also: readonly string[],
): ValidationItem[] {
  const input = source === 'query' && type !== null ? withBracketsJoined(type, sent) : sent;
  const problem = (name: string): Problem => ({
    type: 'extra_forbidden',
    msg: MESSAGES.extra_forbidden,
    path: [name],
  });
  return unknownMembers(type, input)
    .filter((name) => !also.includes(name))
    .map((name) => toItem(problem(name), source, input));
}

/**
 * Joins the parts of each object in a query: `metadata[team]=a&metadata[vip]=true` gives `metadata` two members. The text between
 * the first and the last bracket is the key, so that every key can be written. When the object is given as a text too, both stay
 * unchanged, and the object is refused for being text.
 */
function withBracketsJoined(type: Type, query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = [...declarationsOf(type).rules].flatMap(([name, rule]) =>
    rule.inBrackets && !Object.hasOwn(query, name) ? [name] : [],
  );
  if (names.length === 0) return query;
  // Without a prototype, so that a key may be `__proto__`.
  const joined: Record<string, unknown> = Object.create(null);
  for (const [parameter, value] of Object.entries(query)) {
    const name = names.find((one) => parameter.startsWith(`${one}[`) && parameter.endsWith(']'));
    if (name === undefined) {
      joined[parameter] = value;
      continue;
    }
    const object = isRecord(joined[name]) ? joined[name] : Object.create(null);
    joined[name] = Object.assign(object, { [parameter.slice(name.length + 1, -1)]: value });
  }
  return joined;
}

function notAnObject(source: InputSource): ValidationItem {
  return { type: 'dict_type', loc: [source], msg: MESSAGES.dict_type };
}

/** Like {@link readInput}, for an object inside the input: it gives the problems back instead of throwing them. */
export function readRecord<T extends object>(
  type: Type<T>,
  input: Readonly<Record<string, unknown>>,
): { instance: T; problems: readonly Problem[] } {
  const instance = new type();
  const { rules, optionalByProperty } = declarationsOf(type);
  const failed = new Map<string, readonly Problem[]>();
  for (const [property, optional] of optionalByProperty) {
    const result = readProperty(input, property, optional, rules.get(property));
    if (result === null) continue;
    if (result.ok) Object.defineProperty(instance, property, { value: result.value, ...PLAIN });
    else failed.set(property, within(property, result.problems));
  }
  for (const [property, { aliasOf }] of rules) {
    if (aliasOf === undefined || !isGiven(input, property)) continue;
    if (!isGiven(input, aliasOf)) {
      failed.delete(aliasOf);
      Object.defineProperty(instance, aliasOf, { value: Reflect.get(instance, property), ...PLAIN });
    } else if (!failed.has(property) && input[aliasOf] !== input[property])
      failed.set(property, within(property, [differs(property, aliasOf)]));
  }
  if (rules.size < optionalByProperty.size) {
    for (const [property, problems] of classValidatorProblems(instance))
      if (!failed.has(property)) failed.set(property, problems);
  }
  const { isClosed = false, findFaults } = objectRulesOf(type);
  const problems = [...optionalByProperty.keys()].flatMap((property) => failed.get(property) ?? []);
  problems.push(...crossedBounds(type, instance), ...(findFaults?.(input) ?? []));
  return { instance, problems: isClosed ? withUnknown(problems, type, input) : problems };
}

/** Names of two bounds: the lower one, the upper one, and what is wrong where they are crossed. */
const BOUNDS = [
  ['_min', '_max', 'greater'],
  ['_after', '_before', 'later'],
] as const;

/** A list between bounds that are crossed is empty, whatever there is: one of them is wrong. */
function crossedBounds(type: Type, instance: object): Problem[] {
  return declarationsOf(type).bounds.flatMap(([low, high, than]): Problem[] => {
    const [from, to] = [low, high].map((name) => Number(Reflect.get(instance, name) ?? Number.NaN));
    if (from === undefined || to === undefined || !(from > to)) return [];
    return [{ type: 'value_error', path: [high], msg: valueError(`${low} must not be ${than} than ${high}`) }];
  });
}

function boundsIn(properties: readonly string[]): Bounds[] {
  return BOUNDS.flatMap(([low, high, than]) =>
    properties
      .filter((name) => name.endsWith(low) && properties.includes(`${name.slice(0, -low.length)}${high}`))
      .map((name): Bounds => [name, `${name.slice(0, -low.length)}${high}`, than]),
  );
}

type Bounds = readonly [low: string, high: string, than: string];

/** A body of 1 MiB can hold a hundred thousand members, and each adds an item to the response. */
const MAX_UNKNOWN_ITEMS = 20;

/** The problems, and one for each member that the class does not declare. A closed object within has named its own. */
export function withUnknown(
  problems: readonly Problem[],
  type: Type,
  input: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const named = new Set(problems.filter((problem) => problem.type === 'extra_forbidden').map(pathOf));
  return [...problems, ...unknownProblems(type, input).filter((problem) => !named.has(pathOf(problem)))];
}

const pathOf = ({ path = [] }: Problem) => path.join('.');

const unknownProblems = (type: Type, input: Readonly<Record<string, unknown>>): Problem[] =>
  unknownMembers(type, input, MAX_UNKNOWN_ITEMS).map((name) => ({
    type: 'extra_forbidden',
    msg: MESSAGES.extra_forbidden,
    path: name.split('.'),
  }));

const differs = (property: string, aliasOf: string): Problem => ({
  type: 'value_error',
  msg: valueError(`${property} and ${aliasOf} must not differ`),
});

const PLAIN = { writable: true, enumerable: true, configurable: true };

/** Null when the property is missing and optional. */
function readProperty(
  input: Readonly<Record<string, unknown>>,
  property: string,
  optional: boolean,
  rule: FieldRule | undefined,
): ReadResult | null {
  const required = rule !== undefined && isRequired(rule, input);
  const given = required ? isGiven(input, property) : Object.hasOwn(input, property) && input[property] !== undefined;
  if (given) return readGiven(rule, input[property]);
  if (rule?.defaultValue !== undefined) return accept(rule.defaultValue);
  return optional && !required ? null : MISSING;
}

const isRequired = ({ requiredWith, requiredUnless }: FieldRule, input: Readonly<Record<string, unknown>>) =>
  (requiredWith?.some((name) => isGiven(input, name)) ?? false) ||
  (requiredUnless !== undefined && !requiredUnless.some((name) => isGiven(input, name)));

const MISSING: ReadResult = { ok: false, problems: [{ type: 'missing', msg: MESSAGES.missing, mayEcho: false }] };

/** Neither missing nor null. */
const isGiven = (input: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(input, name) && input[name] !== undefined && input[name] !== null;

function readGiven(rule: FieldRule | undefined, value: unknown): ReadResult {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const part of parts) {
    const fault = typeof part === 'string' ? storageFault(part) : null;
    if (fault !== null)
      return { ok: false, problems: [{ type: 'value_error', msg: valueError(fault), mayEcho: false }] };
  }
  return rule?.read(value) ?? accept(value);
}

const within = (property: string, problems: readonly Problem[]): readonly Problem[] =>
  problems.map((problem) => ({ ...problem, path: [property, ...(problem.path ?? [])] }));

/** Rules that the decorators of a class declare. */
interface Declarations {
  readonly rules: ReadonlyMap<string, FieldRule>;
  /** All properties, first those with a field rule, then those of class-validator, and whether each may be missing. */
  readonly optionalByProperty: ReadonlyMap<string, boolean>;
  readonly bounds: readonly Bounds[];
}

const NOTHING_DECLARED: Declarations = { rules: new Map(), optionalByProperty: new Map(), bounds: [] };

/** Rules by class, collected once: all decorators of a class have run before the first request. */
const known = new WeakMap<Type, Declarations>();

function declarationsOf(type: Type): Declarations {
  const found = known.get(type) ?? collectDeclarations(type);
  known.set(type, found);
  return found;
}

function collectDeclarations(type: Type): Declarations {
  const rules = fieldRulesOf(type.prototype);
  const optionalByProperty = new Map<string, boolean>();
  for (const [property, { optional }] of rules) optionalByProperty.set(property, optional);
  for (const [property, optional] of validatedProperties(type, rules)) optionalByProperty.set(property, optional);
  return { rules, optionalByProperty, bounds: boundsIn([...optionalByProperty.keys()]) };
}

const SECRET_NAME = /password|token|secret|key|authorization|url|credential/i;
const MAX_ECHOED_CHARACTERS = 1_000;

function toItem(problem: Problem, source: InputSource, input: Readonly<Record<string, unknown>>): ValidationItem {
  const path = problem.path ?? [];
  const item = { type: problem.type, loc: [source, ...path], msg: problem.msg };
  const value = path.reduce<unknown>((container, key) => (isContainer(container) ? container[key] : undefined), input);
  const isSmall =
    typeof value === 'string' ? value.length <= MAX_ECHOED_CHARACTERS : typeof value !== 'object' || value === null;
  const echoed =
    problem.mayEcho !== false && value !== undefined && isSmall && !path.some((name) => SECRET_NAME.test(name));
  return echoed ? { ...item, input: value } : item;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** True for a JSON object; false for an array, and for a Buffer, which is what a raw body arrives as. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isContainer(value) && !Array.isArray(value) && !Buffer.isBuffer(value);
}
