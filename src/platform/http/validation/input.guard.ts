// Refuses malformed path ids and unknown query parameters, and names the other faults of the request in the same response. Names
// the members of a JSON body that the service ignores.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { invalid } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { inputsOf } from './handler-inputs.js';
import { nameIgnoredFields } from './ignored-fields.js';
import { pathFaults } from './path-ids.js';
import { isRecord } from './read-input.js';
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
