// Decorators that declare which rate-limit budgets a route is charged to.
import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import {
  EMAIL_BUDGET,
  EMAIL_FIELD,
  type EmailBudget,
  EmailBudgetGuard,
  PasswordBudgetGuard,
} from './auth-budget.guards.js';

export type RouteBudget = 'submission' | 'upload' | 'append' | 'auth' | 'none';

export const ROUTE_BUDGET = Symbol('route-budget');

/** Also charged to the submission budget of the account. */
export const SubmissionBudget = () => chargedTo('submission');

/** Also charged to the budget of the account for resumable uploads that it begins. */
export const UploadBudget = () => chargedTo('upload');

/** Charged to the budget of the account for the parts of resumable uploads alone: one recording may come in hundreds of them. */
export const AppendBudget = () => chargedTo('append');

/**
 * Also charged to the auth budgets: that of the client address, and that of the account whose e-mail address is in the body.
 * @param emailField the member of the body that holds the address
 */
export const LogInBudget = (emailField = 'email') =>
  applyDecorators(chargedTo('auth'), SetMetadata(EMAIL_FIELD, emailField), UseGuards(EmailBudgetGuard));

/** Also charged to the auth budget of the client address. */
export const AddressBudget = () => chargedTo('auth');

/** Also charged to the auth budgets: that of the client address, and that of the mailbox in the body, if any. */
export const MailBudget = () =>
  applyDecorators(
    chargedTo('auth'),
    SetMetadata(EMAIL_BUDGET, 'mail' satisfies EmailBudget),
    UseGuards(EmailBudgetGuard),
  );

/**
 * For a route of a known caller. Where the body names a password or an e-mail address, also charged to the auth budgets: those
 * of the client address, of the account, and of the mailbox.
 */
export const PasswordBudget = () =>
  applyDecorators(
    ApiExtension('x-rate-limit', 'auth'),
    SetMetadata(EMAIL_BUDGET, 'mail' satisfies EmailBudget),
    UseGuards(PasswordBudgetGuard, EmailBudgetGuard),
  );

/** Charged to no budget. For a payment provider's events, which come from few addresses and must not be lost. */
export const NotRateLimited = () => chargedTo('none');

/** The rate-limit guard reads the metadata; the builder of the OpenAPI document reads the extension. */
const chargedTo = (budget: RouteBudget) =>
  applyDecorators(SetMetadata(ROUTE_BUDGET, budget), ApiExtension('x-rate-limit', budget));
