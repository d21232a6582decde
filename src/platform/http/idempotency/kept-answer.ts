// `@KeptAnswer()`: how a handler has its answer kept in the transaction that makes what the answer tells of.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServiceRequest } from '../access/caller.js';
import { IdempotentRequest } from './idempotent-request.js';

/** Done at the end of a transaction, with what was made in it. What it throws undoes the transaction. */
export type WithMade<Made> = (tx: EntityManager, made: Made) => Promise<void>;

/** @param answerOf turns what was made into what the handler returns */
export type KeepAnswer = <Made>(answerOf: (made: Made) => object) => WithMade<Made>;

/** For what is made without a request. */
export const nothingMore: WithMade<unknown> = async () => undefined;

/** Without an Idempotency-Key nothing is kept. */
export const KeptAnswer = createParamDecorator((_: unknown, context: ExecutionContext): KeepAnswer => {
  const idempotent = IdempotentRequest.of(context.switchToHttp().getRequest<ServiceRequest>());
  return (answerOf) => async (tx, made) => idempotent?.keep(tx, answerOf(made));
});

/** Null without an Idempotency-Key. */
export const Idempotent = createParamDecorator((_: unknown, context: ExecutionContext): IdempotentRequest | null =>
  IdempotentRequest.of(context.switchToHttp().getRequest<ServiceRequest>()),
);
