// The frame of the console where things go wrong: sessions that end, a service that goes away, proxies, tabs beside each other.
// What people typed stays in each case.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

describe.runIf(CHROMIUM !== null)('the frame of the console', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  /** Every address that any page of the browser has asked for. */
  const asked: string[] = [];

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    opened.context.on('request', (request) => asked.push(request.url()));
  });
  afterAll(() => opened?.close());

  const origin = () => opened.service.rootUrl;
  const search = () => page.getByLabel('Search agent or contact');

  it('shows its first view with its own files alone, and keeps nothing that another page could send', async () => {
    const answer = await page.goto(`${origin()}/app`);
    expect(await answer?.headerValue('cache-control')).toBe('no-store');
    expect(await answer?.headerValue('set-cookie')).toBeNull();
    expect(await answer?.headerValue('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        `media-src 'self' ${origin()}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'`,
    );
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const { script, alongside, style } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
    const files = [script, ...alongside, style].map((name) => `${origin()}/app/assets/${name}`);
    expect(new Set(asked.filter((url) => !url.startsWith('data:')))).toEqual(new Set([`${origin()}/app`, ...files]));
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
  });

  it('keeps what was typed to come in while the service is away, and comes in once it is back', async () => {
    account = await enter(opened);
    await storeReviewableCall(opened.service.db, await accountIdOf(opened.service.db, account.email));
    await page.getByRole('button', { name: 'Sign out' }).click();
    const back = await opened.service.takeDown();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await opened.expectWhole('coming in, with the service away');
    await back();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(account.email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  });

  it('says that the service is away, and goes on by itself after a restart', async () => {
    const back = await opened.service.takeDown();
    await search().fill('agent-1');
    await page.getByText('The service cannot be reached').waitFor();
    await opened.expectWhole('the frame, with the service away');
    expect(await search().inputValue()).toBe('agent-1');
    await back();
    await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
    expect(await search().inputValue()).toBe('agent-1');
    expect(page.url()).toBe(`${origin()}/app/calls?search=agent-1`);
  });

  it('asks for the password where the session has ended, and says what is wrong with it', async () => {
    // Ends every session of the account, as a new password does.
    await opened.service.db.query('UPDATE account SET token_epoch = token_epoch + 1 WHERE email = $1', [account.email]);
    await search().fill('agent-2');
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
    await dialog.waitFor();
    await opened.expectWholeInAll('the question to log in again');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible(), 'the question stays until it is answered').toBe(true);
    await dialog.getByRole('textbox', { name: 'Password' }).fill('something else');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(account.email);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
    expect(await search().inputValue()).toBe('agent-2');
  });

  it('waits as long as the service asks, also where a person comes in', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    let refused = 0;
    await page.route('**/auth/login', async (route) => {
      refused += 1;
      if (refused > 1) return route.continue();
      return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { detail: 'Rate limit exceeded.' } });
    });
    await page.keyboard.press('Enter');
    await page.getByText('The service is busy').waitFor();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.getByText('The service is busy').waitFor({ state: 'detached' });
    expect(refused, 'requests to log in').toBe(2);
    await page.unroute('**/auth/login');
  });

  it('has no fault in its help, its menu, and where there is no such page', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await opened.expectWholeInAll('the help');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'More' }).waitFor();
    await opened.expectWholeInAll('the menu');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await opened.visit('/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await opened.expectWhole('no such page');
  });

  it('works below a prefix of a proxy, without a setting', async () => {
    const proxy = await startPrefixProxy('/call-service', Number(new URL(origin()).port));
    const { port } = proxy.address() as AddressInfo;
    const below = await opened.context.newPage();
    await below.goto(`http://127.0.0.1:${port}/call-service/`);
    await below.getByRole('link', { name: 'Open the console' }).click();
    await below.getByLabel('E-mail').fill(account.email);
    await below.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await below.keyboard.press('Enter');
    await below.locator('a.row-link').first().waitFor();
    expect(below.url()).toBe(`http://127.0.0.1:${port}/call-service/app/calls`);
    await below.reload();
    await below.locator('a.row-link').first().waitFor();
    await below.close();
    proxy.closeAllConnections();
    proxy.close();
    expect(
      asked.filter((url) => url.startsWith(`http://127.0.0.1:${port}/`) && !url.includes('/call-service/')),
    ).toEqual([]);
    expect(
      asked.filter((url) => !/^(http:\/\/127\.0\.0\.1:\d+\/|data:)/.test(url)),
      'that left the machine',
    ).toEqual([]);
  });

  it('executes nothing of what is typed to come in', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await typeHostileStrings(page.getByLabel('E-mail'));
    await typeHostileStrings(page.getByRole('textbox', { name: 'Password' }));
    await page.getByRole('button', { name: 'Show: Password' }).click();
    await typeHostileStrings(page.getByRole('textbox', { name: 'Password' }));
    await opened.visit(
      `/${encodeURIComponent(HOSTILE_STRINGS[0] ?? '')}?a=${encodeURIComponent(HOSTILE_STRINGS[4] ?? '')}`,
    );
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});

/** As a proxy in front of several services does: passes on what stands behind the prefix, and answers nothing else. */
async function startPrefixProxy(prefix: string, port: number): Promise<Server> {
  const proxy = createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (!url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end();
      return;
    }
    const passed = forward({ port, path: url.slice(prefix.length), method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return proxy;
}
