// cspell:ignore Fnorth
// The page of an agent, in a real browser against the whole service.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { REVIEWED_FORM, storeEvaluation, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const DAY_MS = 86_400_000;
/** Around noon, so that no change of the clocks moves a call to another day. */
const daysAgo = (days: number) => new Date(new Date().setHours(12, 0, 0, 0) - days * DAY_MS);

describe.runIf(CHROMIUM !== null)('the page of an agent', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let accountId: string;
  let cardId: string;
  /** An address is made of it, and it must not lead anywhere else. */
  const agent = 'agent 7/north?';
  const address = () => `${opened.service.rootUrl}/app/agents/agent%207%2Fnorth%3F`;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    account = await enter(opened);
    const { db } = opened.service;
    accountId = await accountIdOf(db, account.email);
    const reviewable = await storeReviewableCall(db, accountId);
    cardId = reviewable.cardId;
    await db.query('UPDATE analysis SET created_at = $2 WHERE id = $1', [reviewable.callId, daysAgo(0)]);
    for (const [days, scores] of [
      [0, [60, 70, 80]],
      [1, [70, 80]],
      [8, [30, 40, 50]],
    ] as const)
      for (const compliance of scores) for (let n = 0; n < 3; n += 1) await store(agent, daysAgo(days), compliance, n);
    for (let n = 0; n < 4; n += 1) await store('agent-3', daysAgo(0), 90, n);
  });
  afterAll(() => opened?.close());

  /** The first of each three violates rules, and all are judged by the form. */
  async function store(of: string, at: Date, compliance: number, n: number) {
    const { db } = opened.service;
    const callId = await storeScoredCall(db, accountId, { agent: of, at, compliance, isViolating: n === 0 });
    const answers = n === 0 ? 'notice=no solved=@no' : 'notice=yes offer=yes solved=@yes';
    const id = await storeEvaluation(db, { accountId, callId, cardId }, REVIEWED_FORM, answers);
    await db.query('UPDATE evaluation SET agent_id = $2 WHERE id = $1', [id, of]);
  }

  const region = (name: string) => page.getByRole('region', { name });
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  const asked = async (days: number) => ({
    created_after: new Date(daysAgo(days - 1)).setHours(0, 0, 0, 0) / 1000 - 1,
    created_before: new Date(daysAgo(-1)).setHours(0, 0, 0, 0) / 1000 - 1,
    timezone: await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone'),
  });
  const whole = (value: number | undefined | null) => String(Math.round(value ?? NaN));
  const percent = (part: number | null | undefined) => whole((part ?? NaN) * 100);

  it('is one key away from the day, keeps its time, and has an address of its own', async () => {
    await opened.visit('/day?days=7&by=agent');
    await row(/agent 7/).waitFor();
    await pressAt(page, agent);
    await page.getByRole('heading', { name: agent, level: 1 }).waitFor();
    expect(page.url()).toBe(`${address()}?days=7`);
    await region('By day').waitFor();
    expect(await region('By day').locator('tbody tr').count()).toBe(7);
    await page.reload();
    await region('By day').waitFor();
    await opened.expectWhole('the page of an agent');
    await page.goBack();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.goForward();
    await region('By day').waitFor();
  });

  it('shows what the API reckons of the agent beside everyone, and ranks no one', async () => {
    const { totals } = await account.client.statistics.calls({ ...(await asked(7)), agent_id: agent });
    const all = (await account.client.statistics.calls(await asked(7))).totals;
    expect([totals.calls, all.calls]).toEqual([15, 20]);
    const beside = region('Compared with all agents');
    await beside.waitFor();
    const textOf = ({ mean, ci, n }: typeof totals.compliance_score) =>
      `${whole(mean)} ${whole(ci?.[0])}–${whole(Math.min(100, ci?.[1] ?? NaN))} ${n} calls`;
    const compliance = beside.getByRole('row', { name: 'Compliance' });
    await compliance.getByText(textOf(totals.compliance_score)).waitFor();
    await compliance.getByText(textOf(all.compliance_score)).waitFor();
    const { value, ci, n } = totals.pass_rate;
    const passed = `${percent(value)} % ${percent(ci?.[0])}–${percent(ci?.[1])} ${n} calls`;
    await beside.getByRole('row', { name: 'Passed' }).getByText(passed).waitFor();
    expect(await beside.innerText(), 'another agent').not.toContain('agent-3');
    await page.locator('.head-figures').getByText('too few calls to compare').first().waitFor();
    await row(/9 9 70 /).waitFor();
  });

  it('counts violations beside those of everyone, and leads to their calls', async () => {
    const rules = region('Violations by rule');
    const { totals } = await account.client.statistics.calls({ ...(await asked(7)), agent_id: agent });
    expect(totals.violations).toEqual({ pin_requested: 5, rude_language: 5 });
    expect(await rules.getByRole('listitem').first().innerText()).toMatch(
      /^Asked for a PIN\s+5\s+of 7 for all agents$/,
    );
    await rules.getByRole('link', { name: 'Asked for a PIN' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('agent_id'), searchParams.get('violation')]).toEqual([agent, 'pin_requested']);
    await page.goBack();
    await rules.waitFor();
  });

  it('shows how the questions of a form were answered, each with its share', async () => {
    const answers = region('Scorecard answers');
    await answers.waitFor();
    const { rows } = await account.client.statistics.answers({
      ...(await asked(7)),
      agent_id: agent,
      scorecard_id: cardId,
    });
    const notice = rows.find(({ key }) => key.question === 'notice')?.answers ?? [];
    expect(notice.map(({ answer, count }) => [answer, count])).toEqual([
      ['no', 5],
      ['yes', 10],
    ]);
    for (const { count, share } of notice)
      await answers
        .getByRole('listitem')
        .filter({ hasText: 'What of notice?' })
        .getByText(
          `${count} times: ${percent(share.value)} % ${percent(share.ci?.[0])}–${percent(share.ci?.[1])} 15 calls`,
        )
        .waitFor();
    await answers.getByText('5 not asked because of a condition').waitFor();
    expect(await answers.getByRole('combobox', { name: 'Scorecard' }).locator('option').allInnerTexts()).toEqual([
      'Card (15)',
    ]);
  });

  it('shows its last calls and those that need a look, and leads to all of them', async () => {
    const calls = region('Latest calls in this period');
    await calls.getByRole('row').nth(10).waitFor();
    await calls.getByRole('link', { name: 'Show all in Calls' }).click();
    await page.getByText('15 calls', { exact: true }).waitFor();
    await page.goBack();
    await region('Review queue').getByText('No calls of this agent need review.').waitFor();
    await calls.getByRole('link', { name: agent }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toMatch(/\/app\/calls\/[0-9a-f-]{36}$/);
  });

  it('says in three clicks from the calls who needs coaching in what, with the calls that show it', async () => {
    const missing = {
      performed: false,
      assessable: true,
      flagged: false,
      confidence: 0.9,
      evidence: '',
      citations: [],
    };
    await opened.service.db.query(
      `UPDATE analysis_payload SET results_summary = NULL,
         results = jsonb_set(results::jsonb, '{compliance,mandatory_disclosures}', $1::jsonb)::text
       WHERE analysis_id IN (SELECT id FROM analysis WHERE agent_id = 'agent-3' ORDER BY id LIMIT 3)`,
      [JSON.stringify({ ...missing, missing: [] })],
    );
    await opened.visit('/calls');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('link', { name: 'Coaching needs' }).click();
    await row(/^agent 7\/north\? Asked for a PIN 5 of 15 calls/).waitFor();
    await opened.expectWholeInAll('coaching');
    await page.getByRole('button', { name: 'Share of calls, 95 % interval' }).waitFor({ state: 'detached' });
    const finding = row(/Recording notice or another/).first();
    await finding.getByRole('button', { name: /^3 of \d calls$/ }).click();
    const calls = page.getByRole('dialog').locator('tbody tr');
    await expect.poll(() => calls.count()).toBe(3);
    await opened.expectWhole('calls of a topic');
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: /^5 of 15 calls/ })
      .first()
      .click();
    await page.getByText('5 calls', { exact: true }).waitFor();
  });

  it('gathers the advice of an agent’s calls', async () => {
    await page.goto(`${address()}?days=7`);
    await page.getByRole('button', { name: 'Collect suggestions from the last 20 calls' }).click();
    await region('Suggestions from calls').getByText('From the last 15 calls of this period.').waitFor();
    await opened.expectWhole('the advice of an agent');
  });

  it('says that there is no call of an agent in a time, and where there are some', async () => {
    await opened.visit('/agents/no%20one');
    await page.getByRole('heading', { name: 'No calls of this agent in this period' }).waitFor();
    await opened.expectWhole('the page of no one');
    await page.goto(`${address()}?until=2020-01-01`);
    await page.getByRole('heading', { name: 'No calls of this agent in this period' }).waitFor();
    await page.goto(`${address()}?days=30`);
    await row(/9 9 40 /).waitFor();
    await opened.expectWholeInAll('thirty days of an agent');
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
    // A stored call that was opened has no sound to draw.
    expect(
      opened.lines.filter((line) => !line.includes('404')),
      'lines of the console',
    ).toEqual([]);
  });
});
