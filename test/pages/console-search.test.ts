// Search in the console: what was said is found, marked as text alone, and played from its second.
// cspell:ignore Suche

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { recordedCall, turnStart } from '../support/builders/scripted-call.js';
import { focused } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

/** The turn of the agent that asks for it. */
const ASKED = 2;
const MAX_LATE_SECONDS = 0.05;

describe.runIf(CHROMIUM !== null)('the search', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let id: string;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    account = await enter(opened);
    ({ id } = await account.client.analyses.create({
      file: new Blob([recordedCall()]),
      fileName: 'call.wav',
      agent_id: HOSTILE_STRINGS[0] ?? '',
      contact_id: 'cust-42',
    }));
    await account.client.analyses.waitForCompletion(id);
  });
  afterAll(() => opened?.close());

  const words = () => page.getByLabel('Search transcripts');
  const hits = () => page.locator('.found-hit');
  const audio = <T>(member: string) => page.evaluate<T>(`document.querySelector('audio')?.${member}`);
  const look = async (query: string) => {
    await words().fill(query);
    await page.keyboard.press('Enter');
  };

  it('teaches how words are looked for, and says what a query lacks', async () => {
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: 'Search what was said' }).waitFor();
    expect(await focused(page), 'ready to type').toBe('Search transcripts');
    await opened.expectWholeInAll('the search before the first words');
    await look('-refund');
    await page.locator('.fault').waitFor();
    await opened.expectWhole('a query without a word');
    await look('zebra');
    await page.getByRole('heading', { name: 'No calls found' }).waitFor();
    await opened.expectWholeInAll('a search that finds nothing');
  });

  it('finds what was said, and plays the call from there', async () => {
    await look('"confirm your DATE of birth" sorry');
    await hits().first().waitFor();
    expect(await page.locator('.found-hit mark').allInnerTexts()).toEqual(
      expect.arrayContaining(['sorry', 'confirm your date of birth']),
    );
    expect(new URL(page.url()).searchParams.get('q'), 'in the address').toBe('"confirm your DATE of birth" sorry');
    await opened.expectWholeInAll('what was found');
    await hits().first().locator('a').click();
    await page.locator('.turn[aria-current=true]', { hasText: 'confirm your date of birth' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/calls/${id}`);
    const at = Number(new URL(page.url()).searchParams.get('at'));
    expect(Math.abs(at - turnStart(ASKED)), 'the second of the turn').toBeLessThan(0.5);
    await expect.poll(() => audio<boolean>('paused')).toBe(false);
    expect(await audio<number>('currentTime')).toBeGreaterThanOrEqual(at - MAX_LATE_SECONDS);
    await page.goBack();
    await hits().first().waitFor();
    expect(await page.evaluate('document.activeElement.closest(".found-hit") !== null'), 'where it left').toBe(true);
  });

  it('works by the keyboard, from every view', async () => {
    await opened.visit('/developers');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.keyboard.press('/');
    await words().waitFor();
    await page.keyboard.type('refund*');
    await page.keyboard.press('Enter');
    await hits().first().waitFor();
    await page.getByRole('heading', { name: 'Search', level: 1 }).click();
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('I have refunded the second payment');
    await page.keyboard.press('Enter');
    await page.locator('.turn[aria-current=true]', { hasText: 'I have refunded' }).waitFor();
    // The way back leads to the search, not to the list of calls.
    await page.locator('.way-back', { hasText: 'Search' }).click();
    await hits().first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('refund*');
  });

  it('narrows by who spoke, by agent and by time, all in the address', async () => {
    await page.getByLabel('Speaker').selectOption('customer');
    await page.getByRole('heading', { name: 'No calls found' }).waitFor();
    expect(new URL(page.url()).searchParams.get('speaker')).toBe('customer');
    await opened.button('Search all calls').click();
    await hits().first().waitFor();
    await page.getByLabel('Until').fill('2020-01-01');
    await page.getByRole('heading', { name: 'No calls found' }).waitFor();
    await page.getByLabel('Until').fill('');
    await hits().first().waitFor();
    await page.getByLabel('Agent', { exact: true }).fill('agent-9');
    await page.getByRole('heading', { name: 'No calls found' }).waitFor();
  });

  it('goes on looking where the service stopped', async () => {
    const asked: string[] = [];
    await page.route('**/api/v1/search?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams.get('created_before') ?? '');
      const answer = await route.fetch();
      const json = (await answer.json()) as object;
      if (asked.length > 1) return route.fulfill({ response: answer });
      // As for a phrase of frequent words, of which the time allowed only so many calls.
      return route.fulfill({ json: { ...json, items: [], total: 0, searched_back_to: 4_000_000_000 } });
    });
    await opened.visit('/search?q=refunded');
    await page.getByText('Searched back to').waitFor();
    await opened.expectWhole('a search that stopped');
    await opened.button('Search older calls').click();
    await hits().first().waitFor();
    expect(asked).toEqual(['', '4000000000']);
    expect(await page.getByText('Searched back to').count(), 'all was searched').toBe(0);
    await page.unroute('**/api/v1/search?*');
  });

  it('executes nothing of what people say, are called, or look for', async () => {
    const { client } = account;
    const read = async () => {
      const call = await client.analyses.get(id);
      if (call.status !== 'completed' || !call.transcript) throw new Error('The call is not completed');
      return call.transcript;
    };
    const { segments } = await read();
    const hostile = HOSTILE_STRINGS.filter((text) => !text.includes('\u0000')).slice(0, segments.length);
    await client.analyses.createCorrection(id, {
      base_version: 1,
      reviewer_id: 'mara',
      segments: segments.map((segment, index) => ({
        id: segment.id,
        text: `quokka ${hostile[index] ?? ''}`,
      })),
    });
    await expect.poll(async () => (await read()).version).toBe(2);
    await opened.visit('/search?q=quokka');
    await hits().first().waitFor();
    expect(await page.locator('.found-text').first().innerText()).toContain('<img src=x onerror="hit()">');
    expect(await page.locator('.found-head a').first().innerText()).toBe(HOSTILE_STRINGS[0]);
    await opened.expectWhole('hostile words');
    await typeHostileStrings(words());
    await opened.visit(`/search?q=${encodeURIComponent(HOSTILE_STRINGS[4] ?? '')}&speaker=<b>&from=x`);
    await words().waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
