// Exports in the console: of the calls that Calls shows, followed until the file is there, fetched, ended, made again.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { recordedCall } from '../support/builders/scripted-call.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = HOSTILE_STRINGS[0] ?? '';

describe.runIf(CHROMIUM !== null)('exports', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  const ids: string[] = [];

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    account = await enter(opened);
    for (const agent_id of ['agent-1', HOSTILE]) {
      const { id } = await account.client.analyses.create({ file: recordedCall(), agent_id, contact_id: 'cust-1' });
      ids.push(id);
    }
    for (const id of ids) await account.client.analyses.waitForCompletion(id);
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const made = (name: string) => page.locator('.export-row', { hasText: name });

  it('are made of the calls that are seen, and come as a file', async () => {
    await opened.visit('/calls');
    await page.getByRole('link', { name: 'Exports' }).click();
    await page.getByText('2 calls match.').waitFor();
    await page.getByText('No exports yet.').waitFor();
    await opened.expectWholeInAll('no export yet');
    await page.getByRole('link', { name: 'Change in Calls' }).click();
    await page.getByLabel('Agent', { exact: true }).fill(HOSTILE);
    await page.getByRole('link', { name: 'Export these calls' }).click();
    await page.getByText('1 call matches.').waitFor();
    expect(await page.locator('.chips .tag').allInnerTexts()).toEqual([`Agent: ${HOSTILE}`]);
    await page.getByText('Columns: all').click();
    for (const box of await page.locator('.export-columns').getByRole('checkbox').all())
      if (await box.isEnabled()) await box.uncheck();
    for (const name of ['agent_id', 'quality_score']) await page.getByLabel(name, { exact: true }).check();
    await page.getByLabel('external_id', { exact: true }).uncheck();
    await page.getByText('Columns: 2').waitFor();
    await button('Create export').click();
    await made('Calls, CSV').getByText('ready').waitFor();
    await opened.expectWholeInAll('an export that is ready');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download: Calls, CSV').click()]);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0], 'with the mark by which Excel reads UTF-8').toBe('\ufeffagent_id,quality_score');
    expect(lines, 'lines of the file').toHaveLength(2);
    expect(lines[1], 'quoted as a cell').toContain(HOSTILE.replaceAll('"', '""'));
    expect(opened.lines, 'lines of the console').toEqual([]);
  });

  it('end with a call that is deleted, say so, and are made again as they were', async () => {
    await account.client.analyses.delete(ids[1] ?? '');
    await page.reload();
    await made('Calls, CSV').getByText('The export holds calls that were deleted or redacted; make it again').waitFor();
    await opened.expectWholeInAll('an export that has ended');
    await pressAt(page, 'Create again: Calls, CSV');
    await page.getByText('No call matches.').or(page.getByText('0 calls match.')).waitFor();
    expect(await page.locator('.chips .tag').allInnerTexts()).toEqual([`Agent: ${HOSTILE}`]);
    await page.getByText('Columns: 2').waitFor();
  });

  it('say beside the field what the service refuses, and are canceled', async () => {
    await opened.visit('/calls/exports?of=segments&format=jsonl');
    await page.getByLabel(/^Webhook URL/).fill('ftp://hooks.example.com');
    await button('Create export').click();
    await page.locator('.field', { hasText: 'Webhook URL' }).locator('.fault').waitFor();
    await page.getByLabel(/^Webhook URL/).fill('');
    // No worker takes it before the person has pressed.
    await opened.service.db.query(
      `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.run_after := now() + interval '1 hour'; RETURN NEW; END $$;
       CREATE TRIGGER hold BEFORE INSERT ON export FOR EACH ROW EXECUTE FUNCTION hold();`,
    );
    await button('Create export').click();
    await made('Turns, JSON Lines').getByText('in progress').waitFor();
    await opened.expectWhole('an export in progress');
    await button('Cancel').click();
    await made('Turns, JSON Lines').getByText('canceled').waitFor();
    await button('Create again: Turns, JSON Lines').waitFor();
  });

  it('say that the calls of an export that another made are not known', async () => {
    await account.client.exports
      .create({ of: 'reviews', format: 'csv' })
      .then(({ id }) => account.client.exports.cancel(id));
    await page.reload();
    await button('Create again: Reviews, CSV').click();
    await page.getByText('were not stored. Choose the calls again').waitFor();
    expect(await page.getByRole('radio', { name: /^Reviews/ }).isChecked(), 'reviews are chosen').toBe(true);
  });

  it('execute nothing of what an address holds or a person types', async () => {
    await typeHostileStrings(page.getByLabel(/^Webhook URL/));
    const names = ['of', 'format', 'columns', 'agent_id', 'search', 'metadata[a]'];
    await opened.visit(
      `/calls/exports?${names.map((name, at) => `${name}=${encodeURIComponent(HOSTILE_STRINGS[at * 4] ?? '')}`).join('&')}`,
    );
    await page.getByRole('heading', { name: 'New export' }).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
