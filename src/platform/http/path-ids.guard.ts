// Refuses malformed path ids, and with them whatever else of the request is wrong: all failing fields are told at once.
import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { invalid, type ValidationItem } from '../errors/api-error.js';
import { inputFaults } from '../errors/validation.js';
import type { ServiceRequest } from './caller.js';
import { pathIdFault, pathIdsOf } from './fields.js';

/** Parameters are read each by itself, and the first that fails ends the reading; so ids are looked at before that. */
@Injectable()
export class PathIdsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const faults = pathIdsOf(context.getHandler()).flatMap((name) => pathIdFault(name, request.params[name]) ?? []);
    if (faults.length > 0) throw invalid([...faults, ...otherFaults(context, request)]);
    return true;
  }
}

/** Of the classes that the handler takes its query and its body as. */
function otherFaults(context: ExecutionContext, request: ServiceRequest): ValidationItem[] {
  const [controller, name] = [context.getClass(), context.getHandler().name];
  const types: Type[] = Reflect.getMetadata('design:paramtypes', controller.prototype, name) ?? [];
  const parameters: Record<string, { readonly index: number; readonly data?: unknown }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {};
  return Object.entries(parameters).flatMap(([key, { index, data }]) => {
    const type = types[index];
    if (type === undefined || data !== undefined) return [];
    if (key.startsWith(`${RouteParamtypes.QUERY}:`)) return inputFaults(type, request.query, 'query');
    if (key.startsWith(`${RouteParamtypes.BODY}:`)) return inputFaults(type, request.body ?? {}, 'body');
    return [];
  });
}
