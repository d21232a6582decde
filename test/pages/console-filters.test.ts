// The filters of the calls in the console: a bar of one row, a sheet for the others, and all of them in the address.
// cspell:ignore Filter

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { pressAt, tabTo } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { enter, type OpenedConsole, openConsole } from './opened-console.js';

describe.runIf(CHROMIUM !== null)('the filters of the calls', () => {
  let opened: OpenedConsole;
  let page: Page;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    const { client } = await enter(opened);
    const { key } = await client.apiKeys.create({ name: 'Test', mode: 'test' });
    const test = client.withApiKey(key);
    const play = async (agent: string, team: string, direction: 'inbound' | 'outbound') => {
      const metadata = { team };
      const { id } = await test.analyses.create({
        scenario: 'good_call',
        agent_id: agent,
        contact_id: 'c',
        direction,
        metadata,
      });
      await test.analyses.waitForCompletion(id);
    };
    await Promise.all([play('agent-1', 'blue', 'inbound'), play('agent-2', HOSTILE, 'outbound')]);
  });
  afterAll(() => opened?.close());

  const HOSTILE = HOSTILE_STRINGS[0] ?? '';
  const button = (name: string | RegExp) => opened.button(name);
  const row = (name: string) => page.getByRole('row', { name });
  /** Filters in the address, which stays at test calls. */
  const query = () => {
    const { mode, ...filters } = Object.fromEntries(new URL(page.url()).searchParams);
    expect(mode).toBe('test');
    return filters;
  };
  /** Pixels from the top of the bar to its end. */
  const barHeight = async () => (await page.locator('.filters').boundingBox())?.height ?? 0;

  it('take one row, in both languages', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await opened.visit('/calls?mode=test');
    await row('agent-1').waitFor();
    const oneRow = (await page.getByLabel('Status').boundingBox())?.height ?? 0;
    for (const language of ['de', 'en']) {
      await page.locator('.side-foot select:has(option[value=de])').selectOption(language);
      await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(language);
      expect(await barHeight(), `in ${language}`).toBeLessThan(oneRow * 1.2);
    }
  });

  it('are chosen in the sheet by the keyboard, stand in the address, and are taken back one by one', async () => {
    await pressAt(page, 'More filters');
    await page.getByRole('dialog', { name: 'Filters' }).waitFor();
    await tabTo(page, 'Direction');
    await page.keyboard.press('ArrowDown');
    await row('agent-2').waitFor({ state: 'detached' });
    expect(query()).toEqual({ direction: 'inbound' });
    await tabTo(page, 'Compliance: at least');
    await page.keyboard.type('20');
    await tabTo(page, 'Duration: at most');
    await page.keyboard.type('10:00');
    await tabTo(page, 'Key');
    await page.keyboard.type('team');
    await tabTo(page, 'Value');
    await page.keyboard.type('blue');
    await tabTo(page, 'Show calls');
    await expect.poll(query).toEqual({
      direction: 'inbound',
      compliance_score_min: '20',
      duration_max: '600',
      'metadata[team]': 'blue',
    });
    await opened.expectWholeInAll('the sheet of filters');
    await page.keyboard.press('Enter');
    await button('More filters (4)').waitFor();
    await row('agent-1').waitFor();
    await opened.expectWholeInAll('filters that are set');
    await button('Remove filter “team: blue”').click();
    await button('More filters (3)').waitFor();
    expect(query()).not.toHaveProperty('metadata[team]');
    await page.reload();
    await button('More filters (3)').waitFor();
    await button('Clear filters').click();
    await row('agent-2').waitFor();
    expect(query()).toEqual({});
  });

  it('say what a value must look like, and what the service refuses', async () => {
    await page.getByRole('button', { name: 'More filters', exact: true }).click();
    await page.getByLabel('Duration: at least').fill('soon');
    await page.keyboard.press('Tab');
    await page.getByText('Enter minutes, or minutes and seconds').waitFor();
    expect(query(), 'is left as it was').toEqual({});
    await page.getByLabel('Duration: at least').fill('');
    await page.getByLabel('Quality: at least').fill('90');
    await page.getByLabel('Quality: at most').fill('10');
    await button('Show calls').click();
    await page.getByRole('alert').getByText('quality_score_min').waitFor();
    await button('Clear filters').click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('stand in a sheet on a small screen, each as a chip once it is set', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByLabel('Agent').fill('agent-2');
    await sheet.getByLabel('Direction').selectOption('outbound');
    await button('Show calls').click();
    await button('Filters (2)').waitFor();
    await button('Remove filter “Agent: agent-2”').click();
    await button('Filters (1)').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await button('Clear filters').click();
  });

  it('find own data by what it is, and execute nothing of it', async () => {
    await opened.visit(`/calls?mode=test&metadata[team]=${encodeURIComponent(HOSTILE)}`);
    await row('agent-2').waitFor();
    expect(await page.locator('.chip').allInnerTexts()).toEqual([`team: ${HOSTILE}`]);
    await button('More filters (1)').click();
    for (const name of ['Contact', 'Key', 'Value'])
      await typeHostileStrings(page.getByRole('dialog').getByLabel(name, { exact: true }));
    const all = ['violation', 'language', 'outcome', 'scorecard_id', 'call_from', 'duration_min', 'flagged'];
    await opened.visit(
      `/calls?mode=test&${all.map((name, at) => `${name}=${encodeURIComponent(HOSTILE_STRINGS[at * 4] ?? '')}`).join('&')}`,
    );
    await button(/More filters/).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
