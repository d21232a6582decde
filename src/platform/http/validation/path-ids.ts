// `@UuidParam('id') id: string` declares an id in the path. `InputGuard` refuses malformed ones before the handler runs.
import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { ValidationItem } from '../../errors/api-error.js';
import { MESSAGES } from '../../errors/validation-messages.js';
import { isUuid } from './fields.js';

const PATH_IDS = Symbol('path-ids');
const EXAMPLE_ID = '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10';
const MAX_ECHOED_CHARACTERS = 100;

/** The handler receives the id in lower case. */
export const UuidParam =
  (name: string, description = 'Its id.'): ParameterDecorator =>
  (target, key, index) => {
    const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || !descriptor) throw new Error('@UuidParam belongs on a handler method');
    Param(name, TO_LOWER_CASE)(target, key, index);
    // TypeScript applies the decorators of parameters from the last one to the first.
    Reflect.defineMetadata(PATH_IDS, [name, ...pathIdsOf(descriptor.value)], descriptor.value);
    ApiParam({ name, description, schema: { type: 'string', format: 'uuid' }, example: EXAMPLE_ID })(
      target,
      key,
      descriptor,
    );
  };

const TO_LOWER_CASE: PipeTransform<string, string> = { transform: (id) => id.toLowerCase() };

/** The names of a handler's path ids, in the order of its parameters. */
export function pathIdsOf(handler: object): readonly string[] {
  return Reflect.getMetadata(PATH_IDS, handler) ?? [];
}

/** Null for a UUID in upper or lower case. */
export function pathIdFault(name: string, value: unknown): ValidationItem | null {
  if (isUuid(value)) return null;
  const input = typeof value === 'string' && value.length <= MAX_ECHOED_CHARACTERS ? { input: value } : {};
  return { type: 'uuid_parsing', loc: ['path', name], msg: MESSAGES.uuid_parsing, ...input };
}
