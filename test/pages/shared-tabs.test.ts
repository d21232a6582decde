// Tabs of one browser: a call opened in a new tab is there without another login, and a logout ends it in all tabs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { CHROMIUM } from './chromium.js';
import { enter, type OpenedConsole, openConsole } from './opened-console.js';

describe.runIf(CHROMIUM !== null)('tabs of the console', () => {
  let opened: OpenedConsole;
  let page: Page;
  let other: Page;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    const account = await enter(opened);
    const accountId = await accountIdOf(opened.service.db, account.email);
    await storeScoredCall(opened.service.db, accountId, { agent: 'agent-7', at: new Date() });
    await page.reload();
  });
  afterAll(() => opened?.close());

  it('share the login: a middle click on a call opens it, and no token is stored for others or part of the address', async () => {
    const tab = opened.context.waitForEvent('page');
    await page.getByRole('link', { name: 'agent-7' }).click({ button: 'middle' });
    other = await tab;
    await other.getByRole('heading', { name: /^agent-7 with/ }).waitFor();
    const token = await page.evaluate<string>("JSON.parse(sessionStorage.getItem('console-session')).accessToken");
    for (const one of [page, other]) {
      expect(one.url()).not.toContain(token);
      expect(await one.evaluate<string>('JSON.stringify(localStorage) + document.cookie')).not.toContain(token);
    }
  });

  it('end together when the person logs out in one of them, and begin together again', async () => {
    const { email, password } = await opened.service.openAccount();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByLabel('E-mail').waitFor();
    expect(await other.evaluate<string | null>("sessionStorage.getItem('console-session')")).toBeNull();
    await other.getByLabel('E-mail').fill(email);
    await other.getByRole('textbox', { name: 'Password' }).fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(email).waitFor();
  });

  it('of a browser without a login ask for one', async () => {
    const stranger = await opened.context.browser()?.newContext();
    const alone = await stranger?.newPage();
    await alone?.goto(`${opened.service.rootUrl}/app/calls`);
    await alone?.getByLabel('E-mail').waitFor();
    await stranger?.close();
  });
});
