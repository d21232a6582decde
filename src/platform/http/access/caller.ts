// The account that a request acts for. The caller guard sets it; handlers read it with @CurrentCaller().
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LinkAct } from '../../../access/link-acts.js';
import type { Person, Principal } from '../../../access/principal.js';
import { type Seen, sightOf } from '../../../access/rights.js';
import type { ServedRequest } from '../../operations/served-request.js';

/** Objects that a review link can give access to. */
export type LinkedObject = 'analysis' | 'evaluation' | 'calibration';

/** Rights of a review link's holder. The guard checks every route against them. */
export interface CallerLink {
  /** Null for a link to a calibration session. */
  readonly analysisId: string | null;
  readonly may: readonly LinkAct[];
  /** Reviewer that the link was made for. What the holder writes is stored under this name. */
  readonly reviewerId: string;
  /** True when the object is the call or the session of the link, or belongs to its call. */
  covers(object: LinkedObject, id: string): Promise<boolean>;
}

export interface Caller {
  readonly accountId: string;
  /** False for a test key: its calls are not charged and send no webhooks. */
  readonly livemode: boolean;
  /** Who acts for the account. */
  readonly principal: Principal;
  /** True where the account wants reads of single calls in its audit log. Absent: false. */
  readonly entersReads?: boolean;
  /** Set only for the holder of a review link. */
  readonly link?: CallerLink;
  /**
   * Checks the credential again inside the transaction that carries out the request, because a long upload may outlive its
   * credential. Until the transaction ends, the credential cannot be revoked and its account cannot be erased. Call it before
   * the transaction locks anything else.
   * @throws ApiError 401
   */
  confirm(tx: EntityManager): Promise<void>;
  /**
   * Whether the credential would still be accepted. For streams, which outlive their request. Calls made at the same time share
   * one statement.
   */
  isGood(): Promise<boolean>;
}

export const seenBy = ({ accountId, principal }: Pick<Caller, 'accountId' | 'principal'>): Seen => ({
  accountId,
  sight: sightOf(principal),
});

/** The person who calls a route that no key and no link opens. */
export function personOf({ principal }: Pick<Caller, 'principal'>): Person {
  if (principal.kind !== 'person') throw new Error('A route for people alone is open to others');
  return principal;
}

/** The request after the request-id middleware, the caller guard and the body guard. */
export interface ServiceRequest extends ServedRequest {
  caller?: Caller;
  /** The bytes of a JSON or raw body, at most 1 MiB. Undefined for a multipart body, which the handler reads as a stream. */
  rawBody?: Buffer;
}

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<ServiceRequest>();
  if (!caller) throw new Error('A handler that asks for the caller must not be public');
  return caller;
});
