// Decorators for members that are lists, and for an object whose class depends on its `kind`. As in `fields.ts`, each holds
// the check, its wording and its OpenAPI schema.
import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { MESSAGES, oneOf, valueError } from '../../errors/validation-messages.js';
import { defineField, type FieldOptions } from './define-field.js';
import { accept, type Problem, type ReadResult, reject } from './field-rules.js';
import { readText, type TextRules, textSchema } from './fields.js';
import { isRecord, readRecord } from './read-input.js';
import { storageFault } from './storable-text.js';

interface ListOptions extends FieldOptions {
  /** Smallest number of items. Default 1. */
  readonly min?: number;
  /** Largest number of items. A longer list is refused unread, so that the response stays short. */
  readonly max: number;
  readonly default?: readonly never[];
  /**
   * Checks the list before its items are read. If it finds problems, the items are not read, since each could have many faults.
   */
  readonly findExcess?: (items: readonly unknown[]) => readonly Problem[];
  /**
   * Checks the items against each other, in addition to the faults within each item. A member may be missing or of a wrong type
   * here.
   */
  readonly findFaults?: (items: readonly unknown[]) => readonly Problem[];
}

interface TextListOptions extends ListOptions {
  readonly item: TextRules;
}

export const TextList = (options: TextListOptions) =>
  defineList(options, { type: 'array', items: textSchema(options.item) }, (item) => readText(item, options.item));

/** A list of objects, each read as a class of its own. */
export const NestedList = <T extends object>(type: Type<T>, options: ListOptions) =>
  defineList(options, { type: () => type, isArray: true }, (item) => readAs(type, item), type);

interface TextListMapOptions extends FieldOptions {
  readonly maxKeys: number;
  readonly key: TextRules;
  /** Largest number of values by key. */
  readonly maxValues: number;
  readonly value: TextRules;
}

/** An object of lists of texts. Its keys are free. */
export const TextListMap = ({ maxKeys, key, maxValues, value, ...options }: TextListMapOptions) =>
  defineField(
    options,
    {
      type: 'object',
      maxProperties: maxKeys,
      additionalProperties: { type: 'array', items: textSchema(value), minItems: 1, maxItems: maxValues },
    },
    (given) => {
      if (!isRecord(given)) return reject('dict_type', MESSAGES.dict_type);
      const entries = Object.entries(given);
      if (entries.length > maxKeys) return reject('value_error', valueError(`at most ${maxKeys} keys are taken`));
      const problems = entries.flatMap(([name, list]): Problem[] => {
        const found = [
          ...keyFaults(name, key),
          ...listFaults(list, { max: maxValues }, (item) => readStorable(item, value)),
        ];
        return within(name, found);
      });
      return problems.length === 0 ? accept(given) : { ok: false, problems };
    },
  );

interface TextMapOptions extends FieldOptions {
  readonly maxKeys: number;
  readonly key: TextRules;
  readonly value: TextRules;
}

/** An object of texts, with at least one key. Its keys are free. */
export const TextMap = ({ maxKeys, key, value, ...options }: TextMapOptions) =>
  defineField(
    options,
    { type: 'object', minProperties: 1, maxProperties: maxKeys, additionalProperties: textSchema(value) },
    (given) => {
      if (!isRecord(given)) return reject('dict_type', MESSAGES.dict_type);
      const entries = Object.entries(given);
      if (entries.length > maxKeys) return reject('value_error', valueError(`at most ${maxKeys} keys are taken`));
      if (entries.length === 0) return reject('value_error', valueError('at least 1 key must be given'));
      const problems = entries.flatMap(([name, text]): Problem[] => {
        const read = readStorable(text, value);
        return within(name, [...keyFaults(name, key), ...(read.ok ? [] : read.problems)]);
      });
      return problems.length === 0 ? accept(given) : { ok: false, problems };
    },
  );

interface OneOfMapOptions extends FieldOptions {
  readonly maxKeys: number;
  readonly key: TextRules;
}

/** An object of values from the list. Its keys are free. */
export const OneOfMap = (values: readonly string[], { maxKeys, key, ...options }: OneOfMapOptions) =>
  defineField(
    options,
    { type: 'object', maxProperties: maxKeys, additionalProperties: { type: 'string', enum: [...values] } },
    (given) => {
      if (!isRecord(given)) return reject('dict_type', MESSAGES.dict_type);
      const entries = Object.entries(given);
      if (entries.length > maxKeys) return reject('value_error', valueError(`at most ${maxKeys} keys are taken`));
      const problems = entries.flatMap(([name, value]): Problem[] => {
        const isTaken = typeof value === 'string' && values.includes(value);
        const fault: Problem[] = isTaken ? [] : [{ type: 'enum', msg: oneOf(values) }];
        return within(name, [...keyFaults(name, key), ...fault]);
      });
      return problems.length === 0 ? accept(given) : { ok: false, problems };
    },
  );

function keyFaults(name: string, rules: TextRules): Problem[] {
  const read = readStorable(name, rules);
  return read.ok ? [] : read.problems.map((problem) => ({ ...problem, mayEcho: false }));
}

function readStorable(value: unknown, rules: TextRules): ReadResult {
  const fault = typeof value === 'string' ? storageFault(value) : null;
  return fault === null ? readText(value, rules) : reject('value_error', valueError(fault));
}

/**
 * An object whose member `kind` names its class.
 * @param schema its schema in the API document, a union with the discriminator `kind`; a controller must name the classes with
 * `@ApiExtraModels`
 */
export const NestedVariant = (
  types: Readonly<Record<string, Type>>,
  schema: ApiPropertyOptions,
  options: FieldOptions,
) => {
  const typeOf = ({ kind }: Readonly<Record<string, unknown>>) =>
    typeof kind === 'string' && Object.hasOwn(types, kind) ? (types[kind] ?? null) : null;
  return defineField(
    options,
    schema,
    (value) => {
      if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
      const type = typeOf(value);
      if (type) return readAs(type, value);
      const problem: Problem =
        value.kind === undefined || value.kind === null
          ? { type: 'missing', msg: MESSAGES.missing, path: ['kind'], mayEcho: false }
          : { type: 'enum', msg: oneOf(Object.keys(types)), path: ['kind'] };
      return { ok: false, problems: [problem] };
    },
    undefined,
    typeOf,
  );
};

function readAs(type: Type, value: unknown): ReadResult {
  if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
  const { instance, problems } = readRecord(type, value);
  return problems.length === 0 ? accept(instance) : { ok: false, problems };
}

function defineList(
  options: ListOptions,
  schema: ApiPropertyOptions,
  readItem: (item: unknown) => ReadResult,
  type?: Type,
): PropertyDecorator {
  const { min = 1, max, findExcess, findFaults } = options;
  return defineField(
    options,
    Object.assign({}, schema, {
      ...(min > 0 && { minItems: min }),
      maxItems: max,
      ...(options.default && { default: options.default }),
    }),
    (value) => {
      const items: readonly unknown[] = Array.isArray(value) && value.length <= max ? value : [];
      const excess = findExcess?.(items) ?? [];
      if (excess.length > 0) return { ok: false, problems: excess };
      const read: unknown[] = [];
      const problems = listFaults(value, options, (item) => {
        const result = readItem(item);
        if (result.ok) read.push(result.value);
        return result;
      });
      const between = findFaults?.(items) ?? [];
      if (problems.length + between.length > 0) return { ok: false, problems: [...problems, ...between] };
      return accept(read);
    },
    options.default,
    type && (() => type),
  );
}

function listFaults(
  value: unknown,
  { min = 1, max }: Pick<ListOptions, 'min' | 'max'>,
  readItem: (item: unknown) => ReadResult,
): Problem[] {
  if (!Array.isArray(value)) return [{ type: 'list_type', msg: MESSAGES.list_type }];
  if (value.length > max) return [{ type: 'value_error', msg: valueError(`at most ${max} are taken`) }];
  if (value.length < min) return [{ type: 'value_error', msg: valueError(`at least ${min} must be given`) }];
  return value.flatMap((item: unknown, index) => {
    const result = readItem(item);
    return result.ok ? [] : within(String(index), result.problems);
  });
}

const within = (step: string, problems: readonly Problem[]): Problem[] =>
  problems.map((problem) => ({ ...problem, path: [step, ...(problem.path ?? [])] }));
