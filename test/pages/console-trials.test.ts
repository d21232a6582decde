// Engines compared in the console: calls and engines, the cost, the start, the figures, and the words that differ.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { finalAnalysis, PARTIES, uploadOf } from '../support/apps/running-service.js';
import { recordedCall, startScriptedProvider, turnOf } from '../support/builders/scripted-call.js';
import { correctCalls, enginesFile, recordedCopies } from '../support/builders/tried-calls.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { CHROMIUM } from './chromium.js';
import { enter, type OpenedConsole, openConsole } from './opened-console.js';

const CALLS = 32;

describe.runIf(CHROMIUM !== null)('engine trials', () => {
  let opened: OpenedConsole;
  let page: Page;
  let house: OpenAiStub;
  let centre: OpenAiStub;

  beforeAll(async () => {
    house = await startScriptedProvider();
    centre = await startScriptedProvider({
      transcribe: (request) => ({
        body: { text: turnOf(request).text.replace('Northwind', 'Southward'), languages: [{ code: 'en' }] },
      }),
    });
    const speech = { task: 'transcription', provider: 'openai', model: 'large-v3', api_key_env: 'STUB_KEY' };
    const ENGINES_FILE = await enginesFile(
      {
        house: { ...speech, base_url: house.baseUrl },
        centre: { ...speech, base_url: centre.baseUrl, offered: true, price_per_minute: 0.0043 },
      },
      { transcription: 'house' },
    );
    opened = await openConsole({ TRANSCRIPTION_ENGINE: 'auto', ENGINES_FILE, STUB_KEY: 'sk-stub' });
    page = opened.page;
    const account = await enter(opened);
    const api = checkedPaths(opened.service.baseUrl, account.liveKey);
    const { id } = await api.post('/analysis', { body: uploadOf(recordedCall(), PARTIES) });
    const copies = await recordedCopies(opened.service.db, (await finalAnalysis(api, id)).id, CALLS - 1);
    await correctCalls(opened.service.db, [id, ...copies]);
  });
  afterAll(async () => {
    await opened?.close();
    await house?.close();
    await centre?.close();
  });

  it('start once their cost was shown', async () => {
    await opened.visit('/settings/engines');
    await page.getByRole('link', { name: 'Compare engines on your own calls' }).click();
    await page.getByLabel('Number of calls').fill(String(CALLS));
    await opened.expectWholeInAll('a new trial');
    await opened.button('Show cost').click();
    await page.getByText(`Drawn from ${CALLS} completed calls.`).waitFor();
    await page.getByText('Price not known').waitFor();
    await page.getByText(`Counts as ${2 * CALLS} evaluations of this month.`).waitFor();
    await opened.button('Start trial').click();
    await page.getByText('house makes fewer errors than centre.').waitFor({ timeout: 120_000 });
    await opened.expectWholeInAll('a trial that is completed');
  });

  it('show the words that differ, beside what the team has corrected', async () => {
    await page.locator('.trial-calls tbody button').first().click();
    await page.getByRole('heading', { name: 'Corrected by your team' }).waitFor();
    const marked = () => page.locator('.trial-beside mark').allInnerTexts();
    await page.getByRole('button', { name: 'centre', exact: true }).click();
    await expect.poll(marked).toEqual(['Northwind', 'Southward']);
    await opened.expectWholeInAll('a call side by side');
    await page.locator('.trial-turns button').nth(1).click();
    await expect
      .poll(() => page.locator('audio').evaluate((sound: { currentTime: number }) => sound.currentTime))
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: 'house', exact: true }).click();
    await expect.poll(marked).toEqual([]);
  });

  it('are listed and deleted, and say where too few engines are offered', async () => {
    await page.getByRole('link', { name: 'Engine trials' }).click();
    await opened.button('New trial').click();
    await page.getByLabel('Task').selectOption('analysis');
    await page.getByText('fewer than two engines for this task').waitFor();
    await opened.expectWhole('the list of trials');
    await page.getByRole('link', { name: /^Trial of/ }).click();
    await opened.button('Delete trial').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete trial' }).click();
    await page.getByText('fewer than two').waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: /^Trial of/ }).count()).toBe(0);
    expect(await opened.hits()).toEqual([]);
  });
});
