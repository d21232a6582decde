// The console as people use it, in a real browser against the whole service.
// cspell:ignore Anrufe [smoke]
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallAnalysis } from '../../clients/typescript/src/index.js';
import type { Page } from '../../tools/playwright.mjs';
import { mailedToken, type TestService } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { type OpenedConsole, openConsole } from './opened-console.js';

const CREDENTIALS = { email: 'mara@example.com', password: 'correct horse battery' };
/** Citations stand at the second of their quotation. */
const MAX_LATE_SECONDS = 0.05;
const MAX_GZIP_BYTES = 105_000;

describe.runIf(CHROMIUM !== null)('the console', () => {
  let opened: OpenedConsole;
  let page: Page;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const expectWhole = (where: string) => opened.expectWhole(where);
  const germanScripts = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /\/de-[^/]+\.js$/.test(name)).length,
    );

  it('lets a newcomer in, who needs nothing but the link of the mail', async () => {
    await page.goto(`${opened.service.rootUrl}/`);
    await page.getByRole('link', { name: 'Open the console' }).click();
    await button('Create account').click();
    await page.getByLabel('E-mail').fill(CREDENTIALS.email);
    await page.getByRole('textbox', { name: /^Password/ }).fill(CREDENTIALS.password);
    await page.keyboard.press('Enter');
    await page.getByText(`The link for ${CREDENTIALS.email} is printed in the terminal`).waitFor();
    await expectWhole('coming in');
    const token = await mailedToken(opened.service.dataDir, 'verify-email', CREDENTIALS.email);
    const mail = await opened.context.newPage();
    await mail.goto(`${opened.service.rootUrl}/verify-email?token=${token}`);
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await mail.getByRole('link', { name: 'Open the console' }).waitFor();
    await mail.close();
    await button('I have opened the link: sign in').click();
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/calls`);
  });

  it('shows a call while it is heard, opens it by keyboard, and plays the second of a quotation', async () => {
    const client = await keyOf(opened.service);
    const { id } = await client.analyses.create({ agent_id: 'agent-7', contact_id: 'cust-42', file: recordedCall() });
    await page.reload();
    // It comes by itself: nothing reloads the page.
    await page.getByRole('row', { name: /agent-7.*100.*100/ }).waitFor();
    await expectWhole('the calls');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'agent-7 with cust-42' }).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/calls/${id}`);
    const analysis = await client.analyses.get(id);
    const citation = analysis.results?.compliance.identity_verification.citations[0];
    expect(citation?.quote).toBe('confirm your date of birth');
    await page.evaluate(`document.querySelector('audio').addEventListener('play', (event) => {
      window.playedFrom = event.target.currentTime; }, { once: true })`);
    await button(/confirm your date of birth/).click();
    await expect.poll(() => page.evaluate<number | null>('window.playedFrom ?? null')).not.toBeNull();
    const late = Math.abs((await page.evaluate<number>('window.playedFrom')) - (citation?.start ?? 0));
    expect(late, 'seconds beside the quotation').toBeLessThanOrEqual(MAX_LATE_SECONDS);
    await expect
      .poll(() => page.locator('.turn[aria-current=true]').innerText())
      .toContain('confirm your date of birth');
    await expect.poll(() => page.evaluate<number>("document.querySelector('audio').currentTime")).toBeGreaterThan(7.5);
    await expectWhole('a call');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectWhole('the help');
    await page.keyboard.press('Escape');
    expect(opened.lines, 'lines of the console').toEqual([]);
  });

  it('keeps filters in the address, so that a view can be sent and the back button works', async () => {
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/calls?status=failed`);
    await page.goBack();
    await page.getByRole('heading', { name: 'agent-7 with cust-42' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
    await button('Clear filters').click();
    await page.getByRole('row', { name: /agent-7/ }).waitFor();
  });

  it('asks to log in again where the session has ended, waits where it must, and loses nothing that was typed', async () => {
    const api = `${opened.service.baseUrl}/**`;
    await page.route(api, (route) => route.fulfill({ status: 401, json: { detail: 'The token has expired' } }));
    await page.getByLabel('Search agent or contact').fill('agent-7');
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
    await dialog.waitFor();
    await page.unroute(api);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(CREDENTIALS.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /agent-7/ }).waitFor();
    expect(await page.getByLabel('Search agent or contact').inputValue()).toBe('agent-7');

    await page.route(
      api,
      (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Rate limit exceeded.' } }),
      { times: 1 },
    );
    await button('Clear filters').click();
    await page.getByText('The service is busy').waitFor();
    await page.getByText('The service is busy').waitFor({ state: 'detached' });

    await page.route(api, (route) => route.abort());
    await page.getByLabel('Search agent or contact').fill('agent-8');
    await page.getByText('The service cannot be reached').waitFor();
    await page.unroute(api);
    await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
    await button('Clear filters').click();
  });

  it('executes nothing of what people say or type', async () => {
    const { rows } = await opened.service.db.query('SELECT account_id, id FROM analysis');
    const [{ account_id: account, id: real }] = rows;
    const ids: string[] = [];
    for (const text of HOSTILE_STRINGS) {
      const id = await storeCall(opened.service.db, account);
      // No database of text holds the character 0.
      const storable = text.replaceAll('\u0000', '');
      await opened.service.db.query('UPDATE analysis SET agent_id = $2, contact_id = $2 WHERE id = $1', [id, storable]);
      ids.push(id);
    }
    await opened.service.db.query(
      `UPDATE analysis_payload SET results_summary = (SELECT results_summary FROM analysis_payload WHERE analysis_id = $1)
       WHERE analysis_id = ANY ($2)`,
      [real, ids],
    );
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      await page.goto(`${opened.service.rootUrl}/app/calls?page=${number}`);
      await expect.poll(() => page.locator('a.row-link').count()).toBe(number === 7 ? 1 : 50);
    }
    for (const name of ['Search agent or contact', 'Agent'])
      await typeHostileStrings(page.getByLabel(name, { exact: true }));
    await button('Clear filters').click();
    await page.goto(`${opened.service.rootUrl}/app/calls/${encodeURIComponent(HOSTILE_STRINGS[0] ?? '')}`);
    await page.getByRole('alert').waitFor();
    for (const id of ids.filter((_, index) => index % 60 === 0)) {
      await page.goto(`${opened.service.rootUrl}/app/calls/${id}`);
      await page.locator('.turn').first().waitFor();
    }
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('speaks German', async () => {
    await page.goto(`${opened.service.rootUrl}/app/calls`);
    expect(await germanScripts(), 'scripts with German texts before German is chosen').toBe(0);
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Anrufe' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Anrufe' }).waitFor();
    expect(await germanScripts(), 'scripts with German texts').toBe(1);
    await page.locator('a.row-link').first().waitFor();
    await expectWhole('the calls in German');
  });
});

it('what the first page of the console fetches is small', () => {
  const { script, alongside, style } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
  const sizes = [script, ...alongside, style].map((name) => gzipSync(readFileSync(`dist/web/assets/${name}`)).length);
  expect(
    sizes.reduce((sum, size) => sum + size, 0),
    'bytes as gzip',
  ).toBeLessThanOrEqual(MAX_GZIP_BYTES);
});

/** A client with an API key of the account. */
async function keyOf({ rootUrl }: TestService): Promise<CallAnalysis> {
  const anonymous = new CallAnalysis({ baseUrl: rootUrl });
  const { access_token } = await anonymous.auth.logIn(CREDENTIALS);
  const { key } = await anonymous.withApiKey(access_token).apiKeys.create({ name: 'Test' });
  return anonymous.withApiKey(key);
}
