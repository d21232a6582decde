// Runs class-validator for properties with its decorators instead of ours, and reports its errors in the wording of ours.
import type { Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import type { ValidationType } from '../../errors/api-error.js';
import { MESSAGES, valueError } from '../../errors/validation-messages.js';
import type { Problem } from './field-rules.js';

/**
 * The properties that only class-validator knows, in the order of declaration, and whether each may be missing.
 * @param ours the properties that have a field rule; they are left out
 */
export function validatedProperties(type: Type, ours: ReadonlyMap<string, unknown>): ReadonlyMap<string, boolean> {
  const properties = new Map<string, boolean>();
  for (const { propertyName, type: kind } of getMetadataStorage().getTargetValidationMetadatas(
    type,
    '',
    false,
    false,
  )) {
    if (ours.has(propertyName)) continue;
    properties.set(propertyName, kind === 'conditionalValidation' || properties.get(propertyName) === true);
  }
  return properties;
}

/** The problems of an instance, by property. */
export function classValidatorProblems(instance: object): ReadonlyMap<string, readonly Problem[]> {
  const errors = validateSync(instance, { forbidUnknownValues: false, validationError: { target: false } });
  return new Map(errors.map((error) => [error.property, problemsOf(error, [])]));
}

function problemsOf(error: ValidationError, parents: readonly string[]): readonly Problem[] {
  const path = [...parents, error.property];
  const nested = (error.children ?? []).flatMap((child) => problemsOf(child, path));
  const [name, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (name === undefined) return nested;
  const type = TYPES[name];
  const problem: Problem =
    type === undefined
      ? { type: 'value_error', msg: valueError(message ?? 'not acceptable'), path }
      : { type, msg: MESSAGES[type], path };
  return [problem, ...nested];
}

/** The problem type for each class-validator constraint. All other constraints are a `value_error`. */
const TYPES: Readonly<Record<string, keyof typeof MESSAGES & ValidationType>> = {
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
