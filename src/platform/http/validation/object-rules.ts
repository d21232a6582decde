// What a request class asks of an object as a whole, beside the rules of its members.
import type { Type } from '@nestjs/common';
import type { Problem } from './field-rules.js';

/** One way in which members stand together. An object takes exactly one of the ways of its class. */
export interface Alternative {
  /** Values of other members with which it is taken. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** Members that it has; none of them is null. */
  readonly has?: readonly string[];
  /** Members that it does not have. */
  readonly lacks?: readonly string[];
  /** Narrower schemas of members, for those that are given. */
  readonly members?: Readonly<Record<string, object>>;
}

export interface ObjectRules {
  /** Told by the document as `oneOf`; `findFaults` checks it. */
  readonly alternatives?: readonly Alternative[];
  /** Members that the class does not declare are refused, also inside its members: where a misspelled one would be a harm. */
  readonly isClosed?: boolean;
  /** Faults between the members, as the client sent them: one may be missing or of a wrong type. */
  readonly findFaults?: (input: Readonly<Record<string, unknown>>) => readonly Problem[];
}

const OBJECT_RULES = Symbol('object-rules');
/** Alternatives by the name of the class, which its schema has too. */
const ALTERNATIVES = new Map<string, readonly Alternative[]>();

export const alternativesOf = (name: string): readonly Alternative[] => ALTERNATIVES.get(name) ?? [];

/** Decorates a request class, and those that extend it and have no rules of their own. */
export const ObjectWith =
  (rules: ObjectRules): ClassDecorator =>
  (type) => {
    Reflect.defineMetadata(OBJECT_RULES, rules, type);
    if (rules.alternatives) ALTERNATIVES.set(type.name, rules.alternatives);
  };

export const objectRulesOf = (type: Type): ObjectRules => Reflect.getMetadata(OBJECT_RULES, type) ?? {};
