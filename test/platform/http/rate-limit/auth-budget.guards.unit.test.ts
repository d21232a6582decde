import type { ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { tooManyRequests } from '../../../../src/platform/errors/api-error.js';
import {
  EMAIL_BUDGET,
  EMAIL_FIELD,
  EmailBudgetGuard,
  PasswordBudgetGuard,
} from '../../../../src/platform/http/rate-limit/auth-budget.guards.js';

/** The charges of a request with this body. @param field the member of the body that the route says holds the address */
async function chargesOf(
  Guard: typeof EmailBudgetGuard | typeof PasswordBudgetGuard,
  body: unknown,
  { field, budget, isOver = false }: { field?: string; budget?: string; isOver?: boolean } = {},
) {
  const charges: string[] = [];
  const limits = {
    charge: async (_request: unknown, _response: unknown, budget: string, payer: string) =>
      charges.push(`${budget} ${payer}`),
    refuseIfOver: () => {
      if (isOver) throw tooManyRequests(9);
    },
    addressPayer: () => 'address:here',
    payerOf: () => 'account:mine',
  };
  const handler = () => undefined;
  if (field !== undefined) Reflect.defineMetadata(EMAIL_FIELD, field, handler);
  if (budget !== undefined) Reflect.defineMetadata(EMAIL_BUDGET, budget, handler);
  const http = { getRequest: () => ({ body }), getResponse: () => ({}) };
  const context = { switchToHttp: () => http, getHandler: () => handler } as unknown as ExecutionContext;
  const isLetThrough = await new Guard(limits as never).canActivate(context);
  return { charges, isLetThrough };
}

describe('the budget of an e-mail address', () => {
  const MAILBOX = { email: 'anna@example.com' };

  it.each([
    ['in capitals', { email: 'Anna@Example.COM' }],
    ['with spaces around it', { email: ' anna@example.com\t' }],
    ['with a full-width letter', { email: `${String.fromCodePoint(0xff41)}nna@example.com` }],
  ])('is one for the address %s', async (_, body) => {
    const { charges } = await chargesOf(EmailBudgetGuard, body);
    expect(charges, 'Guesses at one account have a budget for each spelling').toEqual(
      (await chargesOf(EmailBudgetGuard, MAILBOX)).charges,
    );
    expect(charges, 'budgets that one guess is charged to').toHaveLength(1);
  });

  it('is one for both spellings of a domain of other letters, and takes any text', async () => {
    const budgets = new Set<string>();
    for (const domain of ['例え.example', 'XN--R8JZ45G.example', '例え。example', '例え.example.'])
      for (const charge of (await chargesOf(EmailBudgetGuard, { email: `anna@${domain}` })).charges)
        budgets.add(charge);
    expect(budgets.size, 'budgets for guesses at one account').toBe(1);
    for (const email of ['', '@', 'anna@', '\ud83d@\ud83d', `anna@${'ü'.repeat(300_000)}`])
      expect((await chargesOf(EmailBudgetGuard, { email })).charges, 'budgets of one text').toHaveLength(1);
  });

  it('is another for another address, and shows none in Redis', async () => {
    const { charges, isLetThrough } = await chargesOf(EmailBudgetGuard, MAILBOX);
    expect(charges).toEqual([expect.stringMatching(/^authAccount email:[\w-]{43}$/)]);
    expect(isLetThrough, 'the request is let through').toBe(true);
    expect((await chargesOf(EmailBudgetGuard, { email: 'bert@example.com' })).charges).not.toEqual(charges);
  });

  it('is that of the member that the route names', async () => {
    const { charges } = await chargesOf(
      EmailBudgetGuard,
      { username: MAILBOX.email, email: 'x' },
      { field: 'username' },
    );
    expect(charges).toEqual((await chargesOf(EmailBudgetGuard, MAILBOX)).charges);
  });

  it.each([[undefined], [{}], [{ email: 7 }]])(
    'is not charged for the body %j, which validation refuses',
    async (body) => {
      expect(await chargesOf(EmailBudgetGuard, body)).toEqual({ charges: [], isLetThrough: true });
    },
  );

  it('is that of a client address where a mail goes to it', async () => {
    const { charges } = await chargesOf(EmailBudgetGuard, MAILBOX, { budget: 'mail' });
    expect(charges).toEqual([expect.stringMatching(/^auth email:[\w-]{43}$/)]);
  });

  it('refuses a request once it is used up', async () => {
    await expect(chargesOf(EmailBudgetGuard, MAILBOX, { isOver: true })).rejects.toMatchObject({ status: 429 });
  });
});

describe('the budget for guesses at a password', () => {
  const BOTH = ['auth address:here', 'authAccount account:mine'];

  it.each([
    ['the current password', { current_password: 'x' }, BOTH],
    ['a password', { password: 'x' }, BOTH],
    ['an e-mail address, to which a mail goes', { email: 'x' }, [...BOTH, 'auth account:mine']],
    ['none of them', { name: 'x' }, []],
    ['nothing', undefined, []],
  ])('is that of the address and the account where the body holds %s', async (_, body, charges) => {
    expect(await chargesOf(PasswordBudgetGuard, body), 'Guesses are free, or other changes are charged').toEqual({
      charges,
      isLetThrough: true,
    });
  });

  it('refuses a request once it is used up', async () => {
    const guess = chargesOf(PasswordBudgetGuard, { password: 'x' }, { isOver: true });
    await expect(guess, 'A password can be guessed without end').rejects.toMatchObject({ status: 429 });
  });
});
