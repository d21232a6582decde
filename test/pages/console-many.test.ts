// Many calls at once: selected by mouse and by keyboard, tried again, masked, exported, deleted; and all calls with a contact.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

describe.runIf(CHROMIUM !== null)('many calls', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let accountId: string;
  const failedId = randomUUID();

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    account = await enter(opened);
    accountId = await accountIdOf(opened.service.db, account.email);
    await opened.service.db.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at,
         error_code, error_message, processing_time_ms)
       VALUES ($1, $2, true, 'a', 'c', 'r', 'recordings/' || $3, 'failed', now(), 'provider_failed', 'The provider failed', 1)`,
      [failedId, accountId, failedId],
    );
    for (let n = 1; n <= 5; n += 1)
      await storeScoredCall(opened.service.db, accountId, { agent: `agent-${n}`, at: new Date(Date.now() - n * 1000) });
  });
  beforeEach(() => opened.visit('/calls'));
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const box = (agent: string) => page.getByRole('checkbox', { name: `Select ${agent} with` });
  const dialog = () => page.getByRole('dialog');
  const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name });
  const chosen = (n: number) => page.getByText(`${n} call${n === 1 ? '' : 's'} selected`).waitFor();
  const stored = async (where: string) =>
    (await opened.service.db.query(`SELECT count(*)::int AS n FROM analysis WHERE ${where}`)).rows[0].n;

  it('are selected by mouse, by Shift and by keyboard, and the selection is cleared', async () => {
    await box('agent-1').click();
    await chosen(1);
    await box('agent-4').click({ modifiers: ['Shift'] });
    await chosen(4);
    await opened.expectWholeInAll('selected calls');
    await page.keyboard.press('Escape');
    await page.getByText('selected').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await chosen(1);
    for (let n = 0; n < 2; n += 1) await page.keyboard.press('j');
    await page.keyboard.press('X');
    await chosen(3);
    await button('Select all 6 on this page').click();
    await chosen(6);
    await page.getByLabel('Search agent or contact').fill('agent-1');
    await page.getByText('selected').waitFor({ state: 'detached' });
  });

  it('that failed say why in the list, and are tried again, each with its own reason where that fails', async () => {
    await page.getByRole('row').getByText('The provider failed').waitFor();
    await box('a').click();
    await button('Retry 1 failed call').click();
    await page.route(`**/analysis/${failedId}/retry`, (route) =>
      route.fulfill({ status: 400, json: { detail: 'The recording is no longer there' } }),
    );
    await inDialog('Retry').click();
    await dialog().getByText('a with c: The recording is no longer there').waitFor();
    await opened.expectWhole('calls that failed again');
    await page.unroute(`**/analysis/${failedId}/retry`);
    await inDialog('Retry 1').click();
    await page.getByText('selected').waitFor({ state: 'detached' });
  });

  it('are exported, those alone', async () => {
    await box('agent-1').click();
    await box('agent-3').click();
    await button('Export for Excel').click();
    await page.getByText('2 rows').waitFor();
  });

  it('are masked', async () => {
    await box('agent-5').click();
    await button('Mask 1 call…').click();
    await inDialog('Mask call').click();
    await dialog().waitFor({ state: 'detached' });
    const { rows } = await opened.service.db.query(
      `SELECT a.agent_id FROM call_redaction r JOIN analysis a ON a.id = r.analysis_id`,
    );
    expect(rows).toEqual([{ agent_id: 'agent-5' }]);
  });

  it('are deleted one after the other; what is left when it is stopped stays', async () => {
    await box('agent-1').click();
    await box('agent-2').click();
    await button('Delete…').click();
    await opened.expectWholeInAll('a deletion of two calls');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/analysis/*', async (route) => {
      if (route.request().method() === 'DELETE') await held;
      await route.continue();
    });
    await inDialog('Delete 2 calls').click();
    await inDialog('Stop').click();
    release();
    await dialog().getByText('1 of 2 done').waitFor();
    await inDialog('Close').first().click();
    await chosen(1);
    expect(await stored(`agent_id IN ('agent-1', 'agent-2')`)).toBe(1);
    await page.unroute('**/analysis/*');
  });

  it('with a contact are counted and deleted, in four clicks from the list', async () => {
    const id = await storeScoredCall(opened.service.db, accountId, { agent: 'last', at: new Date(), livemode: false });
    await opened.service.db.query(
      `UPDATE analysis SET contact_id = 'forget me' WHERE id = $1 OR agent_id = 'agent-5'`,
      [id],
    );
    await page.getByRole('button', { name: 'Test calls' }).click();
    await page.getByRole('link', { name: 'last' }).click();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Delete all calls with forget me…' }).click();
    await dialog().getByText('2 calls,').waitFor();
    await dialog().getByText('Test calls: 1').waitFor();
    await opened.expectWholeInAll('a deletion of a contact');
    await inDialog('Delete 2 calls').click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    expect(await stored(`contact_id = 'forget me'`)).toBe(0);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
