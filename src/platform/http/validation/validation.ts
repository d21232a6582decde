// Checks what a request carries against its class and reports every failing field at once, as Pydantic v2 would word it.
import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { invalid, type ValidationItem, type ValidationType } from '../../errors/api-error.js';

export type InputSource = 'body' | 'query' | 'path' | 'header';

/** A fault found in one value; `at` leads from that value to the part that is wrong. */
export interface Problem {
  readonly type: ValidationType;
  readonly msg: string;
  readonly at?: readonly string[];
  /** False where the value may hold a secret or is too large to send back. */
  readonly repeatable?: boolean;
}

export type Reading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What a field decorator knows of its property. */
export interface FieldRule {
  readonly optional: boolean;
  /** Members of the same object that make this one required once they are given. */
  readonly requiredWith?: readonly string[];
  /** Stands in when the member is missing; undefined: none. */
  readonly fallback?: unknown;
  read(value: unknown): Reading;
}

const FIELDS = Symbol('fields');

/** @param prototype of the class that has the property */
export function declareField(prototype: object, property: string, rule: FieldRule): void {
  const own: ReadonlyMap<string, FieldRule> = Reflect.getOwnMetadata(FIELDS, prototype) ?? new Map();
  Reflect.defineMetadata(FIELDS, new Map([...own, [property, rule]]), prototype);
}

function fieldsOf(prototype: object | null): ReadonlyMap<string, FieldRule> {
  if (prototype === null || prototype === Object.prototype) return new Map();
  const own: ReadonlyMap<string, FieldRule> = Reflect.getOwnMetadata(FIELDS, prototype) ?? new Map();
  return new Map([...fieldsOf(Object.getPrototypeOf(prototype)), ...own]);
}

/** Turns a handler's `@Body()` and `@Query()` classes into checked instances. Set once, for the whole application. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined || NOT_CLASSES.has(metatype)) return value;
    return readInput(metatype, value ?? {}, type);
  }
}

export const validationPipe = () => new RequestValidationPipe();

const NOT_CLASSES: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object, Buffer]);

/**
 * Reads untrusted input into an instance of a request class. Members the class does not know are left out.
 * @throws ApiError 422 with every failing field
 */
export function readInput<T extends object>(type: Type<T>, input: unknown, source: InputSource): T {
  if (!isRecord(input)) throw invalid([noDictionary(source)]);
  const { instance, problems } = readRecord(type, input);
  if (problems.length > 0) throw invalid(problems.map((problem) => toItem(problem, source, input)));
  return instance;
}

/** What {@link readInput} would throw, as a list; empty for good input. */
export function inputFaults(type: Type, input: unknown, source: InputSource): ValidationItem[] {
  if (!isRecord(input)) return [noDictionary(source)];
  return readRecord(type, input).problems.map((problem) => toItem(problem, source, input));
}

function noDictionary(source: InputSource): ValidationItem {
  return { type: 'dict_type', loc: [source], msg: 'Input should be a valid dictionary' };
}

/** The same for an object inside another one; for field decorators. */
export function readRecord<T extends object>(
  type: Type<T>,
  input: Readonly<Record<string, unknown>>,
): { instance: T; problems: readonly Problem[] } {
  const instance = new type();
  const rules = fieldsOf(type.prototype);
  const failed = new Map<string, readonly Problem[]>();
  const known = propertiesOf(type, rules);
  for (const [property, optional] of known) {
    const rule = rules.get(property);
    const needed = rule?.requiredWith?.some((name) => isGiven(input, name)) ?? false;
    const given = needed ? isGiven(input, property) : Object.hasOwn(input, property) && input[property] !== undefined;
    if (!given && rule?.fallback === undefined) {
      if (!optional || needed)
        failed.set(property, [{ type: 'missing', msg: 'Field required', at: [property], repeatable: false }]);
      continue;
    }
    const reading = given ? readGiven(rule, input[property]) : passed(rule?.fallback);
    if (reading.ok) Object.defineProperty(instance, property, { value: reading.value, ...PLAIN });
    else
      failed.set(
        property,
        reading.problems.map((problem) => ({ ...problem, at: [property, ...(problem.at ?? [])] })),
      );
  }
  if (rules.size < known.size) {
    const errors = validateSync(instance, { forbidUnknownValues: false, validationError: { target: false } });
    for (const error of errors) if (!failed.has(error.property)) failed.set(error.property, foreignProblems(error, []));
  }
  return { instance, problems: [...known.keys()].flatMap((property) => failed.get(property) ?? []) };
}

/** Null stands for a member that was left out. */
const isGiven = (input: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(input, name) && input[name] !== undefined && input[name] !== null;

const PLAIN = { writable: true, enumerable: true, configurable: true };

/** Each property in the order of declaration, and whether it may be missing. */
function propertiesOf(type: Type, rules: ReadonlyMap<string, FieldRule>): ReadonlyMap<string, boolean> {
  const properties = new Map<string, boolean>();
  for (const [property, rule] of rules) properties.set(property, rule.optional);
  for (const { propertyName, type: kind } of getMetadataStorage().getTargetValidationMetadatas(
    type,
    '',
    false,
    false,
  )) {
    if (rules.has(propertyName)) continue;
    properties.set(propertyName, kind === 'conditionalValidation' || properties.get(propertyName) === true);
  }
  return properties;
}

/** What class-validator's own decorators report, in our words. */
function foreignProblems(error: ValidationError, above: readonly string[]): readonly Problem[] {
  const at = [...above, error.property];
  const nested = (error.children ?? []).flatMap((child) => foreignProblems(child, at));
  const [name, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (name === undefined) return nested;
  const type = FOREIGN_TYPES[name] ?? 'value_error';
  return [{ type, msg: FOREIGN_MESSAGES[type] ?? `Value error, ${message ?? 'not acceptable'}`, at }, ...nested];
}

const FOREIGN_TYPES: Readonly<Record<string, ValidationType>> = {
  isString: 'string_type',
  isInt: 'int_type',
  isBoolean: 'bool_parsing',
  isObject: 'dict_type',
  isArray: 'list_type',
  isUuid: 'uuid_parsing',
  isUrl: 'url_parsing',
  isDefined: 'missing',
  isNotEmpty: 'missing',
};

const FOREIGN_MESSAGES: Readonly<Partial<Record<ValidationType, string>>> = {
  string_type: 'Input should be a valid string',
  int_type: 'Input should be a valid integer',
  bool_parsing: 'Input should be a valid boolean, unable to interpret input',
  dict_type: 'Input should be a valid dictionary',
  list_type: 'Input should be a valid list',
  uuid_parsing: 'Input should be a valid UUID, unable to parse string as a UUID',
  url_parsing: 'Input should be a valid URL',
  missing: 'Field required',
};

const passed = (value: unknown): Reading => ({ ok: true, value });

function readGiven(rule: FieldRule | undefined, value: unknown): Reading {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const fault = texts
    .map((text) => (typeof text === 'string' ? unfitText(text) : null))
    .find((found) => found !== null);
  if (fault) return { ok: false, problems: [{ type: 'value_error', msg: `Value error, ${fault}`, repeatable: false }] };
  return rule?.read(value) ?? passed(value);
}

const UNFIT = /[\0\p{Surrogate}]/u;

/** What no text column of the database can hold, NUL and halves of surrogate pairs, in words; null when there is none. */
export function unfitText(text: string): string | null {
  if (!UNFIT.test(text)) return null;
  return text.includes('\0') ? 'text must not contain a NUL character' : 'text must be valid Unicode';
}

const SECRET_NAME = /password|token|secret|key|authorization|url/i;
const LONGEST_REPEATED = 1_000;

function toItem(problem: Problem, source: InputSource, input: Readonly<Record<string, unknown>>): ValidationItem {
  const at = problem.at ?? [];
  const item = { type: problem.type, loc: [source, ...at], msg: problem.msg };
  const value = at.reduce<unknown>((within, key) => (isContainer(within) ? within[key] : undefined), input);
  const small =
    typeof value === 'string' ? value.length <= LONGEST_REPEATED : typeof value !== 'object' || value === null;
  const repeatable =
    problem.repeatable !== false && value !== undefined && small && !at.some((name) => SECRET_NAME.test(name));
  return repeatable ? { ...item, input: value } : item;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isContainer(value) && !Array.isArray(value) && !Buffer.isBuffer(value);
}
