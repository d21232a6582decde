// The console as it looks: twelve views on a phone and on a desk, in light and in dark, beside pictures of them. All that they
// show has fixed times.

import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { until } from '../support/processes/until.js';
import { CHROMIUM } from './chromium.js';
import { elsewhere, enter, type OpenedConsole, openConsole } from './opened-console.js';
import { expectPictured, fixLooks, PICTURED } from './pictured.js';

const NOW = new Date('2026-03-18T10:30:00Z');
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const CALLS = 24;
const EMAIL = 'mara@example.com';

describe.runIf(CHROMIUM !== null)('the console looks as it did', () => {
  let opened: OpenedConsole;
  let page: Page;
  let callId: string;
  let cardId: string;

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' }, {}, PICTURED);
    page = opened.page;
    await fixLooks(page, NOW);
    await enter(opened, EMAIL);
    const { db } = opened.service;
    const accountId = await accountIdOf(db, EMAIL);
    ({ callId, cardId } = await storeReviewableCall(db, accountId));
    await db.query('UPDATE analysis SET created_at = $2 WHERE id = $1', [callId, before(1)]);
    for (let n = 0; n < CALLS; n += 1) {
      const call = { agent: `agent-${(n % 4) + 1}`, at: before(2 + 7 * n), isViolating: n % 5 === 0 };
      await storeScoredCall(db, accountId, { ...call, compliance: 60 + ((n * 7) % 40), quality: 70 + ((n * 5) % 30) });
    }
    await db.query(
      `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       SELECT id, account_id, livemode, created_at, agent_id, '{}', '{"call":{"reasons":["violation","flagged"],"worth":0.5}}'
       FROM analysis WHERE cardinality(violations) > 0`,
    );
    await db.query("UPDATE api_key SET created_at = $1, key_prefix = 'sk_live_aBcD'", [before(48)]);
  });
  afterAll(() => opened?.close());

  const VIEWS: readonly (readonly [name: string, path: () => string, show: () => Promise<unknown>])[] = [
    ['calls', () => '/calls', () => page.locator('a.row-link').nth(20).waitFor()],
    ['queue', () => '/queue', () => page.locator('a.row-link').first().waitFor()],
    ['send', () => '/send', () => page.getByRole('button', { name: 'Choose files' }).waitFor()],
    ['form', () => `/forms/${cardId}`, () => page.locator('.form-text').first().waitFor()],
    ['day', () => '/day?days=7', () => page.getByRole('row', { name: /agent-1/ }).waitFor()],
    ['agent', () => '/agents/agent-1?days=7', () => page.getByRole('heading', { name: 'agent-1' }).waitFor()],
    ['intake', () => '/intake', () => page.getByText('No batches yet').first().waitFor()],
    ['developers', () => '/developers', () => page.getByRole('row', { name: /sk_live_/ }).waitFor()],
    ['settings', () => '/settings', () => page.getByText('Usage history').first().waitFor()],
  ];

  it.each(VIEWS)('%s', async (name, path, show) => {
    await opened.visit(path());
    await show();
    // The addresses hold a port, and the period is that of the service's own clock.
    await expectPictured(page, name, [page.locator('.code'), page.getByText(/, \d{4} to /)]);
  });

  it('call', async () => {
    await opened.visit(`/calls/${callId}`);
    const answers = page.getByRole('group', { name: 'Your answer: Asked for a PIN' });
    await answers.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('region', { name: 'Changes' }).getByText('Compliance 60').waitFor();
    await expectPictured(page, 'call');
  });

  it('search', async () => {
    // A sweep makes the words of calls that are stored so searchable.
    const { db } = opened.service;
    await until(async () => (await db.query('SELECT FROM call_words')).rowCount === CALLS + 1, 'words of the calls');
    await opened.visit('/search?q=money');
    await page.locator('.found-hit').first().waitFor();
    await expectPictured(page, 'search');
  });

  it('come-in', async () => {
    // Tabs of one browser share the session.
    const other = await elsewhere(opened, PICTURED);
    await fixLooks(other, NOW);
    await other.goto(`${opened.service.rootUrl}/app/`);
    await other.getByLabel('E-mail').waitFor();
    await expectPictured(other, 'come-in');
    await other.context().close();
  });
});
