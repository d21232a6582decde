// Names under which callers acknowledge and dispute. Keys name whom they act for; the holder of a link and a member are who they
// are. A member acts on the evaluations of its own calls alone, whatever its role.
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { Principal } from '../../access/principal.js';
import { linkOfAnother } from '../../platform/errors/api-error.js';
import type { Caller, ServiceRequest } from '../../platform/http/access/caller.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { ownReviewer } from '../reviews/reviewer/reviewer.js';
import { notOwn, ofAnotherAgent } from './dispute-errors.js';

type Named = 'agent_id' | 'raised_by';

/** A member's name: as the agent of calls, or as a person. */
const ownName = (principal: Principal, member: Named): string | null =>
  member === 'agent_id' && principal.kind === 'person' ? principal.agentId : ownReviewer(principal);

/**
 * @param given by the request
 * @throws ApiError 403 for another name than that of the link; 422 for another than the member's
 */
export function namedBy({ link, principal }: Pick<Caller, 'link' | 'principal'>, member: Named, given: string): string {
  if (link && given !== link.reviewerId) throw linkOfAnother();
  if (isOtherMember(principal) && given !== ownName(principal, member)) throw notOwn(member, given);
  return given;
}

/** @throws ApiError 400 for a member and a call that is not its own */
export function refuseOthersCall({ principal }: Pick<Caller, 'principal'>, agentId: string): void {
  if (isOtherMember(principal) && principal.kind === 'person' && principal.agentId !== agentId) throw ofAnotherAgent();
}

/** The person who registered the account names agents as keys do. */
const isOtherMember = (principal: Principal) => ownReviewer(principal) !== null;

class FillName implements NestInterceptor {
  constructor(private readonly member: Named) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { caller, body } = context.switchToHttp().getRequest<ServiceRequest>();
    const own = caller ? (caller.link?.reviewerId ?? ownName(caller.principal, this.member)) : null;
    if (own !== null && isRecord(body)) Object.assign(body, { [this.member]: body[this.member] ?? own });
    return next.handle();
  }
}

/** Fills in the name of the member or of the link before the body is read. */
export const AsAgent = (member: Named) => applyDecorators(UseInterceptors(new FillName(member)));
