// Refuses malformed path ids and unknown query parameters, and names the other faults of the request in the same response. Names
// the members of a JSON body that the service ignores.
import {
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import type { Response } from 'express';
import { invalid } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { inputsOf } from './handler-inputs.js';
import { nameIgnoredFields } from './ignored-fields.js';
import { pathFaults } from './path-ids.js';
import { isRecord, readInput } from './read-input.js';
import { requestFaults, unknownQueryFaults } from './request-faults.js';

/** A guard and not a pipe, because Nest stops reading parameters at the first pipe that throws. */
@Injectable()
export class InputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    if (isRecord(request.body)) nameIgnoredFields(http.getResponse<Response>(), inputsOf(context).body, request.body);
    const ids = pathFaults(context.getHandler(), request.params);
    if (ids.length > 0 || unknownQueryFaults(context).length > 0) throw invalid([...ids, ...requestFaults(context)]);
    return true;
  }
}

/** Turns the `@Body()` and `@Query()` parameters of every handler into checked instances of their classes. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined || NOT_CLASSES.has(metatype)) return value;
    return readInput(metatype, value ?? {}, type);
  }
}

/** Types that TypeScript emits for parameters that are not of a request class. */
const NOT_CLASSES: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object, Buffer]);
