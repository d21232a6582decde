// The audit log in the console: sentences that a person reads, with names, links and filters, and the proof beside it.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { storeMember } from '../support/builders/stored-members.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = HOSTILE_STRINGS[0] ?? '';

describe.runIf(CHROMIUM !== null)('the audit log', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let mara: string;
  let kept: string;
  let deleted: string;

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    account = await enter(opened);
    const { db } = opened.service;
    const accountId = await accountIdOf(db, account.email);
    const store = () => storeScoredCall(db, accountId, { agent: 'agent-7', at: new Date() });
    [kept, deleted] = [await store(), await store()];
    const { id, token } = await storeMember(opened.service, account, 'admin');
    mara = id;
    await db.query('UPDATE member SET name = $2 WHERE id = $1', [mara, `mara ${HOSTILE}`]);
    const client = account.client.withApiKey(token);
    for (const call of [kept, deleted]) await client.analyses.transcript(call, { format: 'txt' });
    await client.analyses.delete(deleted);
    await client.analyses.search({ q: 'money' });
    const { key } = await account.client.apiKeys.create({ name: 'Nightly', mode: 'live', scopes: ['data:govern'] });
    await account.client.withApiKey(key).holds.create({ name: 'Audit', reason: 'A', analysis_ids: [kept] });
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const entries = () => page.locator('.audit-entry');
  const entry = (text: string | RegExp) => entries().filter({ hasText: text });

  it('tells who did what, by names, and leads to what is still there', async () => {
    await opened.visit('/settings/data');
    await page.getByRole('link', { name: 'Audit log' }).click();
    const read = entry(`exported the transcript of call ${kept.slice(0, 8)}`);
    await read.getByText(`mara ${HOSTILE}`).waitFor();
    await read.getByRole('link', { name: kept.slice(0, 8) }).waitFor();
    const ended = entry(`exported the transcript of call ${deleted.slice(0, 8)}`);
    expect(await ended.getByRole('link', { name: deleted.slice(0, 8) }).count(), 'links to a deleted call').toBe(0);
    await entry('API key “Nightly” placed the hold').waitFor();
    await entry('created the API key Nightly').waitFor();
    await opened.expectWholeInAll('the audit log');
  });

  it('shows no HMAC as a name', async () => {
    // It was numbered since.
    await page.reload();
    const searched = entry('searched the transcripts');
    await searched.getByText(/^Entry \d+$/).click();
    await searched
      .getByText(/^not stored, fingerprint [0-9a-f]{8}$/)
      .first()
      .waitFor();
    expect(await searched.locator('dd', { hasText: /^[0-9a-f]{64}$/ }).count(), 'hashes: that of the entry').toBe(1);
    await opened.expectWhole('an entry as it is stored');
  });

  it('is filtered by action, person, object and time, and the address keeps it', async () => {
    await page.getByLabel('Action').selectOption('transcript.exported');
    await page.getByText('2 entries').waitFor();
    await page.getByLabel('Object ID').fill(kept);
    await page.getByText('1 entry').waitFor();
    expect(new URL(page.url()).searchParams.get('subject')).toBe(kept);
    await page.reload();
    await page.getByText('1 entry').waitFor();
    expect(await page.getByLabel('Action').inputValue()).toBe('transcript.exported');
    await page.getByLabel('From').fill('2099-01-01');
    await page.getByText('No entries match these filters.').waitFor();
    await opened.expectWhole('an audit log without entries');
    await button('Clear filters').click();
    await page.getByLabel('Who').selectOption({ label: `mara ${HOSTILE}` });
    await entry('deleted call').waitFor();
    expect(new URL(page.url()).searchParams.get('actor')).toBe(mara);
    await expect.poll(() => entry('placed the hold').count(), { message: 'entries of others' }).toBe(0);
    await button('Clear filters').click();
    await entry('placed the hold')
      .getByRole('link', { name: /Nightly/ })
      .click();
    await expect.poll(() => entries().count()).toBe(1);
  });

  it('has pages of twenty', async () => {
    for (let n = 0; n < 21; n += 1) await account.client.analyses.search({ q: `money ${n}` });
    await opened.visit('/settings/data/audit?action=search');
    await page.getByText('22 entries').waitFor();
    expect(await entries().count()).toBe(20);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('21–22 of 22').waitFor();
    await expect.poll(() => entries().count()).toBe(2);
  });

  it('comes as a file, with its signed head', async () => {
    const [whole] = await Promise.all([page.waitForEvent('download'), button('Export audit log').click()]);
    expect(whole.suggestedFilename()).toBe('audit.jsonl');
    const lines = (await readFile(await whole.path(), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      lines.map(({ sequence }) => sequence),
      'in the order of the chain',
    ).toEqual(lines.map((_, at) => at + 1));
    const [head] = await Promise.all([page.waitForEvent('download'), button('Download signed head').click()]);
    const shown = JSON.parse(await readFile(await head.path(), 'utf8'));
    expect(lines[shown.sequence - 1]?.hash).toBe(shown.hash);
    expect(shown.signature).toBeTruthy();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('tells of an action that this console does not know', async () => {
    const { items } = await account.client.audit.list({ limit: 1 });
    const strange = { ...items[0], action: 'robot.sent' };
    await page.route('**/api/v1/audit?**', (route) =>
      route.fulfill({ json: { items: [strange], total: 1, skip: 0, limit: 20 } }),
    );
    await opened.visit('/settings/data/audit');
    await page.locator('.audit-entry p', { hasText: 'robot.sent' }).waitFor();
    await page.unroute('**/api/v1/audit?**');
  });
});
