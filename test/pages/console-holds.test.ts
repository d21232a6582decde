// Holds in the console: placed by filters and by ids, seen, kept from deletion, released.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = HOSTILE_STRINGS[0] ?? '';
const CALLS = 23;
const NAME = 'litigation 2026-11';

describe.runIf(CHROMIUM !== null)('holds', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  const ids: string[] = [];

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1', RETENTION_EVERY_SECONDS: '1' });
    page = opened.page;
    account = await enter(opened);
    const { db } = opened.service;
    const accountId = await accountIdOf(db, account.email);
    for (let n = 0; n < CALLS; n += 1) {
      const agent = n === 0 ? HOSTILE : 'agent-7';
      const at = new Date(Date.now() - n * 60_000);
      const id = await storeScoredCall(db, accountId, { agent, at });
      // Long enough ago for a retention of some days.
      await db.query("UPDATE analysis SET settled_at = now() - interval '40 days' WHERE id = $1", [id]);
      ids.push(id);
    }
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const rows = () => page.locator('.item-row');
  const holds = async () => (await account.client.holds.list({ limit: 100 })).items;

  it('are placed by the filters of Calls, with a name that a refused deletion tells', async () => {
    await opened.visit('/calls');
    expect(await page.getByRole('link', { name: 'Hold these calls' }).count(), 'without a filter').toBe(0);
    await page.getByLabel('Agent', { exact: true }).fill('agent-7');
    await page.getByRole('link', { name: 'Hold these calls' }).click();
    await page.getByText(`${CALLS - 1} calls match.`).waitFor();
    expect(await page.locator('.chips .tag').allInnerTexts()).toEqual(['Agent: agent-7']);
    await opened.expectWholeInAll('a new hold by filters');
    await page.getByLabel('Name').fill(NAME);
    await page.getByLabel('Reason').fill(HOSTILE);
    await page.getByLabel(/^Last day/).fill('2099-12-31');
    await pressAt(page, 'Hold calls');
    await page.getByRole('heading', { name: NAME }).waitFor();
    await page.getByText(`${CALLS - 1} calls · until`).waitFor();
    expect(await page.getByRole('row').count(), 'calls on the first page, and the head').toBe(21);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText(`21–${CALLS - 1} of ${CALLS - 1}`).waitFor();
    const [hold] = await holds();
    expect(hold).toMatchObject({ name: NAME, reason: HOSTILE, held: CALLS - 1 });
    expect(new Date(Number(hold?.until) * 1000).getFullYear(), 'the last day is held').toBe(2100);
    await opened.expectWholeInAll('a hold');
  });

  it('are placed by ids, from a selection too, and an unknown id is named', async () => {
    await opened.visit('/settings/data/holds?new=ids');
    await page.getByLabel('Name').fill('Audit');
    await page.getByLabel('Reason').fill('Audit of 2026');
    const unknown = '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11';
    await page.getByLabel('Call IDs').fill(`${ids[0]}\n${unknown}`);
    await button('Hold calls').click();
    await page.locator('.fault', { hasText: unknown }).waitFor();
    expect(await page.locator('.problem').count(), 'the fault stands beside its field alone').toBe(0);
    await opened.expectWhole('a new hold with a fault');
    await opened.visit('/calls');
    await page.getByLabel(/^Select .*onerror/).check();
    await button('Hold…').click();
    expect(await page.getByLabel('Call IDs').inputValue()).toBe(ids[0]);
    await page.getByLabel('Name').fill('Audit');
    await page.getByLabel('Reason').fill('Audit of 2026');
    await button('Hold calls').click();
    await page.getByText('1 call · until released').waitFor();
    await page.getByRole('row', { name: /onerror/ }).waitFor();
  });

  it('keep a call from deletion, which is said in the sentence of the API', async () => {
    await opened.visit(`/calls/${ids[1]}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Delete call…' }).click();
    await button('Delete call and recording').click();
    await dialog().getByText(`The analysis is held: ${NAME}`).waitFor();
    await opened.expectWhole('a call that is held');
    expect((await account.client.analyses.get(ids[1] ?? '')).id).toBe(ids[1]);
  });

  it('are released with a reason, and tell what that carried out', async () => {
    await account.client.settings.updateRetention({ analyses_days: 30 });
    await opened.visit('/settings/data/holds');
    await page.getByRole('link', { name: NAME }).click();
    await button('Release…').click();
    await dialog().getByLabel('Reason for the release').fill('Settled');
    await opened.expectWhole('the question before a hold is released');
    await pressAt(page, 'Release');
    await page.getByText(`Released. ${CALLS - 1} calls are past their retention`).waitFor();
    await page.getByText('Settled', { exact: true }).waitFor();
    expect(await button('Release…').count(), 'ways to release it again').toBe(0);
    await expect
      .poll(async () => (await account.client.analyses.listSummaries({ limit: 1 })).total, { timeout: 30_000 })
      .toBe(1);
  });

  it('are listed with the active ones first, and the released ones on demand', async () => {
    const { id } = await account.client.holds.create({ name: 'Newest', reason: 'A', filter: {} });
    await account.client.holds.release(id, { reason: 'B' });
    await opened.visit('/settings/data/holds');
    await rows().first().waitFor();
    const shown = await rows().allInnerTexts();
    expect(shown.map((text) => [text.split('\n')[0], /active|released/.exec(text)?.[0]])).toEqual([
      ['Audit', 'active'],
      ['Newest', 'released'],
      [NAME, 'released'],
    ]);
    await opened.expectWholeInAll('the holds');
    await opened.service.db.query(
      `INSERT INTO hold SELECT (jsonb_populate_record(h, jsonb_build_object('id', gen_random_uuid(), 'name', 'Old ' || n))).*
       FROM hold h, generate_series(1, 20) n WHERE name = 'Newest'`,
    );
    await page.reload();
    await button('Show 2 more released holds').click();
    expect(await rows().count()).toBe(23);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('show how far a large one has come', async () => {
    const hold = (await holds()).find(({ status }) => status === 'active');
    await page.route(`**/api/v1/holds/${hold?.id}`, (route) => route.fulfill({ json: { ...hold, held: 5_000 } }));
    await opened.visit(`/settings/data/holds/${hold?.id}`);
    await page.getByText('1 of 5,000 calls added.').waitFor();
    await opened.expectWhole('a hold that still finds calls');
    await page.unroute(`**/api/v1/holds/${hold?.id}`);
  });
});
