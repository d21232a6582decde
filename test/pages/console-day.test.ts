// A day at a glance, in a real browser against the whole service.
// cspell:ignore Blick Kiritimati

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const DAY_MS = 86_400_000;
/** Around noon, so that no change of the clocks moves a call to another day. */
const daysAgo = (days: number) => new Date(new Date().setHours(12, 0, 0, 0) - days * DAY_MS);
const dayOf = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
const secondsOf = (day: string) => Date.parse(`${day}T00:00:00`) / 1000;

describe.runIf(CHROMIUM !== null)('a day at a glance', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let accountId: string;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    account = await enter(opened);
    accountId = await accountIdOf(opened.service.db, account.email);
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => opened?.close());

  const store = async (call: Partial<Parameters<typeof storeScoredCall>[2]>, times = 1) => {
    for (let n = 0; n < times; n += 1)
      await storeScoredCall(opened.service.db, accountId, { agent: 'agent-7', at: daysAgo(0), ...call });
  };
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  const said = (name: string | RegExp) => page.getByText(name);
  const tile = (name: string) =>
    page.locator('.head-figures > div').filter({ has: page.getByText(name, { exact: true }) });
  const columns = () => page.locator('.is-drawn tbody tr > :first-child').allInnerTexts();
  const timeZone = () => page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');

  it('teaches what to do where there is no call, and shows test calls apart', async () => {
    await store({ livemode: false });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'No calls in this period' }).waitFor();
    await said('There is 1 test call in this period.').waitFor();
    await opened.expectWhole('an empty day');
    await page.getByRole('link', { name: 'Show test calls' }).click();
    await row(/agent-7/).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/day?mode=test`);
    await page.goBack();
    await page.getByRole('heading', { name: 'No calls in this period' }).waitFor();
  });

  it('shows what the API reckons, never a mean without its n, and says where there are too few to compare', async () => {
    for (const compliance of [70, 80, 90]) await store({ compliance, metadata: { team: 'north' } }, 4);
    for (const isViolating of [true, ...new Array(8).fill(false)])
      await store({ agent: 'agent-3', compliance: 50, quality: null, isViolating, direction: 'inbound' });
    await store({ agent: 'agent-3', compliance: null, quality: null, kind: 'voicemail' });
    for (const compliance of [30, 40, 50])
      await store({ at: daysAgo(1), compliance, quality: 55 + compliance * 0.9 }, 4);
    await store({ at: daysAgo(3), compliance: 100 });
    await opened.visit('/day');
    await row(/agent-7/).waitFor();

    const today = secondsOf(dayOf(daysAgo(0)));
    const { totals } = await account.client.statistics.calls({
      created_after: today - 1,
      created_before: today + DAY_MS / 1000 - 1,
      timezone: await timeZone(),
      compare: 'previous',
    });
    const { mean, ci, n } = totals.compliance_score;
    const [low = NaN, high = NaN] = ci ?? [];
    expect([totals.calls, n]).toEqual([22, 21]);
    await tile('Compliance')
      .getByText(`${Math.round(mean ?? NaN)} ${Math.round(low)}–${Math.round(high)} ${n} calls`)
      .waitFor();
    expect(await tile('Calls').innerText()).toMatch(/22\s+previous: 12/);
    // Twelve of 70, 80, 90: s = 8.53, t of 11 degrees = 2.201, so 80 ± 5.42.
    await row(/^agent-7 12 12 80 75–85 12 calls /).waitFor();
    await row(/^agent-3 10 10 50 all equal 9 calls Fewer than 10 calls/).waitFor();
    const change = totals.change?.compliance_score;
    expect(change?.ci?.[0], 'the change is more than chance').toBeGreaterThan(0);
    await tile('Compliance').getByText('significant change').waitFor();
    expect(await tile('Compliance').innerText()).toContain(`+${(change?.value ?? NaN).toFixed(1)}`);
    await said('The current period is not over yet, so its counts will still grow.').waitFor();
    const rules = page.getByRole('region', { name: 'Violations by rule' });
    expect(await rules.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Asked for a PIN\s+1$/),
      expect.stringMatching(/^rude language\s+1$/),
    ]);
    await opened.expectWhole('a day');
  });

  it('says where a change is not significant, and compares nothing where that is not wanted', async () => {
    expect(await tile('Quality').innerText()).toMatch(/−1 .*not significant/);
    await page.getByLabel('Comparison').selectOption('none');
    await said(/Compared with the previous period/).waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/day?compare=none`);
    expect(await tile('Compliance').innerText()).not.toContain('significant');
    await page.goBack();
    await tile('Compliance').getByText('significant change').waitFor();
  });

  it('puts rows in order by no mean while one has too few calls', async () => {
    const head = (name: string) => page.locator('.is-drawn').getByRole('button', { name, exact: true });
    await said(/Rows are sorted by name/).waitFor();
    expect(await head('Compliance').count(), 'a head to press').toBe(0);
    await head('Calls').click();
    await expect.poll(columns).toEqual(['agent-7', 'agent-3']);
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/day?order=-calls`);
    expect(await page.locator('.is-drawn th[aria-sort=descending]').innerText()).toBe('Calls');
    await opened.visit('/day?order=compliance');
    await row(/agent-7/).waitFor();
    expect(await columns()).toEqual(['agent-3', 'agent-7']);
    await store({ agent: 'agent-3', compliance: 95 }, 10);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await said(/Rows are sorted by name/).waitFor({ state: 'detached' });
    await head('Compliance').focus();
    await page.keyboard.press('Enter');
    await expect.poll(columns).toEqual(['agent-7', 'agent-3']);
    await page.keyboard.press('Enter');
    await expect.poll(columns).toEqual(['agent-3', 'agent-7']);
  });

  it('goes from a day to a week by keyboard alone, with a row for each day, and copies what it shows', async () => {
    await opened.visit('/day');
    await row(/agent-7/).waitFor();
    await pressAt(page, '7 days');
    await page.getByRole('heading', { name: 'By day' }).waitFor();
    const days = page.getByRole('region', { name: 'By day' });
    const rows = days.locator('tbody tr');
    expect(await rows.count()).toBe(7);
    expect(await rows.nth(2).innerText(), 'a day without calls').toMatch(/\s0\s+0\s+–/);
    expect(await rows.nth(3).innerText()).toMatch(/Fewer than 10 calls\s+1\s+1\s+100\s+1 call/);
    await opened.expectWhole('a week');
    await days.getByRole('button', { name: 'Day', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => rows.nth(0).innerText()).toMatch(/\s0\s+0\s+–/);
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/day?days=7&times=name`);
    await days.getByRole('button', { name: 'Copy: By day' }).click();
    const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n');
    expect(copied[0]).toMatch(
      /^Day\tCalls\tMinutes\tCompliance\tCompliance, lower bound\tCompliance, upper bound\tCompliance, calls\t/,
    );
    expect(copied.map((line) => line.split('\t').slice(0, 4).join(' ')).slice(4)).toEqual([
      `${dayOf(daysAgo(3))} 1 1 100`,
      `${dayOf(daysAgo(2))} 0 0 `,
      `${dayOf(daysAgo(1))} 12 12 40`,
      expect.stringMatching(new RegExp(`^${dayOf(daysAgo(0))} 32 32 `)),
    ]);
    await rows.nth(5).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await row(/agent-7 12 12 40/).waitFor();
    await page.getByRole('link', { name: 'Previous period' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No calls in this period' }).waitFor();
    await page.goBack();
    await row(/agent-7 12 12 40/).waitFor();
  });

  it('groups by team and direction, and says what has none', async () => {
    await opened.visit('/day');
    await row(/agent-7/).waitFor();
    await page.getByLabel('Group by').selectOption('team');
    await row(/^north 12 12 80/).waitFor();
    await row(/^no team 20 /).waitFor();
    await page.getByRole('link', { name: 'north' }).click();
    await page.getByText('12 calls', { exact: true }).waitFor();
    await page.goBack();
    await row(/^no team 20 /).waitFor();
    await page.getByLabel('Group by').selectOption('direction');
    await row(/^inbound Fewer than 10 calls 9 9 50/).waitFor();
    await row(/^unknown direction 23 /).waitFor();
    await page.getByLabel('Group by').selectOption('scorecard');
    await said('No call in this period was scored with a scorecard.').waitFor();
    await page.getByLabel('Group by').selectOption('language');
    await page.getByRole('heading', { name: 'By language' }).waitFor();
    expect(page.url()).toBe(`${opened.service.rootUrl}/app/day?by=language`);
    await opened.expectWhole('a day by language');
  });

  it('takes a month, any days, and the zone of the address', async () => {
    await opened.visit('/day');
    await page.getByRole('link', { name: 'This month' }).click();
    await expect.poll(() => page.url()).toContain(`month=${dayOf(daysAgo(0)).slice(0, 7)}`);
    await page.getByRole('link', { name: 'Custom range' }).click();
    await page.getByLabel('From', { exact: true }).fill(dayOf(daysAgo(3)));
    await page.getByLabel('Until', { exact: true }).fill(dayOf(daysAgo(1)));
    await row(/agent-7 13 13 /).waitFor();
    const days = page.getByRole('region', { name: 'By day' }).locator('tbody tr');
    await expect.poll(() => days.count()).toBe(3);
    // Noon here is another day where the world is twelve hours further, and 45 minutes.
    const noon = daysAgo(3);
    await opened.visit(
      `/day?until=${new Date(noon.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)}&zone=Pacific/Kiritimati`,
    );
    await row(/agent-7 Fewer than 10 calls 1 1 100/).waitFor();
    await said(/in the time zone Pacific\/Kiritimati/).waitFor();
    await opened.visit('/day?zone=No/Where&from=x&unit=year&by=%00');
    await said(/in the time zone of this browser/).waitFor();
  });

  it('says what the service says where it cannot be read, and reads again', async () => {
    await page.route('**/api/v1/statistics*', (route) =>
      route.fulfill({ status: 400, json: { detail: 'More than 5000 rows: narrow the time or the grouping' } }),
    );
    await opened.visit('/day');
    await page.getByRole('alert').getByText('More than 5000 rows: narrow the time or the grouping').waitFor();
    await opened.expectWhole('a day that cannot be read');
    await page.unroute('**/api/v1/statistics*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(/agent-7/).waitFor();
  });

  it('executes nothing of what stands in names', async () => {
    for (const text of HOSTILE_STRINGS.slice(0, 60)) {
      const name = text.replaceAll('\u0000', '');
      await store({ agent: name, at: daysAgo(1), isViolating: true, metadata: { team: name } });
    }
    await opened.visit('/day?days=7');
    await row(/agent-7/).waitFor();
    await page.getByLabel('Group by').selectOption('team');
    await row(/no team/).waitFor();
    await opened.visit(
      `/day?agent=${encodeURIComponent(HOSTILE_STRINGS[1] ?? '')}&days=%3Cb%3E&until=%00&order=x&zone=%3Cb%3E`,
    );
    await row(/agent-7/).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('speaks German', async () => {
    await opened.visit('/day?days=7');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await row(/agent-7/).waitFor();
    await opened.expectWhole('a week in German');
    expect(
      opened.lines.filter((line) => !line.includes('400')),
      'lines of the console',
    ).toEqual([]);
  });
});
