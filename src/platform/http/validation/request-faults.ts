// Lists all faults of a request's Idempotency-Key, query and JSON body. A guard or interceptor that refuses a request before
// Nest reads the handler's parameters adds these to its own faults, because a 422 names all failing fields at once.
import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { ValidationItem } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { jsonBodyOf } from '../body/body.guard.js';
import { keyFault, readKey } from './idempotency-key.js';
import { inputFaults } from './read-input.js';

/** A form is not read: it may hold a recording of 500 MB. */
export function requestFaults(context: ExecutionContext): ValidationItem[] {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  return [...headerFaults(request), ...parameterFaults(context, request), ...mixedBodyFaults(context, request)];
}

function headerFaults(request: ServiceRequest): ValidationItem[] {
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const fault = typeof key === 'string' ? keyFault(readKey(key)) : null;
  return fault === null ? [] : [fault];
}

/** Reads the query and the body as the classes of the handler's `@Query()` and `@Body()` parameters. */
function parameterFaults(context: ExecutionContext, request: ServiceRequest): ValidationItem[] {
  const [controller, handlerName] = [context.getClass(), context.getHandler().name];
  const types: Type[] = Reflect.getMetadata('design:paramtypes', controller.prototype, handlerName) ?? [];
  const parameters: Record<string, { readonly index: number; readonly data?: unknown }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) ?? {};
  return Object.entries(parameters).flatMap(([key, { index, data }]) => {
    const type = types[index];
    if (type === undefined || data !== undefined) return [];
    if (key.startsWith(`${RouteParamtypes.QUERY}:`)) return inputFaults(type, request.query, 'query');
    if (key.startsWith(`${RouteParamtypes.BODY}:`)) return inputFaults(type, request.body ?? {}, 'body');
    return [];
  });
}

/** Reads the JSON body of a handler that accepts a form or JSON: such a handler has no `@Body()` parameter. */
function mixedBodyFaults(context: ExecutionContext, request: ServiceRequest): ValidationItem[] {
  const type = jsonBodyOf(context.getHandler());
  return type === null || request.is('multipart/form-data') ? [] : inputFaults(type, request.body ?? {}, 'body');
}
