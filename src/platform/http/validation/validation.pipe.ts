// Turns the `@Body()` and `@Query()` parameters of every handler into checked instances of their classes.
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { readInput } from './read-input.js';

@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined || NOT_CLASSES.has(metatype)) return value;
    return readInput(metatype, value ?? {}, type);
  }
}

/** What TypeScript emits for parameters that are not of a request class. */
const NOT_CLASSES: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object, Buffer]);
