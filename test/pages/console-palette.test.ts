// The command palette of the console: views, agents, contacts and calls by the keyboard alone, and views saved under a name.
// cspell:ignore histo
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { storeScoredCall } from '../support/builders/scored-calls.js';
import { CHROMIUM } from './chromium.js';
import { typeHostileStrings } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

describe.runIf(CHROMIUM !== null)('the command palette', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let callId: string;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    account = await enter(opened);
    const { db } = opened.service;
    const accountId = await accountIdOf(db, account.email);
    await storeScoredCall(db, accountId, { agent: 'mira', at: new Date() });
    callId = await storeScoredCall(db, accountId, { agent: 'omar', at: new Date() });
    await db.query("UPDATE analysis SET contact_id = 'cust-miracle' WHERE id = $1", [callId]);
  });
  afterAll(() => opened?.close());

  const palette = () => page.getByRole('dialog', { name: 'Go to' });
  const field = () => page.getByRole('combobox', { name: 'View, agent, contact or call ID' });
  const option = (name: string | RegExp) => palette().getByRole('option', { name });
  const chosen = () => palette().getByRole('option', { selected: true });
  const where = () => new URL(page.url()).pathname + new URL(page.url()).search;
  const open = async () => {
    // The key works once the frame is there.
    await page.locator('.palette-button').first().waitFor();
    await page.keyboard.press('Control+k');
    await palette().waitFor();
  };
  const isClosed = () => palette().waitFor({ state: 'detached' });

  it('opens over a field, gives the focus back, and has no fault in both languages', async () => {
    const search = page.getByLabel('Search agent or contact');
    await search.focus();
    await open();
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
    await opened.expectWholeInAll('the palette');
    await page.keyboard.press('Escape');
    await isClosed();
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.press('Meta+k');
    await palette().waitFor();
    await page.keyboard.press('Meta+k');
    await isClosed();
  });

  it('goes to a view by some letters of its name', async () => {
    await open();
    await page.keyboard.type('histo');
    await expect.poll(() => chosen().innerText()).toBe('Usage history');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/settings/history');
    await isClosed();
    expect(await page.title()).toBe('Usage history · Call Analysis');
  });

  it('finds agents, contacts and calls, and a call by its id', async () => {
    await open();
    await page.keyboard.type('mira');
    await option('cust-miracle').first().waitFor();
    await expect.poll(() => chosen().innerText()).toBe('mira');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(where).toBe('/app/calls?contact_id=cust-miracle');
    await page.getByRole('row', { name: 'omar' }).waitFor();
    await open();
    await page.keyboard.type('mira');
    await expect.poll(() => chosen().innerText()).toBe('mira');
    await page.keyboard.press('Enter');
    await expect.poll(where).toBe('/app/agents/mira');
    await open();
    await page.keyboard.insertText(callId);
    await option(/^omar with cust-miracle/).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(where).toBe(`/app/calls/${callId}`);
    await open();
    await page.keyboard.type('"no refund"');
    await option('Search transcripts for “"no refund"”').click();
    await expect.poll(where).toBe('/app/search?q=%22no+refund%22');
  });

  it('saves a view with its filters under a name, in this browser and for this account alone', async () => {
    await opened.visit('/calls?agent_id=omar&flagged=false&page=2');
    await open();
    await page.keyboard.type('Unflagged of Omar');
    await page.keyboard.press('ArrowUp');
    expect(await chosen().innerText()).toBe('Save this view as “Unflagged of Omar”');
    await page.keyboard.press('Enter');
    await palette().getByText('Saved as “Unflagged of Omar”').waitFor();
    await opened.visit('/day');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open();
    expect(await chosen().innerText()).toBe('Unflagged of Omar');
    await page.keyboard.press('Enter');
    await expect.poll(where).toBe('/app/calls?agent_id=omar&flagged=false');

    await opened.button('Sign out').click();
    const other = await enter(opened);
    await open();
    await option('Calls').first().waitFor();
    expect(await option('Unflagged of Omar').count()).toBe(0);
    await page.keyboard.press('Escape');
    await opened.button('Sign out').click();
    expect(other.email).not.toBe(account.email);
  });

  it('removes it where it is open', async () => {
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.locator('a.row-link').first().waitFor();
    await opened.visit('/calls?flagged=false&agent_id=omar');
    await page.getByRole('row', { name: 'omar' }).waitFor();
    await open();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await palette().getByText('Removed “Unflagged of Omar”').waitFor();
    expect(await option(/Unflagged of Omar/).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('is reached on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await opened.button('More').click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Go to…' }).click();
    await palette().waitFor();
    await option('Coaching').click();
    await page.waitForURL('**/app/day/coaching');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('executes nothing that is typed or named', async () => {
    await open();
    await typeHostileStrings(field());
    const name = '"><img src=x onerror="hit()">';
    await field().fill(name);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await option(name).first().waitFor();
    await page.keyboard.press('Escape');
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
