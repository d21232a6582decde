// Parameter decorators by which a handler takes part in idempotency. With `@ResponseStore()` it stores its response in the same
// transaction as the effect that the response describes.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServiceRequest } from '../access/caller.js';
import { IdempotentRequest } from './idempotent-request.js';

/** A service calls it at the end of its transaction, with the result. An error rolls the transaction back. */
export type BeforeCommit<Result> = (tx: EntityManager, result: Result) => Promise<void>;

/** @param answerOf turns the result of the transaction into the value that the handler returns */
export type StoreResponse = <Result>(answerOf: (result: Result) => object) => BeforeCommit<Result>;

/** Stores no response. For callers outside an HTTP request, such as sweeps. */
export const nothingBeforeCommit: BeforeCommit<unknown> = async () => undefined;

/** Stores nothing for a request without an Idempotency-Key. */
export const ResponseStore = createParamDecorator((_: unknown, context: ExecutionContext): StoreResponse => {
  const idempotent = IdempotentRequest.of(context.switchToHttp().getRequest<ServiceRequest>());
  return (answerOf) => async (tx, result) => idempotent?.storeResponse(tx, answerOf(result));
});

/** Null for a request without an Idempotency-Key. */
export const Idempotent = createParamDecorator((_: unknown, context: ExecutionContext): IdempotentRequest | null =>
  IdempotentRequest.of(context.switchToHttp().getRequest<ServiceRequest>()),
);
