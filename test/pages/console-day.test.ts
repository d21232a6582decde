// A day at a glance, in a real browser against the whole service.
// cspell:ignore Blick
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { Gate } from '../support/processes/gate.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { enter, type OpenedConsole, openConsole } from './opened-console.js';

const DAY_MS = 86_400_000;
/** Around noon, so that no change of the clocks moves a call to another day. */
const daysAgo = (days: number) => new Date(new Date().setHours(12, 0, 0, 0) - days * DAY_MS);
const BOUND = 1_000;

describe.runIf(CHROMIUM !== null)('a day at a glance', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: string;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    const { email } = await enter(opened);
    const { rows } = await opened.service.db.query('SELECT id FROM account WHERE email = $1', [email]);
    account = rows[0].id;
  });
  afterAll(() => opened?.close());

  const store = (call: Partial<Parameters<typeof storeScoredCall>[2]>) =>
    storeScoredCall(opened.service.db, account, { agent: 'agent-7', at: daysAgo(0), ...call });
  /** So many calls like this one, five days ago. */
  async function storeLike(id: string, n: number) {
    const { db } = opened.service;
    await db.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, percent,
         settled_at, processing_time_ms, duration_ms, damaged, created_at)
       SELECT fresh, account_id, livemode, agent_id, 'many', 'r', 'recordings/' || fresh, audio_format, status, percent,
         settled_at, 1, duration_ms, damaged, $3
       FROM analysis, (SELECT gen_random_uuid() AS fresh FROM generate_series(1, $2)) AS ids WHERE id = $1`,
      [id, n, daysAgo(5)],
    );
    await db.query(
      `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
       SELECT analysis.id, transcript, words, results, metrics, engine
       FROM analysis, analysis_payload WHERE contact_id = 'many' AND analysis_id = $1`,
      [id],
    );
  }
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  const said = (name: string | RegExp) => page.getByText(name);

  it('teaches what to do where there is no call, and shows test calls apart', async () => {
    await store({ livemode: false });
    await page.getByRole('link', { name: 'A day' }).click();
    await page.getByRole('heading', { name: 'No call in this period' }).waitFor();
    await said('There is 1 test call in it.').waitFor();
    await opened.expectWhole('an empty day');
    await page.getByRole('link', { name: 'Show test calls' }).click();
    await row(/agent-7/).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/day?mode=test`);
    await page.goBack();
    await page.getByRole('heading', { name: 'No call in this period' }).waitFor();
  });

  it('shows means with their n and interval, and says where there are too few to compare', async () => {
    for (const compliance of [70, 80, 90]) for (let n = 0; n < 4; n += 1) await store({ compliance });
    for (let n = 0; n < 9; n += 1)
      await store({ agent: 'agent-3', compliance: 50, quality: null, isViolating: n === 0 });
    await store({ agent: 'agent-3', compliance: 0, kind: 'voicemail' });
    await store({ at: daysAgo(3), compliance: 100 });
    await page.reload();
    await row(/agent-7/).waitFor();

    // Twelve of 70, 80, 90: s = 8.53, t of 11 degrees = 2.201, so 80 ± 5.42.
    await row(/agent-7 12 12 80 75–85 n 12 90 90–90 n 12 0/).waitFor();
    await row(/agent-3 10 10 50 too few to compare n 9 .*no score 2/).waitFor();
    await said('Not in the means: 1 voicemail, 9 with too little for a quality score').waitFor();
    await said('A ring stands for fewer than 10 scores').waitFor();
    await said('Violations by rule').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'pin requested' }).getByText('1').waitFor();
    await opened.expectWhole('a day');
  });

  it('orders by no mean while one has too few scores', async () => {
    const names = () => page.locator('.figures-table tbody th').allInnerTexts();
    await page.getByLabel('Order').selectOption('compliance');
    await said('The rows stand by name while one of them has too few scores').waitFor();
    expect(await names()).toEqual(['agent-3', 'agent-7']);
    for (let n = 0; n < 3; n += 1) await store({ agent: 'agent-3', compliance: 95 });
    await page.getByRole('button', { name: 'Read again' }).click();
    await said('The rows stand by name while one of them has too few scores').waitFor({ state: 'detached' });
    expect(await names()).toEqual(['agent-3', 'agent-7']);
    await page.getByLabel('Order').selectOption('calls');
    await expect.poll(names).toEqual(['agent-3', 'agent-7']);
  });

  it('goes from day to week by keyboard alone, filters by agent, and keeps both in the address', async () => {
    await opened.visit('/day');
    await row(/agent-7/).waitFor();
    await page.getByRole('link', { name: '7 days' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By day' }).waitFor();
    expect(await page.locator('.by-day tbody tr').count()).toBe(7);
    await page.locator('.by-day tbody tr').nth(3).getByText('100').waitFor();
    await opened.expectWhole('a week');
    await page.getByLabel('Agent', { exact: true }).focus();
    await page.keyboard.type('agent-3');
    await page.keyboard.press('Enter');
    await row(/agent-7/).waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/day?days=7&agent=agent-3`);
    await page.goBack();
    await row(/agent-7/).waitFor();
    await page.locator('.by-day tbody tr a').nth(3).focus();
    await page.keyboard.press('Enter');
    await row(/agent-7 1 1/).waitFor();
    await page.getByRole('link', { name: 'Later' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No call in this period' }).waitFor();
  });

  it('reads no more than the newest thousand, says so, and can be stopped', async () => {
    await storeLike(await store({ agent: 'agent-9' }), BOUND + 50);
    await opened.visit('/day?days=30');
    await said(
      /^Of the newest 1,000 of 1,0\d\d calls\. .* is counted in part, the days before it not at all\.$/,
    ).waitFor();
    await opened.expectWhole('a month that is too full');
    const gate = new Gate();
    gate.close();
    await page.route('**/api/v1/analysis?*offset=200*', async (route) => {
      await gate.pass();
      await route.continue();
    });
    await page.reload();
    await said(/^Reading the calls: 200 of 1,000/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    gate.open();
    await said(/^Of the newest 400 of 1,0\d\d calls/).waitFor();
    expect(opened.lines, 'lines of the console').toEqual([]);
  });

  it('executes nothing of what stands in names', async () => {
    for (const text of HOSTILE_STRINGS.slice(0, 60))
      await store({ agent: text.replaceAll('\u0000', ''), at: daysAgo(1), isViolating: true });
    await page.getByRole('link', { name: 'Earlier' }).click();
    await opened.visit('/day?days=7');
    await row(/agent-7/).waitFor();
    await typeHostileStrings(page.getByLabel('Agent', { exact: true }));
    await opened.visit(`/day?agent=${encodeURIComponent(HOSTILE_STRINGS[1] ?? '')}&days=%3Cb%3E&until=%00&order=x`);
    await page.getByRole('heading', { name: 'No call in this period' }).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('speaks German', async () => {
    await opened.visit('/day?days=7');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Ein Tag auf einen Blick' }).waitFor();
    await row(/agent-7/).waitFor();
    await opened.expectWhole('a week in German');
  });
});
