// Retention in the console: what a change would delete is said before it is saved, and what waits can be let go.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const DAY_MS = 86_400_000;
const OLD_CALLS = 3;
/** More than a first round deletes without waiting. */
const MANY_CALLS = 101;

describe.runIf(CHROMIUM !== null)('retention', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let accountId: string;

  beforeAll(async () => {
    opened = await openConsole({
      WORKER_SWEEP_SECONDS: '1',
      RETENTION_EVERY_SECONDS: '1',
      AUDIO_RETENTION_DAYS: '365',
      ANALYSIS_RETENTION_DAYS: '0',
    });
    page = opened.page;
    account = await enter(opened);
    accountId = await accountIdOf(opened.service.db, account.email);
    await store(OLD_CALLS, 100);
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const days = (name: string) => page.getByLabel(`${name} (days)`, { exact: true });
  const settings = () => account.client.settings.retention();
  const left = async () => (await account.client.analyses.listSummaries({ limit: 1 })).total;

  /** Calls that ended so many days ago. */
  async function store(count: number, ago: number): Promise<void> {
    const { db } = opened.service;
    for (let n = 0; n < count; n += 1) {
      const at = new Date(Date.now() - ago * DAY_MS);
      const id = await storeScoredCall(db, accountId, { agent: 'agent-7', at });
      await db.query('UPDATE analysis SET settled_at = $2 WHERE id = $1', [id, at]);
    }
  }

  it('is shown with the limits of the operator, which cannot be passed', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await days('Recordings').waitFor();
    await page.getByText('The operator allows at most 365').first().waitFor();
    expect(await days('Recordings').getAttribute('max')).toBe('365');
    expect(await days('Whole calls').getAttribute('max')).toBe('3650');
    expect(await days('Audit log').inputValue()).toBe('400');
    await opened.expectWholeInAll('the retention settings');
    await days('Recordings').fill('366');
    await pressAt(page, 'Save');
    expect(await page.locator('input:invalid').count(), 'fields that are refused').toBe(1);
    expect((await settings()).recordings_days).toBeNull();
    await days('Recordings').fill('');
  });

  it('tells what a change would delete, and asks before it is saved', async () => {
    await days('Recordings').fill('90');
    await button('Show what would be deleted').click();
    await page.getByText(`${OLD_CALLS} recordings would be deleted.`).waitFor();
    expect((await settings()).recordings_days, 'nothing is saved').toBeNull();
    await days('Transcripts').fill('99');
    await page.getByText(`${OLD_CALLS} recordings would be deleted.`).waitFor({ state: 'detached' });
    await button('Save').click();
    await dialog().getByText(`${OLD_CALLS} recordings and ${OLD_CALLS} transcripts would be deleted.`).waitFor();
    await opened.expectWholeInAll('the question before a change that deletes');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect((await settings()).recordings_days, 'nothing is saved').toBeNull();
    await button('Save').click();
    await dialog().waitFor();
    await pressAt(page, 'Save and delete');
    await page.getByText('Saved').waitFor();
    await page.getByText('Done: everything that was due is deleted.').waitFor({ timeout: 30_000 });
    expect(await settings()).toMatchObject({ recordings_days: 90, transcripts_days: 99, audit_days: 400 });
    await opened.expectWhole('retention that has deleted what was due');
  });

  it('saves at once what deletes nothing', async () => {
    await days('Audit log').fill('200');
    await page.getByLabel('Log each time someone opens a call').check();
    await button('Save').click();
    await page.getByText('Saved').waitFor();
    expect(await dialog().count()).toBe(0);
    expect(await settings()).toMatchObject({ recordings_days: 90, audit_days: 200, audit_reads: true });
  });

  it('waits where much would go, says until when, and deletes at once when that is confirmed', async () => {
    await store(MANY_CALLS, 60);
    await days('Whole calls').fill('30');
    await button('Save').click();
    await dialog().getByText('104 calls would be deleted.').waitFor();
    await dialog().getByRole('button', { name: 'Save and delete' }).click();
    await page.getByRole('heading', { name: 'Deletion is waiting' }).waitFor({ timeout: 30_000 });
    expect(await left(), 'calls that are stored').toBe(OLD_CALLS + MANY_CALLS);
    await opened.expectWholeInAll('a round that waits');
    await button('Delete now…').click();
    await dialog().getByText('104 calls would be deleted.').waitFor();
    await opened.expectWhole('the question before a round that waits is let go');
    await pressAt(page, 'Delete now');
    await page.getByText('Done: everything that was due is deleted.').waitFor({ timeout: 60_000 });
    expect(await left(), 'calls that are stored').toBe(0);
    expect(await page.getByRole('heading', { name: 'Deletion is waiting' }).count()).toBe(0);
  });

  it('is not for a role below admin, and a link to it says so', async () => {
    await opened.service.db.query("UPDATE member SET role = 'analyst' WHERE email = $1", [account.email]);
    await opened.visit('/settings');
    await page.getByRole('link', { name: 'Members' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'Data', exact: true }).count(), 'ways to it').toBe(0);
    for (const path of ['', '/holds', '/audit']) {
      await opened.visit(`/settings/data${path}`);
      await page.getByText('This page needs the role Admin; yours is Analyst.').waitFor();
    }
  });
});
