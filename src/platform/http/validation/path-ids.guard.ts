// Refuses malformed path ids, and with them whatever else of the request is wrong: all failing fields are told at once.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { invalid } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { handlerFaults } from '../errors/handler-faults.js';
import { pathIdFault, pathIdsOf } from './fields.js';

/** Parameters are read each by itself, and the first that fails ends the reading; so ids are looked at before that. */
@Injectable()
export class PathIdsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const faults = pathIdsOf(context.getHandler()).flatMap((name) => pathIdFault(name, request.params[name]) ?? []);
    if (faults.length > 0) throw invalid([...faults, ...handlerFaults(context)]);
    return true;
  }
}
