// Refuses malformed path ids, and names the other faults of the request in the same answer.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { invalid } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { pathIdFault, pathIdsOf } from './path-ids.js';
import { requestFaults } from './request-faults.js';

/** A guard and not a pipe, because Nest stops reading parameters at the first pipe that throws. */
@Injectable()
export class PathIdsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const faults = pathIdsOf(context.getHandler()).flatMap((name) => pathIdFault(name, request.params[name]) ?? []);
    if (faults.length > 0) throw invalid([...faults, ...requestFaults(context)]);
    return true;
  }
}
