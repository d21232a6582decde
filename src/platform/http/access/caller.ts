// Who a request acts for. Set by the guard, read by handlers through @CurrentCaller().
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServedRequest } from '../../operations/served-request.js';

export const SCOPES = ['analysis:read', 'analysis:write', 'billing:read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Caller {
  readonly accountId: string;
  /** False for a test key: nothing it does is charged or sent. */
  readonly livemode: boolean;
  readonly via: 'token' | 'api_key';
  /** Null with a token. */
  readonly apiKeyId: string | null;
  readonly scopes: readonly Scope[];
  /**
   * Asks again, in the transaction that does what the request asked for: a long upload may outlive its credential. Until
   * the transaction ends the credential cannot be revoked, nor its account erased. Call it before anything else is locked.
   * @throws ApiError 401
   */
  confirm(tx: EntityManager): Promise<void>;
}

/** The request as it looks once the guard and the request-id middleware have seen it. */
export interface ServiceRequest extends ServedRequest {
  caller?: Caller;
  /** The bytes of a JSON or raw body, at most 1 MiB. Not set for multipart bodies, which stay a stream. */
  rawBody?: Buffer;
}

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<ServiceRequest>();
  if (!caller) throw new Error('A handler that asks for the caller must not be public');
  return caller;
});
