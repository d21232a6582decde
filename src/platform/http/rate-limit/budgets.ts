// Which budgets a route draws on, said beside its handler.
import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { EmailBudgetGuard } from './email-budget.guard.js';

export type RouteBudget = 'submission' | 'auth' | 'none';

export const ROUTE_BUDGET = Symbol('route-budget');

/** Draws on the submission budget of the account too. */
export const SubmissionBudget = () => SetMetadata(ROUTE_BUDGET, 'submission' satisfies RouteBudget);

/** Draws on the auth budgets too: one of the client address, one of the e-mail address in the body, where there is one. */
export const AuthBudget = () =>
  applyDecorators(SetMetadata(ROUTE_BUDGET, 'auth' satisfies RouteBudget), UseGuards(EmailBudgetGuard));

/** Draws on no budget: for a payment provider's events, which come from few addresses and must not be lost. */
export const NotRateLimited = () => SetMetadata(ROUTE_BUDGET, 'none' satisfies RouteBudget);
