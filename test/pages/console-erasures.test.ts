// Erasures in the console: counted before they are sent, followed, deferred by holds, with a receipt at the end.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = HOSTILE_STRINGS[0] ?? '';
const HOLD = 'litigation 2026-11';

describe.runIf(CHROMIUM !== null)('erasures', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  const ids: string[] = [];

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    account = await enter(opened);
    const accountId = await accountIdOf(opened.service.db, account.email);
    for (const agent of ['agent-7', 'agent-7', 'agent-7', 'agent-8'])
      ids.push(await storeScoredCall(opened.service.db, accountId, { agent, at: new Date() }));
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const row = (state: string) => page.locator('.item-row', { hasText: state });
  const left = async () => (await account.client.analyses.listSummaries({ limit: 1 })).total;

  it('are counted before they are sent, and nothing is erased until then', async () => {
    await account.client.holds.create({ name: HOLD, reason: 'Claim', analysis_ids: [ids[0] ?? ''] });
    await opened.visit('/settings/data');
    await page.getByRole('link', { name: 'Erasures' }).click();
    await page.getByRole('radio', { name: /^Calls by ID/ }).check();
    await page.getByLabel('Call IDs').fill(ids.slice(0, 3).join('\n'));
    await page.getByLabel('Reason').fill(HOSTILE);
    await page.getByLabel(/^Your reference/).fill('DSR-118');
    await opened.expectWholeInAll('a new erasure');
    await button('Check what would be erased…').click();
    await dialog()
      .getByText(/^To be erased: 2 calls/)
      .waitFor();
    await dialog().getByText('1 call waits for the hold').waitFor();
    await dialog().getByRole('link', { name: HOLD }).waitFor();
    await opened.expectWhole('the question before an erasure');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await left(), 'calls that are stored').toBe(4);
    expect((await account.client.erasures.list()).total, 'erasures').toBe(0);
  });

  it('are sent, and tell what they erased and which hold keeps the rest', async () => {
    await button('Check what would be erased…').click();
    await dialog().waitFor();
    await pressAt(page, 'Erase');
    await row('waits for a hold').waitFor({ timeout: 30_000 });
    await row('waits for a hold')
      .getByText(/^Erased: 2 calls/)
      .waitFor();
    await row('waits for a hold').getByText('DSR-118').waitFor();
    expect(await button(/^Download receipt/).count(), 'receipts of what is not completed').toBe(0);
    expect(await left(), 'calls that are stored').toBe(2);
    await opened.expectWholeInAll('an erasure that is deferred');
  });

  it('go on when the hold is released, and end with a receipt to download', async () => {
    await page.getByRole('link', { name: HOLD }).click();
    await button('Release…').click();
    await dialog().getByLabel('Reason for the release').fill('Settled');
    await dialog().getByRole('button', { name: 'Release' }).click();
    await page.getByText('1 deferred erasure is carried out.').waitFor();
    await page.getByRole('link', { name: 'Holds' }).click();
    await page.getByRole('link', { name: 'Erasures' }).click();
    await row('completed').waitFor({ timeout: 30_000 });
    await row('completed')
      .getByText(/^Erased: 3 calls/)
      .waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button(/^Download receipt/).click()]);
    const [erasure] = (await account.client.erasures.list()).items;
    expect(file.suggestedFilename()).toBe(`receipt-${erasure?.id}.json`);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual(erasure?.receipt);
    await opened.expectWhole('an erasure with its receipt');
  });

  it('are of an agent’s name alone, unless the calls are asked for, and faults stand at their field', async () => {
    await button('New erasure').click();
    await page.getByRole('radio', { name: /^An agent/ }).check();
    expect(await page.getByRole('radio', { name: /^Name only/ }).isChecked(), 'the name alone is chosen').toBe(true);
    await page.getByLabel('Agent', { exact: true }).fill('agent-8');
    await page.getByLabel('Reason').fill('Left');
    await button('Check what would be erased…').click();
    await dialog().getByRole('button', { name: 'Erase' }).click();
    await page.locator('.item-row', { hasText: 'Name only' }).getByText('completed').waitFor({ timeout: 30_000 });
    const { data } = await account.client.analyses.listSummaries();
    expect(
      data.map(({ call }) => call.agent_id),
      'the call stays, without the name',
    ).toEqual(['erased']);
    await button('New erasure').click();
    await page.getByRole('radio', { name: /^Calls by ID/ }).check();
    await page.getByLabel('Call IDs').fill('no-id');
    await page.getByLabel('Reason').fill('Left');
    await button('Check what would be erased…').click();
    await page.locator('.fault').first().waitFor();
    expect(await page.locator('.problem').count()).toBe(0);
    await opened.expectWhole('a fault of a new erasure');
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
