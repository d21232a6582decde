// Coming in and leaving, on a service that sends mails and lets some domains register.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { startTestService, until } from '../support/apps/running-service.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { type SmtpStub, startSmtpStub } from '../support/stubs/smtp-stub.js';
import { pressAt, tabTo } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { elsewhere, type OpenedConsole, openConsole } from './opened-console.js';

const MARA = { email: 'mara@firm.example', password: 'correct horse battery' };
const HOSTILE = '"><img src=x onerror=hit()>';

describe.runIf(CHROMIUM !== null)('coming in', () => {
  let opened: OpenedConsole;
  let page: Page;
  let smtp: SmtpStub;

  beforeAll(async () => {
    smtp = await startSmtpStub();
    opened = await openConsole({
      REGISTRATION: 'firm.example',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'calls@firm.example',
    });
    page = opened.page;
  });
  afterAll(async () => {
    await opened?.close();
    await smtp?.close();
  });

  const button = (name: string | RegExp) => opened.button(name);
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  /** The link of the newest mail. */
  const mailedLink = (path: string) =>
    until(async () => {
      const text = (smtp.received.at(-1)?.source ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      return new RegExp(`http://\\S+/${path}\\?token=[\\w.-]+`).exec(text)?.[0];
    }, `the mail that opens ${path}`);
  const logIn = async (at: Page, password: string) => {
    await at.getByLabel('E-mail').fill(MARA.email);
    await at.getByRole('textbox', { name: 'Password' }).fill(password);
    await at.getByRole('button', { name: 'Sign in' }).click();
    await at.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  };

  it('says whom it lets in, and leads from the mail to the console', async () => {
    await opened.visit('/');
    await button('Create account').click();
    await page.getByText('Only for addresses at firm.example.').waitFor();
    await page.getByLabel('E-mail').fill('mara@elsewhere.example');
    await page.getByRole('textbox', { name: /^Password/ }).fill(HOSTILE);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Registration is open to other e-mail domains').waitFor();
    await page.getByLabel('E-mail').fill(MARA.email);
    await page.getByRole('textbox', { name: /^Password/ }).fill(MARA.email);
    await page.keyboard.press('Enter');
    await page.locator('.field', { hasText: 'Password' }).locator('.fault').waitFor();
    await opened.expectWhole('a password that is refused');
    await page.getByRole('textbox', { name: /^Password/ }).fill(MARA.password);
    await page.keyboard.press('Enter');
    await page.getByText(`We sent an e-mail to ${MARA.email}.`).waitFor();
    expect(await page.getByText('terminal').count(), 'words about a terminal').toBe(0);
    const mail = await elsewhere(opened);
    await mail.goto(await mailedLink('verify-email'));
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await mail.getByRole('link', { name: 'Open the console' }).click();
    await logIn(mail, MARA.password);
    await mail.close();
  });

  it('is done by keyboard alone, and so is leaving: this tab forgets the session, another browser keeps its own', async () => {
    const other = await elsewhere(opened);
    await other.goto(`${opened.service.rootUrl}/app/`);
    await logIn(other, MARA.password);
    await page.reload();
    await tabTo(page, 'E-mail');
    await page.keyboard.type(MARA.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(MARA.password);
    await page.keyboard.press('Enter');
    await heading('Calls').waitFor();
    const left = page.waitForResponse(/\/auth\/logout$/);
    await pressAt(page, 'Sign out');
    await heading('Sign in').waitFor();
    expect((await left).status(), 'the end of the refresh token').toBe(204);
    expect(await page.evaluate('sessionStorage.length'), 'what the tab keeps').toBe(0);
    await opened.visit('/settings');
    await heading('Sign in').waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await other.close();
  });

  it('works with a new password after the old one is forgotten, and what is open elsewhere ends', async () => {
    const other = await elsewhere(opened);
    await storeReviewableCall(opened.service.db, await accountIdOf(opened.service.db, MARA.email));
    await other.goto(`${opened.service.rootUrl}/app/`);
    await logIn(other, MARA.password);
    await button('Forgot password?').click();
    await page.getByLabel('E-mail').fill(MARA.email);
    await opened.expectWhole('a forgotten password');
    await button('Send link').click();
    await page.getByRole('status').last().waitFor();
    expect(await page.getByText('terminal').count(), 'words about a terminal').toBe(0);
    await page.goto(await mailedLink('reset-password'));
    await page.getByLabel(/^New password/).fill('another good battery');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByLabel('E-mail').fill(MARA.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(MARA.password);
    await button('Sign in').click();
    await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
    await logIn(page, 'another good battery');

    await other.getByLabel('Search agent or contact').fill('typed');

    const ended = other.getByRole('dialog', { name: 'Your session has expired' });
    await ended.getByRole('textbox', { name: 'Password' }).fill('another good battery');
    await ended.getByRole('button', { name: 'Sign in' }).click();
    await ended.waitFor({ state: 'detached' });
    expect(await other.getByLabel('Search agent or contact').inputValue(), 'what was typed').toBe('typed');
    await other.close();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('leads to plans that cost nothing where no payment provider is set up', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('No payment provider is set up on this server').waitFor();
    expect(await button('Invoices and payment methods').count()).toBe(0);
    await opened.expectWhole('the plan without a payment provider');
    await button('Subscribe to Growth').click();
    const question = page.getByRole('dialog', { name: 'Subscribe to Growth' });
    await question.getByText('nothing is charged').waitFor();
    await question.getByRole('button', { name: 'Subscribe to Growth' }).click();
    await page.getByText('0 of 5,000 minutes used', { exact: true }).waitFor();
  });

  it('is for those alone who have an account where registration is closed', async () => {
    const closed = await startTestService({ REGISTRATION: 'closed', PROCESS: 'api' });
    onTestFinished(() => closed.stop());
    const entrance = await opened.context.newPage();
    await entrance.goto(`${closed.rootUrl}/app/`);
    await entrance.getByText('To get an account, contact the operator of this service.').waitFor();
    expect(await entrance.getByRole('button', { name: 'Create account' }).count()).toBe(0);
    await entrance.getByRole('button', { name: 'Forgot password?' }).click();
    await entrance.getByLabel('E-mail').fill(MARA.email);
    await entrance.getByRole('button', { name: 'Send link' }).click();
    await entrance.getByText('The link is printed in the terminal that runs the service').waitFor();
    await entrance.close();
  });
});
