// What is wrong with a request's key, query and body, for whoever refuses it before the handler's parameters are read.
import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { ValidationItem } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { jsonBodyOf } from '../body/body.guard.js';
import { keyFault, readKey } from '../idempotency/idempotency-errors.js';
import { inputFaults } from '../validation/validation.js';

/**
 * Of the Idempotency-Key, and of query and JSON body by the classes that the handler takes them as. A form is not read: it
 * may be a recording.
 */
export function handlerFaults(context: ExecutionContext): ValidationItem[] {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  const [controller, name] = [context.getClass(), context.getHandler().name];
  const types: Type[] = Reflect.getMetadata('design:paramtypes', controller.prototype, name) ?? [];
  const parameters: Record<string, { readonly index: number; readonly data?: unknown }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {};
  const faults = Object.entries(parameters).flatMap(([key, { index, data }]) => {
    const type = types[index];
    if (type === undefined || data !== undefined) return [];
    if (key.startsWith(`${RouteParamtypes.QUERY}:`)) return inputFaults(type, request.query, 'query');
    if (key.startsWith(`${RouteParamtypes.BODY}:`)) return inputFaults(type, request.body ?? {}, 'body');
    return [];
  });
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const fault = typeof key === 'string' ? keyFault(readKey(key)) : null;
  if (fault !== null) faults.unshift(fault);
  const json = jsonBodyOf(context.getHandler());
  if (json !== null && !request.is('multipart/form-data'))
    faults.push(...inputFaults(json, request.body ?? {}, 'body'));
  return faults;
}
