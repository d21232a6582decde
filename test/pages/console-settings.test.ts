// The plan and the account in the console, with a payment provider.
// cspell:ignore Löschen Konto

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallAnalysis } from '../../clients/typescript/src/index.js';
import type { Page } from '../../tools/playwright.mjs';
import { mailedToken, until } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { STUB_WEBHOOK_SECRET, type StripeStub, startStripeStub, stockStripe } from '../support/stubs/stripe-stub.js';
import { pressAt, tabTo } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, elsewhere, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = '"><img src=x onerror=hit()>';

describe.runIf(CHROMIUM !== null)('the settings', () => {
  let opened: OpenedConsole;
  let page: Page;
  let stripe: StripeStub;
  let account: Entered;

  beforeAll(async () => {
    stripe = await startStripeStub();
    stockStripe(stripe);
    opened = await openConsole({
      STRIPE_SECRET_KEY: 'sk_test_stub',
      STRIPE_WEBHOOK_SECRET: STUB_WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.url,
      WORKER_SWEEP_SECONDS: '1',
    });
    page = opened.page;
    account = await enter(opened);
  });
  afterAll(async () => {
    await opened?.close();
    await stripe?.close();
  });

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const subscription = () => account.client.billing.subscription();
  /** A page of the payment provider: what it does there, and the way back that it was given. */
  const atProvider = (pattern: RegExp, act: (url: string) => Promise<string>) =>
    opened.context.route(
      pattern,
      async (route) => route.fulfill({ status: 302, headers: { location: await act(route.request().url()) } }),
      { times: 1 },
    );

  it('tell what is used, and what a plan costs before it is taken', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('0 of 100 minutes used', { exact: true }).waitFor();
    await page.getByText('Test: 0 of 100 minutes used').waitFor();
    await opened.expectWhole('the plan');
    await button('Subscribe to Starter').click();
    await dialog().getByText('1,000 minutes per month for $49.00').waitFor();
    await opened.expectWhole('the question before a plan is taken');
    await dialog().getByRole('button', { name: 'Subscribe to Starter' }).click();
    await page.getByText('The Starter plan starts once').waitFor();
    await opened.expectWhole('a plan that waits for its payment');
    await atProvider(/checkout\.stub/, async (url) => {
      const paid = stripe.pay(url);
      await deliver('customer.subscription.created', paid);
      return String(stripe.objects('checkout/sessions')[0]?.success_url);
    });
    await page.getByRole('status').getByRole('link', { name: 'Pay' }).click();
    // The tab comes back logged in, and notices the payment by itself.
    await page.getByText('You are on the Starter plan, $49.00 per month.').waitFor({ timeout: 30_000 });
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/settings`);
    await page.getByRole('link', { name: '0 of 1,000 minutes' }).waitFor();
    expect(await subscription()).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('allow minutes beyond the included ones, at a price that is said', async () => {
    const limit = page.getByLabel('Limit for additional minutes per month');
    await limit.fill(HOSTILE.slice(0, 12));
    await button('Save').click();
    await page.locator('.overage-limit .fault').waitFor();
    await limit.fill('50');
    await page.getByText('$0.05 each, so up to $2.50 per month').waitFor();
    await button('Save').click();
    await page.getByText('Saved').waitFor();
    await page.getByText('Up to 50 additional minutes are allowed at $0.05 each.').waitFor();
    expect((await subscription()).overage_limit_minutes).toBe(50);
  });

  it('change, cancel and keep the plan by keyboard alone', async () => {
    await pressAt(page, 'Change to Growth');
    await dialog().getByText('The difference for the rest of the period').waitFor();
    await pressAt(page, 'Change to Growth');
    await page.getByText('You are on the Growth plan').waitFor();
    await pressAt(page, 'Change to Starter');
    await dialog().getByText('The Growth plan stays active until').waitFor();
    await pressAt(page, 'Change to Starter');
    await page.getByText(/^From .*: Starter plan\.$/).waitFor();
    expect(await subscription()).toMatchObject({ plan: 'growth', pending_plan: 'starter' });
    await pressAt(page, 'Keep Growth');
    await dialog().waitFor();
    await pressAt(page, 'Keep Growth');
    await expect.poll(async () => (await subscription()).pending_plan).toBeNull();
    await dialog().waitFor({ state: 'detached' });
    await pressAt(page, 'Switch to Free');
    await tabTo(page, /^At the end of the period/);
    await opened.expectWhole('the question before a plan is cancelled');
    await pressAt(page, 'Switch to Free');
    await page.getByText(/^The Growth plan is canceled\. It stays active until/).waitFor();
    await opened.expectWhole('a plan that is cancelled');
    expect(await subscription()).toMatchObject({ plan: 'growth', cancel_at_period_end: true });
    await pressAt(page, 'Keep Growth');
    await dialog().waitFor();
    await pressAt(page, 'Keep Growth');
    await expect.poll(async () => (await subscription()).cancel_at_period_end).toBe(false);
    await dialog().waitFor({ state: 'detached' });
  });

  it('lead to the provider and back, and end a plan at once', async () => {
    await atProvider(/portal\.stub/, async () => `${opened.service.rootUrl}/app/settings`);
    const left = page.waitForRequest(/portal\.stub/);
    await button('Invoices and payment methods').click();
    await left;
    await page.getByText('You are on the Growth plan').waitFor();
    await button('Switch to Free').click();
    await dialog()
      .getByRole('radio', { name: /^Immediately/ })
      .check();
    await dialog().getByRole('button', { name: 'Switch to Free' }).click();
    await page.getByText('You are on the Free plan.').waitFor();
    expect((await subscription()).plan).toBe('free');
  });

  it('list what was billed, by period and by call', async () => {
    const client = new CallAnalysis({ baseUrl: opened.service.rootUrl, apiKey: account.liveKey });
    const { id } = await client.analyses.create({ agent_id: 'agent-7', contact_id: 'c', file: recordedCall() });
    await client.analyses.waitForCompletion(id);
    await page.getByRole('link', { name: 'Usage history', exact: true }).click();
    await page.getByRole('row', { name: /Free 1 0\.\d\d 0 \$0\.00/ }).waitFor();
    await opened.expectWhole('the history by period');
    await page.getByRole('link', { name: 'By call' }).click();
    await page.getByRole('link', { name: id }).waitFor();
    await opened.expectWhole('the history by call');
    // Another twenty-five: the page turns, and its address can be sent.
    await opened.service.db.query(
      `INSERT INTO ledger_entry SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'analysis_id',
        gen_random_uuid(), 'created_at', l.created_at - interval '1 hour'))).* FROM ledger_entry l, generate_series(1, 25)`,
    );
    await opened.service.db.query('UPDATE usage_period SET analyses = 26 WHERE analyses = 1');
    await page.reload();
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('26–26 of 26').waitFor();
    expect(page.url()).toContain('/app/settings/history?view=records&page=2');
    await page.goBack();
    await page.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { name: 'agent-7 with c' }).waitFor();
  });

  it('change each setting of the account, and lose nothing typed where the session ends meanwhile', async () => {
    await opened.visit('/settings/account');
    await page.getByLabel('Agent channel in stereo recordings').selectOption('1');
    await page.getByLabel('Language of summaries and suggestions').selectOption('de');
    await button('Save').first().click();
    await expect
      .poll(() => account.client.users.me())
      .toMatchObject({ agent_channel: 1, output_language: 'de', phone_number: null });
    await page.getByLabel(/^Phone number/).fill(HOSTILE);
    await button('Save').nth(1).click();
    await page.locator('.field', { hasText: 'Phone number' }).locator('.fault').waitFor();
    await page.getByLabel(/^Phone number/).fill('+4930901820');
    await button('Add a row').click();
    await page.getByLabel('Key 1').fill(HOSTILE);
    await page.getByLabel('New e-mail address').fill(HOSTILE);
    await page
      .getByRole('textbox', { name: /password/i })
      .first()
      .fill(HOSTILE);
    await page.getByLabel('Value 1').fill(HOSTILE);
    await opened.expectWhole('the account');
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await page.getByRole('heading', { name: 'Konto löschen' }).waitFor();
    await opened.expectWhole('the account in German');
    await page.locator('.more-choices select').last().selectOption('en');
    const api = `${opened.service.baseUrl}/**`;
    await page.route(api, (route) => route.fulfill({ status: 401, json: { detail: 'The token has expired' } }));
    await button('Save').nth(1).click();
    await dialog().waitFor();
    await page.unroute(api);
    await dialog().getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByText('Saved').nth(1).waitFor();
    expect(await account.client.users.me()).toMatchObject({
      phone_number: '+4930901820',
      metadata: { [HOSTILE]: HOSTILE },
      agent_channel: 1,
    });
    await page.reload();
    expect(await page.getByLabel('Value 1').inputValue()).toBe(HOSTILE);
    expect(await page.getByLabel('Language of summaries and suggestions').inputValue()).toBe('de');
  });

  it('say why calls wait, which engine is paused, and how long data is kept', async () => {
    const { db } = opened.service;
    await db.query("UPDATE engine_pause SET since = now(), reason = 'quota' WHERE engine = 'analysis'");
    await db.query(
      `INSERT INTO batch (id, account_id, livemode, request_id, defaults, on_quota, status, run_after)
       SELECT gen_random_uuid(), id, true, 'r', '{}', 'wait', 'waiting_for_quota', now() + interval '1 day' FROM account`,
    );
    const reasonIs = (reason: string | null) =>
      expect.poll(async () => (await account.client.users.status()).engines[1]?.reason).toBe(reason);
    // A process knows the pauses as they were a second ago.
    await reasonIs('quota');
    await opened.visit('/settings/system');
    await page.getByText('0 in progress, 0 waiting').waitFor();
    await page.getByRole('link', { name: '1 batch is waiting for minutes of the plan' }).waitFor();
    await page.getByText(/^Paused since .*: quota exceeded$/).waitFor();
    await page.getByText('No source is failing.').waitFor();
    await page.getByText('Deleted 30 days after processing').waitFor();
    await opened.expectWholeInAll('the system');
    await db.query('UPDATE engine_pause SET since = NULL, reason = NULL');
    await reasonIs(null);
    await button('Refresh').click();
    await page.getByText('Working').nth(1).waitFor();
    await opened.visit('/settings/account');
  });

  it('change address and password, which ends what is open elsewhere and not this tab', async () => {
    const other = await elsewhere(opened);
    await other.goto(`${opened.service.rootUrl}/app/`);
    await other.getByLabel('E-mail').fill(account.email);
    await other.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();

    const email = page.getByRole('region', { name: 'E-mail' });
    await email.getByLabel('New e-mail address').fill('mara@example.org');
    await email.getByRole('textbox', { name: 'Current password' }).fill('not my password');
    await button('Change e-mail address').click();
    await email.getByText('Current password is incorrect').waitFor();
    await email.getByRole('textbox', { name: 'Current password' }).fill(account.password);
    await button('Change e-mail address').click();
    await page.getByText('the link for mara@example.org is printed in the terminal').waitFor();
    const token = await mailedToken(opened.service.dataDir, 'verify-email', 'mara@example.org');
    await account.client.auth.verifyEmail({ token });

    const password = page.getByRole('region', { name: 'Password' });
    await page.reload();
    await email.getByText('mara@example.org').waitFor();
    await password.getByRole('textbox', { name: /^Password/ }).fill('mara@example.org');
    await password.getByRole('textbox', { name: 'Current password' }).fill(account.password);
    await button('Change password').click();
    await password.locator('.fault').waitFor();
    await password.getByRole('textbox', { name: /^Password/ }).fill('another good battery');
    await button('Change password').click();
    await page.getByText('Saved').waitFor();
    await opened.visit('/calls');
    await page.locator('a.row-link').first().waitFor();

    await other.getByLabel('Status').selectOption('failed');
    await other.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
    await other.getByRole('button', { name: 'Sign out instead' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.close();
    await page.reload();
    await page.locator('a.row-link').first().waitFor();
  });

  it('offer no change of address and password to who only signs in through the company', async () => {
    const { db } = opened.service;
    const { rows } = await db.query<{ hash: string }>('SELECT password_hash AS hash FROM member');
    await db.query('UPDATE member SET password_hash = NULL');
    await opened.visit('/settings/account');
    await page.getByText('which manages your address').waitFor();
    for (const name of ['Change password', 'Change e-mail address', 'Delete account…'])
      expect(await button(name).count(), name).toBe(0);
    await button('Send the link').click();
    await page.getByText('The link for mara@example.org is printed in the terminal').waitFor();
    await mailedToken(opened.service.dataDir, 'reset-password', 'mara@example.org');
    await opened.expectWhole('the settings of an owner without a password');
    await db.query('UPDATE member SET password_hash = $1', [rows[0]?.hash]);
  });

  it('delete the account, once its address is typed', async () => {
    await opened.visit('/settings/account');
    await button('Delete account…').click();
    const sure = dialog().getByRole('button', { name: 'Delete permanently' });
    expect(await sure.isDisabled(), 'waits for the address').toBe(true);
    await opened.expectWhole('the question before the account is deleted');
    await dialog().getByLabel('Type mara@example.org').fill(HOSTILE);
    expect(await sure.isDisabled(), 'waits for the address').toBe(true);
    await dialog().getByLabel('Type mara@example.org').fill('Mara@Example.org');
    await dialog().getByRole('textbox', { name: 'Password' }).fill('wrong');
    await sure.click();
    await dialog().getByText('Current password is incorrect').waitFor();
    await dialog().getByRole('textbox', { name: 'Password' }).fill('another good battery');
    await sure.click();
    await page.getByText('Your account has been deleted.').waitFor();
    await until(async () => {
      const { rows } = await opened.service.db.query('SELECT 1 FROM account');
      return rows.length === 0;
    }, 'the account is gone');
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  async function deliver(type: string, object: Record<string, unknown>): Promise<void> {
    const { payload, signature } = stripe.event(type, object);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await fetch(`${opened.service.baseUrl}/webhooks/stripe`, { method: 'POST', headers, body: payload });
  }
});
