// What a request class asks of an object as a whole, beside the rules of its members.
import type { Type } from '@nestjs/common';
import type { Problem } from './field-rules.js';

export interface ObjectRules {
  /** Members that the class does not declare are refused, also inside its members: where a misspelled one would be a harm. */
  readonly isClosed?: boolean;
  /** Faults between the members, as the client sent them: one may be missing or of a wrong type. */
  readonly findFaults?: (input: Readonly<Record<string, unknown>>) => readonly Problem[];
}

const OBJECT_RULES = Symbol('object-rules');

/** Decorates a request class, and those that extend it and have no rules of their own. */
export const ObjectWith =
  (rules: ObjectRules): ClassDecorator =>
  (type) =>
    Reflect.defineMetadata(OBJECT_RULES, rules, type);

export const objectRulesOf = (type: Type): ObjectRules => Reflect.getMetadata(OBJECT_RULES, type) ?? {};
