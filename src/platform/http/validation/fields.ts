// One decorator for each kind of request field: the check, its wording and its OpenAPI schema in one place, so that they agree.
import { applyDecorators, Param, type PipeTransform, type Type } from '@nestjs/common';
import { ApiParam, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import type { ValidationItem } from '../../errors/api-error.js';
import { asUri } from './as-uri.js';
import { declareField, isRecord, type Problem, type Reading, readRecord, unfitText } from './validation.js';

interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** The member may be missing or null; missing stays undefined. */
  readonly optional?: boolean;
  /** Of an optional member: others that make it required once they are given. */
  readonly requiredWith?: readonly string[];
}

interface TextOptions extends FieldOptions {
  /** In code points, after trimming. Default 1. */
  readonly min?: number;
  readonly max?: number;
  /** White space at both ends is taken off before the check. */
  readonly trim?: boolean;
  readonly pattern?: RegExp;
  readonly format?: string;
  /** Says in words what the pattern cannot; null when the text is fine. */
  readonly reject?: (text: string) => string | null;
}

export const Text = (options: TextOptions) => {
  const { min = 1, max, pattern } = options;
  return field(
    options,
    {
      type: 'string',
      ...(min > 0 && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...(pattern && { pattern: pattern.source }),
      ...(options.format && { format: options.format }),
    },
    (value) => {
      if (typeof value !== 'string') return fail('string_type', 'Input should be a valid string');
      const text = options.trim ? value.trim() : value;
      const length = codePoints(text);
      if (length < min) return fail('string_too_short', `String should have at least ${characters(min)}`);
      if (max !== undefined && length > max)
        return fail('string_too_long', `String should have at most ${characters(max)}`);
      if (pattern && !pattern.test(text))
        return fail('string_pattern_mismatch', `String should match pattern '${pattern.source}'`);
      const rejected = options.reject?.(text) ?? null;
      return rejected === null ? pass(text) : fail('value_error', `Value error, ${rejected}`);
    },
  );
};

export const OptionalText = (options: Omit<TextOptions, 'optional'>) => Text({ ...options, optional: true });

const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Trimmed; the case stays as it was given. Letters beyond ASCII are taken: JSON Schema's `email` has none. */
export const Email = (options: FieldOptions) =>
  Text({
    ...options,
    max: 254,
    trim: true,
    format: 'idn-email',
    reject: (text) => (EMAIL.test(text) ? null : 'this is not an e-mail address'),
  });

interface WholeOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}

/** A whole number, in JSON or in text. `1e2`, `1.0` and repeated query parameters are none. */
export const Whole = (options: WholeOptions) => {
  const { min, max } = options;
  return field(
    options,
    {
      type: 'integer',
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
      ...(options.default !== undefined && { default: options.default }),
    },
    (value) => {
      if (typeof value === 'string' && !/^[+-]?\d+$/.test(value.trim())) return unparsedInteger;
      if (Array.isArray(value)) return unparsedInteger;
      const number = typeof value === 'string' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isInteger(number))
        return fail('int_type', 'Input should be a valid integer');
      if (min !== undefined && number < min)
        return fail('greater_than_equal', `Input should be greater than or equal to ${min}`);
      if (max !== undefined && number > max)
        return fail('less_than_equal', `Input should be less than or equal to ${max}`);
      // Past 2^53 a number no longer says which one was meant; as a bound or an offset the largest exact one says the same.
      return pass(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER)));
    },
    options.default,
  );
};

interface AmountOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
  /** Digits after the point. */
  readonly decimals: number;
}

/** A number with a bounded number of decimals. */
export const Amount = (options: AmountOptions) => {
  const { min, max, decimals } = options;
  return field(
    options,
    {
      type: 'number',
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
      ...(options.default !== undefined && { default: options.default }),
    },
    (value) => {
      const number = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number))
        return fail('float_parsing', 'Input should be a valid number, unable to parse string as a number');
      if (min !== undefined && number < min)
        return fail('greater_than_equal', `Input should be greater than or equal to ${min}`);
      if (max !== undefined && number > max)
        return fail('less_than_equal', `Input should be less than or equal to ${max}`);
      if (Number(number.toFixed(decimals)) !== number)
        return fail('value_error', `Value error, at most ${decimals} decimals are taken`);
      return pass(number);
    },
    options.default,
  );
};

interface FlagOptions extends FieldOptions {
  readonly default?: boolean;
}

/** A boolean; in text `true`, `false`, `1` or `0`. */
export const Flag = (options: FlagOptions) =>
  field(
    options,
    { type: 'boolean', ...(options.default !== undefined && { default: options.default }) },
    (value) => {
      if (typeof value === 'boolean') return pass(value);
      if (value === 'true' || value === '1') return pass(true);
      if (value === 'false' || value === '0') return pass(false);
      return fail('bool_parsing', 'Input should be a valid boolean, unable to interpret input');
    },
    options.default,
  );

interface OneOfOptions extends FieldOptions {
  readonly default?: string;
}

export const OneOf = (values: readonly string[], options: OneOfOptions) =>
  field(
    options,
    { type: 'string', enum: [...values], ...(options.default !== undefined && { default: options.default }) },
    (value) => (typeof value === 'string' && values.includes(value) ? pass(value) : fail('enum', oneOf(values))),
    options.default,
  );

interface SomeOfOptions extends FieldOptions {
  readonly default?: readonly string[];
  /** Comma-separated text is taken too, for multipart fields and queries. */
  readonly separated?: boolean;
  /** Fewest values. Default 1. */
  readonly min?: number;
}

/** A mebibyte holds hundreds of thousands of words, and each wrong one is an item of the answer. */
const LONGEST_LIST = 100;

/** An array of known words, each at most once. */
export const SomeOf = (values: readonly string[], options: SomeOfOptions) => {
  const min = options.min ?? 1;
  return field(
    options,
    {
      type: 'array',
      items: { type: 'string', enum: [...values] },
      minItems: min,
      uniqueItems: true,
      ...(options.default && { default: [...options.default] }),
    },
    (value) => {
      const list: unknown =
        options.separated && typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
      if (!Array.isArray(list)) return fail('list_type', 'Input should be a valid list');
      if (list.length > LONGEST_LIST) return fail('value_error', `Value error, at most ${LONGEST_LIST} are taken`);
      const problems = list.flatMap((item: unknown, index): Problem[] =>
        typeof item === 'string' && values.includes(item)
          ? []
          : // The way into comma-separated text is not a way into the input.
            [{ type: 'enum', msg: oneOf(values), at: [String(index)] }],
      );
      if (problems.length > 0) return { ok: false, problems };
      if (list.length < min) return fail('value_error', `Value error, at least ${min} must be given`);
      return pass([...new Set(list)]);
    },
    options.default,
  );
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NO_UUID = 'Input should be a valid UUID, unable to parse string as a UUID';

/** Upper case is taken and lowered. */
export const Uuid = (options: FieldOptions) =>
  field(options, { type: 'string', format: 'uuid' }, (value) =>
    typeof value === 'string' && UUID.test(value) ? pass(value.toLowerCase()) : fail('uuid_parsing', NO_UUID),
  );

/**
 * An http or https address of at most 2,048 characters without credentials; one with letters beyond ASCII becomes a URI.
 * Where it leads is checked elsewhere.
 */
export const HttpUrl = (options: FieldOptions) =>
  field(options, { type: 'string', format: 'uri', maxLength: 2048 }, (value) => {
    if (typeof value !== 'string') return fail('string_type', 'Input should be a valid string');
    if (value.length > 2048) return fail('string_too_long', `String should have at most ${characters(2048)}`);
    if (!URL.canParse(value)) return fail('url_parsing', 'Input should be a valid URL');
    const url = new URL(value);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return fail('url_parsing', "Input should be a valid URL, the scheme should be 'http' or 'https'");
    if (url.username !== '' || url.password !== '')
      return fail('value_error', 'Value error, the URL must not contain credentials');
    const uri = asUri(value);
    if (uri === null) return fail('url_parsing', 'Input should be a valid URL');
    if (uri.length > 2048)
      return fail('string_too_long', `String should have at most ${characters(2048)} once it is percent-encoded`);
    return pass(uri);
  });

interface CustomMetadataOptions {
  readonly description?: string;
  /** Names that the service's own members have. */
  readonly reserved?: readonly string[];
  /** A JSON object as text is taken too, for multipart fields. */
  readonly fromText?: boolean;
}

/** A client's own keys and values, always optional; returned as they came. */
export const CustomMetadata = (options: CustomMetadataOptions = {}) =>
  field(
    {
      description:
        options.description ??
        'Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at most 500 characters, numbers, booleans or null.',
      example: { campaign: 'spring', priority: 2 },
      optional: true,
    },
    {
      type: 'object',
      maxProperties: 50,
      additionalProperties: {
        oneOf: [{ type: 'string', maxLength: 500 }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
      },
    },
    (given) => {
      const value = options.fromText && typeof given === 'string' ? parsed(given) : given;
      if (value === undefined) return fail('json_invalid', 'JSON decode error');
      if (!isRecord(value)) return fail('dict_type', 'Input should be a valid dictionary');
      const keys = Object.keys(value);
      if (keys.length > 50) return fail('value_error', 'Value error, at most 50 keys are taken');
      const problems = keys.flatMap((key): Problem[] => {
        const fault = options.reserved?.includes(key) ? 'this key is reserved' : customFault(key, value[key]);
        return fault === null
          ? []
          : [{ type: 'value_error', msg: `Value error, ${fault}`, at: [key], repeatable: false }];
      });
      return problems.length === 0 ? pass(value) : { ok: false, problems };
    },
  );

function customFault(key: string, value: unknown): string | null {
  if (key === '' || codePoints(key) > 40) return 'keys must have 1 to 40 characters';
  const unfit = unfitText(key) ?? (typeof value === 'string' ? unfitText(value) : null);
  if (unfit !== null) return unfit;
  if (typeof value === 'string') return codePoints(value) > 500 ? 'strings must have at most 500 characters' : null;
  // Past 2^53 a whole number comes back as another one; it is refused rather than changed in silence.
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
      ? null
      : 'the number is out of range, send it as a string';
  return value === null || typeof value === 'boolean' ? null : 'values must be a string, number, boolean or null';
}

/** An object with a class of its own. */
export const Nested = <T extends object>(type: Type<T>, options: FieldOptions) =>
  field(options, { type: () => type }, (value) => {
    if (!isRecord(value)) return fail('dict_type', 'Input should be a valid dictionary');
    const { instance, problems } = readRecord(type, value);
    return problems.length === 0 ? pass(instance) : { ok: false, problems };
  });

const PATH_IDS = Symbol('path-ids');

/** `@UuidParam('id') id: string`: a path id, lowered; malformed ones are refused before, by the guard for path ids. */
export const UuidParam =
  (name: string, description = 'Its id.'): ParameterDecorator =>
  (target, key, index) => {
    const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || !descriptor) throw new Error('@UuidParam belongs on a handler method');
    Param(name, LOWERED)(target, key, index);
    // Decorators of parameters are applied from the last one to the first.
    Reflect.defineMetadata(PATH_IDS, [name, ...pathIdsOf(descriptor.value)], descriptor.value);
    ApiParam({ name, description, schema: { type: 'string', format: 'uuid' }, example: EXAMPLE_ID })(
      target,
      key,
      descriptor,
    );
  };

const EXAMPLE_ID = '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10';

const LOWERED: PipeTransform<string, string> = { transform: (id) => id.toLowerCase() };

/** Names of a handler's path ids, in their order. */
export function pathIdsOf(handler: object): readonly string[] {
  return Reflect.getMetadata(PATH_IDS, handler) ?? [];
}

/** Null for a UUID, in either case. */
export function pathIdFault(name: string, value: unknown): ValidationItem | null {
  if (typeof value === 'string' && UUID.test(value)) return null;
  const input = typeof value === 'string' && value.length <= 100 ? { input: value } : {};
  return { type: 'uuid_parsing', loc: ['path', name], msg: NO_UUID, ...input };
}

/** Registers the rule with the request reader and with class-validator, and writes the schema. */
function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  read: (value: unknown) => Reading,
  fallback?: unknown,
): PropertyDecorator {
  const optional = options.optional === true || fallback !== undefined;
  const readOrNull = (value: unknown) => (optional && value === null ? pass(fallback ?? null) : read(value));
  const property: ApiPropertyOptions = Object.assign({}, schema, {
    description: options.description,
    required: !optional,
    ...(options.example !== undefined && { example: options.example }),
    ...(options.optional === true && { nullable: true }),
  });
  return applyDecorators(
    (target: object, key: string | symbol) =>
      declareField(target, String(key), {
        optional,
        read: readOrNull,
        ...(options.requiredWith && { requiredWith: options.requiredWith }),
        ...(fallback !== undefined && { fallback }),
      }),
    ValidateBy({ name: 'field', validator: { validate: (value) => value === undefined || readOrNull(value).ok } }),
    ApiProperty(property),
    ...(optional ? [IsOptional()] : []),
  );
}

const pass = (value: unknown): Reading => ({ ok: true, value });
const fail = (type: Problem['type'], msg: string): Reading => ({ ok: false, problems: [{ type, msg }] });
const unparsedInteger = fail('int_parsing', 'Input should be a valid integer, unable to parse string as an integer');

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`;

/** `'a', 'b' or 'c'` */
function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.pop();
  return `Input should be ${quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last}`;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Undefined when the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
