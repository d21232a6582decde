// Builds a decorator for one kind of request field from its check and its OpenAPI schema.
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { accept, declareField, type NestedOf, type ReadResult } from './field-rules.js';

/**
 * Marks a property of the API document that is required unless one of the named ones is given. `openapi.ts` writes it as
 * `oneOf`.
 */
export const REQUIRED_UNLESS = 'x-required-unless';

export interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** The member may be missing or null; a missing one stays undefined. */
  readonly optional?: boolean;
  /** Other members. If one of them is given, this optional member is required. */
  readonly requiredWith?: readonly string[];
  /** Other members. Unless one of them is given, this optional member is required. */
  readonly requiredUnless?: readonly string[];
  /** Name of the member that this optional one is an alias of. The alias can replace a required member. */
  readonly aliasOf?: string;
  /** True when a query gives the members of the object one by one, as in `metadata[team]=sales`. */
  readonly inBrackets?: boolean;
  readonly deprecated?: boolean;
}

/** Registers the check with the request reader and with class-validator, and adds the schema to the API document. */
export function defineField(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  read: (value: unknown) => ReadResult,
  defaultValue?: unknown,
  nestedOf?: NestedOf,
): PropertyDecorator {
  const optional = options.optional === true || defaultValue !== undefined;
  const readOrNull = (value: unknown) => (optional && value === null ? accept(defaultValue ?? null) : read(value));
  const property: ApiPropertyOptions = Object.assign({}, schema, {
    description: options.description,
    required: !optional,
    ...(options.example !== undefined && { example: options.example }),
    ...(options.optional === true && { nullable: true }),
    ...(options.deprecated === true && { deprecated: true }),
    ...(options.requiredUnless && { [REQUIRED_UNLESS]: [...options.requiredUnless] }),
  });
  return applyDecorators(
    (target: object, key: string | symbol) =>
      declareField(target, String(key), {
        optional,
        read: readOrNull,
        ...(options.requiredWith && { requiredWith: options.requiredWith }),
        ...(options.requiredUnless && { requiredUnless: options.requiredUnless }),
        ...(options.aliasOf !== undefined && { aliasOf: options.aliasOf }),
        ...(options.inBrackets && { inBrackets: true }),
        ...(nestedOf && { nestedOf }),
        ...(defaultValue !== undefined && { defaultValue }),
      }),
    ValidateBy({ name: 'field', validator: { validate: (value) => value === undefined || readOrNull(value).ok } }),
    ApiProperty(property),
    ...(optional ? [IsOptional()] : []),
  );
}
