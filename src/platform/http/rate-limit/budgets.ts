// Which budgets a route draws on, said beside its handler.
import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { EmailBudgetGuard } from './email-budget.guard.js';

export type RouteBudget = 'submission' | 'auth' | 'none';

export const ROUTE_BUDGET = Symbol('route-budget');

/** Draws on the submission budget of the account too. */
export const SubmissionBudget = () => drawsOn('submission');

/** Draws on the auth budgets too: one of the client address, one of the e-mail address in the body, where there is one. */
export const AuthBudget = () => applyDecorators(drawsOn('auth'), UseGuards(EmailBudgetGuard));

/**
 * Draws on no budget: for a payment provider's events, which come from few addresses and must not be lost, and for
 * recordings, which a player reads in many small ranges.
 */
export const NotRateLimited = () => drawsOn('none');

/** Read by the limiter's guard, and by the builder of the OpenAPI document. */
const drawsOn = (budget: RouteBudget) =>
  applyDecorators(SetMetadata(ROUTE_BUDGET, budget), ApiExtension('x-rate-limit', budget));
