// The rules that field decorators declare for the properties of a request class, and what reading a value can result in.
import type { Type } from '@nestjs/common';
import type { ValidationType } from '../../errors/api-error.js';

/** A fault found in one value. */
export interface Problem {
  readonly type: ValidationType;
  readonly msg: string;
  /** Path from the value to the faulty part; left out when the value itself is faulty. */
  readonly path?: readonly string[];
  /** False when the response must not repeat the value: it may hold a secret, or be too large. Default true. */
  readonly mayEcho?: boolean;
}

export type ReadResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export const accept = (value: unknown): ReadResult => ({ ok: true, value });
export const reject = (type: ValidationType, msg: string): ReadResult => ({ ok: false, problems: [{ type, msg }] });

export type NestedOf = (value: Readonly<Record<string, unknown>>) => Type | null;

export interface FieldRule {
  readonly optional: boolean;
  /** Other members of the same object. Once one of them is given, this one is required. */
  readonly requiredWith?: readonly string[];
  /** Other members of the same object. Unless one of them is given, this one is required. */
  readonly requiredUnless?: readonly string[];
  /** The member that this one is another name of. Where both are given, they must not differ. */
  readonly aliasOf?: string;
  /** The class of an object inside the request, or inside a list of it; null for a field that is no object. */
  readonly nestedOf?: NestedOf;
  /** True when a query gives the members of the object one by one, as in `metadata[team]=sales`. */
  readonly inBrackets?: boolean;
  /** Used when the member is missing. Undefined: there is no default. */
  readonly defaultValue?: unknown;
  read(value: unknown): ReadResult;
}

const FIELD_RULES = Symbol('field-rules');

/** @param prototype the prototype of the class that has the property */
export function declareField(prototype: object, property: string, rule: FieldRule): void {
  Reflect.defineMetadata(FIELD_RULES, new Map([...ownRules(prototype), [property, rule]]), prototype);
}

/** The rules by property; those of base classes come first. */
export function fieldRulesOf(prototype: object | null): ReadonlyMap<string, FieldRule> {
  if (prototype === null || prototype === Object.prototype) return new Map();
  return new Map([...fieldRulesOf(Object.getPrototypeOf(prototype)), ...ownRules(prototype)]);
}

const ownRules = (prototype: object): ReadonlyMap<string, FieldRule> =>
  Reflect.getOwnMetadata(FIELD_RULES, prototype) ?? new Map();
