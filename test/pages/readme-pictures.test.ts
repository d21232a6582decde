// The pictures of the README: four views of an account with a week of calls, one of which is the sample that goes wrong. They are
// compared here, so that none shows a console of before.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { SampleScorecard } from '../../src/commands/demo/demo-scorecard.js';
import type { Page } from '../../tools/playwright.mjs';
import { repository, sampleReference } from '../support/audio/sample-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { CHROMIUM } from './chromium.js';
import { enter, type OpenedConsole, openConsole } from './opened-console.js';
import { expectReadmePicture, fixLooks, PICTURED } from './pictured.js';

const NOW = new Date('2026-03-18T10:30:00Z');
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const EMAIL = 'mara@example.com';
const CALLS = 60;
const AGENTS = ['agent-3', 'agent-7', 'agent-12', 'agent-15'];

describe.runIf(CHROMIUM !== null)('the pictures of the README', () => {
  let opened: OpenedConsole;
  let page: Page;
  let callId: string;

  beforeAll(async () => {
    const { turns } = await sampleReference('bad-call');
    // The engine gets each turn as a piece of its own, one after the other.
    const unsaid = turns.map(({ text }) => text);
    opened = await openConsole(
      { ANALYSIS_ENGINE: 'rules' },
      { transcribe: () => ({ body: { text: unsaid.shift() ?? '', languages: [{ code: 'en' }] } }) },
      { ...PICTURED, deviceScaleFactor: 1, viewport: { width: 1440, height: 900 } },
    );
    page = opened.page;
    await fixLooks(page, NOW);
    const { client } = await enter(opened, EMAIL);
    const { db } = opened.service;
    const card: SampleScorecard = JSON.parse(
      await readFile(`${repository}/samples/scorecards/service-line.json`, 'utf8'),
    );
    const { id } = await client.scorecards.create({ ...card.scorecard, default: true });
    const { revision } = await client.scorecards.createRevision(id, card.revision);
    await client.scorecards.publishRevision(id, revision);
    const file = `${repository}/samples/bad-call.ogg`;
    const parties = { agent_id: 'agent-3', contact_id: 'customer-17', agent_channel: 0 } as const;
    callId = (await client.analyses.create({ ...parties, file })).id;
    await client.analyses.waitForCompletion(callId);
    await db.query('UPDATE analysis SET created_at = $2 WHERE id = $1', [callId, before(1)]);
    const accountId = await accountIdOf(db, EMAIL);
    for (let n = 0; n < CALLS; n += 1) {
      const call = { agent: AGENTS[n % AGENTS.length] ?? '', at: before(2 + 2.5 * n), isViolating: n % 9 === 4 };
      await storeScoredCall(db, accountId, { ...call, compliance: 60 + ((n * 7) % 40), quality: 70 + ((n * 5) % 30) });
    }
    // The stored calls hold an attempt to influence the AI, and all have one customer.
    await db.query(
      `UPDATE analysis_payload SET results = replace(results, 'manipulation_suspected":true', 'manipulation_suspected":false')
       WHERE analysis_id <> $1`,
      [callId],
    );
    await db.query(
      `UPDATE analysis SET contact_id = 'customer-' || (20 + extract(hour FROM created_at) * 3)::int WHERE id <> $1`,
      [callId],
    );
  });
  afterAll(() => opened?.close());

  const VIEWS: readonly (readonly [name: string, path: () => string, show: () => Promise<unknown>])[] = [
    ['calls', () => '/calls', () => page.locator('a.row-link').nth(9).waitFor()],
    ['call', () => `/calls/${callId}`, () => page.locator('.turn').first().waitFor()],
    [
      'forms',
      () => '/forms',
      async () => {
        await page.getByRole('link', { name: 'Service line' }).first().click();
        await page.getByText('Did the agent greet the customer?').first().waitFor();
      },
    ],
    ['day', () => '/day?days=7', () => page.getByRole('row', { name: /agent-7/ }).waitFor()],
  ];

  it.each(VIEWS)('%s', async (name, path, show) => {
    await opened.visit(path());
    await show();
    await page.waitForLoadState('networkidle');
    await expectReadmePicture(page, name);
  });
});
