// What a route declares about its budgets: the guard charges by it, and the description of the API shows it.
import type { ExecutionContext } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { expect, it } from 'vitest';
import {
  EMAIL_BUDGET,
  EMAIL_FIELD,
  EmailBudgetGuard,
  PasswordBudgetGuard,
} from '../../../../src/platform/http/rate-limit/auth-budget.guards.js';
import {
  LogInBudget,
  MailBudget,
  NotRateLimited,
  PasswordBudget,
  SubmissionBudget,
} from '../../../../src/platform/http/rate-limit/budgets.js';
import { routeBudget } from '../../../../src/platform/http/rate-limit/rate-limit.guard.js';

/** Where @nestjs/swagger keeps the extensions of an operation. */
const EXTENSIONS = 'swagger/apiExtension';

type Decorator = ReturnType<typeof LogInBudget>;

function declaredBy(decorator: Decorator) {
  const route = () => undefined;
  decorator({}, 'route', { value: route });
  const context = { getHandler: () => route, getClass: () => class {} } as unknown as ExecutionContext;
  return {
    charged: routeBudget(context),
    described: Reflect.getMetadata(EXTENSIONS, route),
    guards: Reflect.getMetadata(GUARDS_METADATA, route),
    email: Reflect.getMetadata(EMAIL_FIELD, route),
    named: Reflect.getMetadata(EMAIL_BUDGET, route),
  };
}

it.each<[string, () => Decorator, string | undefined, string, unknown[] | undefined, (string | undefined)[]]>([
  ['submission', () => SubmissionBudget(), 'submission', 'submission', undefined, []],
  ['log-in', () => LogInBudget(), 'auth', 'auth', [EmailBudgetGuard], ['email']],
  ['log-in by another field', () => LogInBudget('username'), 'auth', 'auth', [EmailBudgetGuard], ['username']],
  ['mail', () => MailBudget(), 'auth', 'auth', [EmailBudgetGuard], [undefined, 'mail']],
  ['password', () => PasswordBudget(), undefined, 'auth', [PasswordBudgetGuard, EmailBudgetGuard], [undefined, 'mail']],
  ['payment event', () => NotRateLimited(), 'none', 'none', undefined, []],
])(
  'a %s route is charged to its budgets, and described so',
  (_, decorator, charged, described, guards, [email, named]) => {
    expect(declaredBy(decorator()), 'what the route declares').toEqual({
      charged,
      described: { 'x-rate-limit': described },
      guards,
      email,
      named,
    });
  },
);

it('a route without a budget of its own has that of its controller', () => {
  class Controller {}
  SubmissionBudget()(Controller);
  const context = { getHandler: () => () => undefined, getClass: () => Controller } as unknown as ExecutionContext;
  expect(routeBudget(context), 'the budget of the route').toBe('submission');
});
