// The engines of an account in the console: chosen, with a key of one's own, and gone.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const FILE = join(tmpdir(), `engines-${randomUUID()}.json`);
const KEY = 'a-key-of-ones-own-7d1e';
const house = {
  task: 'transcription',
  provider: 'openai',
  base_url: 'http://127.0.0.1:9/v1',
  model: 'large-v3',
  api_key_env: 'STUB_KEY',
};
const centre = { ...house, model: 'nova-3', offered: true, price_per_minute: 0.0043 };
const engines = (offered: object) =>
  JSON.stringify({ engines: { house, ...offered }, default: { transcription: 'house' } });

describe.runIf(CHROMIUM !== null)('engines', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;

  beforeAll(async () => {
    await writeFile(FILE, engines({ centre }));
    opened = await openConsole({
      TRANSCRIPTION_ENGINE: 'auto',
      ENGINES_FILE: FILE,
      STUB_KEY: 'sk-stub',
      ACCOUNT_KEYS: 'true',
      ENCRYPTION_KEY: 'k'.repeat(40),
    });
    page = opened.page;
    account = await enter(opened);
  });
  afterAll(() => opened?.close());

  const chosen = () => account.client.settings.engines().then(({ transcription }) => transcription);
  const save = () => opened.button('Save').first().click();

  it('are chosen, with a key of one’s own that is never shown again', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Engines' }).click();
    await page.getByText('This service offers no choice here').waitFor();
    expect(await opened.button('Save').first().isDisabled(), 'there is nothing to save').toBe(true);
    await page
      .getByLabel('Engine', { exact: true })
      .selectOption({ label: 'centre (openai nova-3), $0.0043 a minute' });
    await page.getByRole('textbox', { name: 'Your own key (optional)' }).fill(KEY);
    await opened.expectWholeInAll('an engine with a key');
    await save();
    await page.getByText('Your own key ending in 7d1e is used.').waitFor();
    expect(await chosen()).toMatchObject({ engine: 'centre', own_key: true, last4: '7d1e' });
    await page.reload();
    await page.getByText('Your own key ending in 7d1e is used.').waitFor();
    expect(await page.content()).not.toContain(KEY);
    await opened.button('Remove key').click();
    await page.getByText('Your own key ending in').waitFor({ state: 'detached' });
    expect(await chosen()).toMatchObject({ engine: 'centre', own_key: false });
  });

  it('are gone where the service no longer offers them, and go back to its own', async () => {
    const start = await opened.service.takeDown();
    await writeFile(FILE, engines({}));
    await start();
    await page.reload();
    await page.getByText('The service no longer offers centre.').waitFor();
    await opened.expectWhole('an engine that is gone');
    await save();
    await page.getByText('The service no longer offers centre.').waitFor({ state: 'detached' });
    expect(await chosen()).toBeNull();
    expect(await opened.hits()).toEqual([]);
  });
});
