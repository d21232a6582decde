// `@UuidParam('id') id: string` declares an id in the path, `@WholeParam('revision') revision: number` a number. `InputGuard`
// refuses malformed ones before the handler runs.
import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { ValidationItem } from '../../errors/api-error.js';
import { MESSAGES } from '../../errors/validation-messages.js';
import { isUuid } from './fields.js';

const PATH_PARAMETERS = Symbol('path-parameters');
const EXAMPLE_ID = '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10';
const MAX_ECHOED_CHARACTERS = 100;
/** Every number of nine digits fits into an integer column of Postgres. */
const MAX_DIGITS = 9;
const WHOLE = new RegExp(`^\\d{1,${MAX_DIGITS}}$`);

interface PathSchema {
  readonly description: string;
  readonly schema: { readonly type: 'string' | 'integer'; readonly format?: string };
  readonly example: string | number;
}

interface PathParameter {
  readonly name: string;
  readonly kind: 'uuid_parsing' | 'int_parsing';
}

/** The handler receives the id in lower case. */
export const UuidParam = (name: string, description = 'Its id.'): ParameterDecorator =>
  pathParameter({ name, kind: 'uuid_parsing' }, TO_LOWER_CASE, {
    description,
    schema: { type: 'string', format: 'uuid' },
    example: EXAMPLE_ID,
  });

/** A whole number of at most nine digits. The handler receives a number. */
export const WholeParam = (name: string, description: string, example: number): ParameterDecorator =>
  pathParameter({ name, kind: 'int_parsing' }, TO_NUMBER, { description, schema: { type: 'integer' }, example });

const pathParameter =
  (parameter: PathParameter, pipe: PipeTransform<string>, documented: PathSchema): ParameterDecorator =>
  (target, key, index) => {
    const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || !descriptor) throw new Error('A path parameter belongs on a handler method');
    Param(parameter.name, pipe)(target, key, index);
    // TypeScript applies the decorators of parameters from the last one to the first.
    const others = parametersOf(descriptor.value);
    Reflect.defineMetadata(PATH_PARAMETERS, [parameter, ...others], descriptor.value);
    ApiParam({ name: parameter.name, ...documented })(target, key, descriptor);
  };

const TO_LOWER_CASE: PipeTransform<string, string> = { transform: (id) => id.toLowerCase() };
const TO_NUMBER: PipeTransform<string, number> = { transform: Number };

/** Parameters of the path, in the order of the handler's parameters. */
const parametersOf = (handler: object): readonly PathParameter[] => Reflect.getMetadata(PATH_PARAMETERS, handler) ?? [];

/** An item for each malformed parameter of the path. A UUID may be in upper or lower case. */
export function pathFaults(handler: object, values: Readonly<Record<string, unknown>>): ValidationItem[] {
  return parametersOf(handler).flatMap(({ name, kind }) => {
    const value = values[name];
    const isGood = kind === 'uuid_parsing' ? isUuid(value) : typeof value === 'string' && WHOLE.test(value);
    if (isGood) return [];
    const input = typeof value === 'string' && value.length <= MAX_ECHOED_CHARACTERS ? { input: value } : {};
    return [{ type: kind, loc: ['path', name], msg: MESSAGES[kind], ...input }];
  });
}
