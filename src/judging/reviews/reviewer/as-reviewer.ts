// A body that names its reviewer: a member may leave the name out.
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { ServiceRequest } from '../../../platform/http/access/caller.js';
import { isRecord } from '../../../platform/http/validation/read-input.js';
import { ownReviewer } from './reviewer.js';

@Injectable()
class FillReviewer implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { caller, body } = context.switchToHttp().getRequest<ServiceRequest>();
    const own = caller ? ownReviewer(caller.principal) : null;
    if (own !== null && isRecord(body)) Object.assign(body, { reviewer_id: body.reviewer_id ?? own });
    return next.handle();
  }
}

/** Fills in the id of the member who calls, before the body is read. */
export const AsReviewer = () => applyDecorators(UseInterceptors(FillReviewer));
