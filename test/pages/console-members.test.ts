// The people of an account in the console: invited by link, each with what the role has, and nothing else.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallAnalysis } from '../../clients/typescript/src/index.js';
import type { Page } from '../../tools/playwright.mjs';
import { mailedToken } from '../support/apps/running-service.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';
import { IDENTITY } from './opened-deciding.js';

const PASSWORD = 'another horse battery staple';
const HOSTILE = '"><img src=x onerror=hit()>';
const ANN = 'ann@example.com';
const BEN = 'ben@example.com';
const RECORD = 'call-analysis-verification=abc';

const signInOf = (sent: Record<string, unknown>, verified: boolean) => ({
  teams: null,
  redirect_uri: 'https://calls.example.com/api/v1/auth/oidc/callback',
  backchannel_logout_uri: 'https://calls.example.com/api/v1/auth/oidc/backchannel-logout',
  ...sent,
  domains: [{ domain: 'example.com', record: RECORD, verified }],
});

describe.runIf(CHROMIUM !== null)('the members of an account', () => {
  let opened: OpenedConsole;
  let page: Page;
  let owner: Entered;
  let callId: string;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    owner = await enter(opened);
    const { db } = opened.service;
    const accountId = await accountIdOf(db, owner.email);
    ({ callId } = await storeReviewableCall(db, accountId));
    await db.query("UPDATE analysis SET agent_id = 'agent-7', created_at = now() WHERE id = $1", [callId]);
    for (const [n, agent] of ['agent-7', 'agent-7', 'agent-8', 'agent-9'].entries())
      await storeScoredCall(db, accountId, { agent, at: new Date(Date.now() - 3_600_000), compliance: 60 + n });
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const views = async () =>
    (await page.locator('.side > ul a').allInnerTexts()).map((text) => text.replace(/\d.*/s, '').trim());
  const memberOf = async (email: string) =>
    (await owner.client.members.list()).items.find((one) => one.email === email);
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  const act = async (name: string, does: string) => {
    await button(`More: ${name}`).click();
    await page.getByRole('menuitem', { name: does, exact: true }).click();
  };

  /** Opens the link of the mail, as the person does to whom it came. */
  async function accept(email: string, name: string): Promise<void> {
    const token = await mailedToken(opened.service.dataDir, 'accept-invitation', email);
    await page.goto(`${opened.service.rootUrl}/accept-invitation?token=${token}`);
    await page.getByLabel('Name that others see').fill(name);
    await page.getByLabel('Password, at least 8 characters').fill(PASSWORD);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForURL(/\/app\//);
  }

  async function logInAs(email: string, password: string): Promise<void> {
    await opened.visit('/settings/account');
    await button('Sign out').click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await button('Sign in').click();
    await page.getByText(email).first().waitFor();
  }

  it('are invited with a role, by keyboard too, and the server tells what is wrong with a field', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    await rowOf('you').getByText('Owner').waitFor();
    await pressAt(page, 'Invite member');
    await page.getByLabel('E-mail').fill(owner.email);
    await button('Send invitation').click();
    await page.locator('.fault', { hasText: 'This e-mail already belongs to a member' }).waitFor();
    await page.getByLabel('E-mail').fill(BEN);
    await page.getByLabel('Role', { exact: true }).selectOption('agent');
    await page.getByLabel('Agent ID').fill('agent-7');
    await opened.expectWholeInAll('an invitation');
    await button('Send invitation').click();
    await page.getByText(`the link for ${BEN} is in the terminal`).waitFor();
    await button('Invite member').click();
    await page.getByLabel('E-mail').fill(ANN);
    await page.getByLabel('Teams', { exact: true }).fill('  \n');
    await page.keyboard.press('Tab');
    await button('Send invitation').click();
    await rowOf(ANN).getByText('Reviewer').waitFor();
    await button(`Resend: ${ANN}`).click();
    await page.getByText(`the link for ${ANN} is in the terminal`).waitFor();
    await button('Invite member').click();
    await page.getByLabel('E-mail').fill('eve@example.com');
    await button('Send invitation').click();
    await button('Revoke: eve@example.com').click();
    await rowOf('eve@example.com').waitFor({ state: 'detached' });
    await opened.expectWholeInAll('the members');
  });

  it('come in by the link of the mail, and review under their own id without typing a name', async () => {
    await accept(ANN, HOSTILE);
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    expect(await views()).toEqual([
      'Calls',
      'Search',
      expect.stringMatching(/review|look/i),
      expect.any(String),
      expect.any(String),
      'Settings',
    ]);
    expect(await page.getByRole('link', { name: /Send calls/ }).count(), 'ways to send').toBe(0);
    await opened.visit('/developers');
    await page.getByRole('heading', { name: 'Your role does not include this page' }).waitFor();
    await page.getByText('This page needs the role Analyst; yours is Reviewer.').waitFor();
    await opened.expectWholeInAll('a view that is closed');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Password' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Delete the account' }).count()).toBe(0);

    await opened.visit(`/calls/${callId}`);
    const answers = page.getByRole('group', { name: `Your answer: ${IDENTITY}` });
    await answers.getByRole('button').first().click();
    const bar = page.locator('.save-who');
    await bar.getByText(HOSTILE).waitFor();
    expect(await bar.getByRole('button').count(), 'ways to another name').toBe(0);
    await page.keyboard.press('Control+s');
    await page.locator('.told').waitFor();
    const [review] = (await owner.client.reviews.listOfAnalysis(callId)).items;
    expect(review?.reviewer_id).toBe((await memberOf(ANN))?.id);
    await page.locator('.finding-source', { hasText: HOSTILE }).first().waitFor();
  });

  it('see as agents their own calls alone, with their figures beside the mean of the team', async () => {
    const { id: annId = '' } = (await memberOf(ANN)) ?? {};
    const note = 'Well explained.';
    const findings = [{ finding: 'quality.greeting' as const, answer: 'yes' as const }];
    await owner.client.reviews.create(callId, { reviewer_id: annId, findings, note });
    await accept(BEN, 'Ben');
    await page.getByRole('heading', { name: 'My calls', level: 1 }).waitFor();
    await page.getByText('The AI of this service transcribes each call').waitFor();
    await page.getByRole('columnheader', { name: 'Team average' }).waitFor();
    await page.getByRole('status').filter({ hasText: '3 calls' }).waitFor();
    expect(await page.locator('a.row-link').count()).toBe(3);
    expect(await page.getByText(/agent-[89]/).count(), 'others').toBe(0);
    await opened.expectWholeInAll('the calls of an agent');
    expect(await views()).toEqual(['My calls', 'Settings']);
    await opened.visit('/queue');
    await page.getByText('It is not for the role Agent.').waitFor();
    await page.getByRole('link', { name: 'My calls' }).first().click();
    await page.locator(`a.row-link[data-id="${callId}"]`).press('Enter');
    await page.getByText(note).waitFor();
    await page.locator('.quote').first().waitFor();
    expect(await page.locator('.your-answer').count(), 'answers to give').toBe(0);
    expect(await button('Share').count()).toBe(0);
    const saving = page.waitForEvent('download');
    await button('Save report').click();
    expect((await saving).suggestedFilename()).toMatch(/^agent-7_.*\.html$/);
    await opened.expectWholeInAll('a call of an agent');
    await page.getByRole('link', { name: 'My calls' }).first().click();
    await page.getByRole('heading', { name: 'My calls', level: 1 }).waitFor();
  });

  it('sign in with the identity provider that the owner sets, once a domain is proved', async () => {
    await logInAs(owner.email, owner.password);
    let set: Record<string, unknown> | null = null;
    await page.route('**/api/v1/settings/sso**', async (route) => {
      const request = route.request();
      if (request.method() === 'PUT') set = signInOf(request.postDataJSON(), false);
      if (request.url().endsWith('/example.com/verify')) {
        if (set?.enforce === false)
          return route.fulfill({ status: 400, json: { detail: 'The domain example.com has no such TXT record' } });
        set = { ...set, domains: [{ domain: 'example.com', record: RECORD, verified: true }] };
      }
      if (request.url().endsWith('/test')) return route.fulfill({ json: { url: `${opened.service.rootUrl}/healthz` } });
      return set ? route.fulfill({ json: set }) : route.fulfill({ status: 404, json: { detail: 'Not found' } });
    });
    await opened.visit('/settings/sign-in');
    await page.getByLabel('Issuer (URL)').fill('https://id.example.com');
    await page.getByLabel('Client ID').fill('console');
    await page.getByRole('textbox', { name: 'Client secret' }).fill(HOSTILE);
    await page.getByLabel('E-mail domains').fill('Example.com\n');
    await button('Add a row').click();
    await page.getByLabel('Group 1', { exact: true }).fill('qa-leads');
    await page.getByLabel('Role of group 1').selectOption('analyst');
    await button('Save').click();
    await page.getByText(RECORD).waitFor();
    expect(set, 'what was sent').toMatchObject({
      client_secret: HOSTILE,
      roles: { claim: 'groups', map: { 'qa-leads': 'analyst' }, default: null },
    });
    await button('Verify: example.com').click();
    await page.getByText('The domain example.com has no such TXT record').waitFor();
    await page.getByLabel('Require this sign-in').check();
    await button('Save').click();
    await page.getByText('Saved').waitFor();
    expect(set, 'the secret stays').not.toHaveProperty('client_secret');
    await button('Verify: example.com').click();
    await page.getByText('verified', { exact: true }).waitFor();
    await opened.expectWholeInAll('the sign-in of the company');
    const tested = opened.context.waitForEvent('page');
    await button('Test sign-in').click();
    await (await tested).waitForURL(/healthz/);
    await (await tested).close();
    await page.unroute('**/api/v1/settings/sso**');
  });

  it('are changed, disabled and deleted, and the account is handed over with the password', async () => {
    await logInAs(owner.email, owner.password);
    await opened.visit('/settings/members');
    await act('Ben', 'Edit…');
    await dialog().getByLabel('Agent ID').fill('');
    await dialog().getByLabel('Role', { exact: true }).selectOption('analyst');
    await dialog().getByLabel('Teams', { exact: true }).fill('sales\nsupport');
    await dialog().getByLabel('May hear original recordings').check();
    await opened.expectWhole('a member that is changed');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await rowOf('Ben').getByText('sales, support').waitFor();
    expect(await memberOf(BEN)).toMatchObject({ role: 'analyst', agent_id: null, recordings_original: true });

    await act('Ben', 'Disable');
    await dialog().getByRole('button', { name: 'Disable' }).click();
    await rowOf('Ben').getByText('disabled').waitFor();
    await act('Ben', 'Enable');
    await rowOf('Ben').getByText('disabled').waitFor({ state: 'detached' });

    const ben = await new CallAnalysis({ baseUrl: opened.service.rootUrl }).auth.logIn({
      email: BEN,
      password: PASSWORD,
    });
    const client = new CallAnalysis({ baseUrl: opened.service.rootUrl }).withApiKey(ben.access_token);
    await client.apiKeys.create({ name: 'Of Ben' });
    await page.getByRole('link', { name: 'Developers' }).click();
    await rowOf('Of Ben').getByText('Ben', { exact: true }).waitFor();
    await opened.expectWhole('keys with their makers');
    await opened.visit('/settings/members');
    await act('Ben', 'Delete');
    await dialog().getByLabel(/^Keep/).check();
    await opened.expectWhole('the question before a member is deleted');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await rowOf('Ben').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Developers' }).click();
    await rowOf('Of Ben').getByText('the account').waitFor();

    await opened.visit('/settings/members');
    await act(HOSTILE, 'Make owner…');
    await dialog().getByRole('textbox', { name: 'Current password' }).fill('wrong');
    await dialog().getByRole('button', { name: 'Transfer account' }).click();
    await dialog().getByText('Current password is incorrect').waitFor();
    await dialog().getByRole('textbox', { name: 'Current password' }).fill(owner.password);
    await dialog().getByRole('button', { name: 'Transfer account' }).click();
    await rowOf('you').getByText('Admin').waitFor();
    expect((await memberOf(ANN))?.role).toBe('owner');
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
