// What is masked in calls, in the console: set, seen, heard, and done to calls that are stored.
// cspell:ignore Schwärzen

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnalysis } from '../../clients/typescript/src/index.js';
import type { Page } from '../../tools/playwright.mjs';
import { recordedCall } from '../support/builders/scripted-call.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = '<img src=x onerror="hit()">';

describe.runIf(CHROMIUM !== null)('masking', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let client: CallAnalysis;
  let test: CallAnalysis;

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    account = await enter(opened);
    ({ client } = account);
    const { key } = await client.apiKeys.create({ name: 'Test', mode: 'test' });
    test = client.withApiKey(key);
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const play = async (scenario: 'card_read_out') => {
    const { id } = await test.analyses.create({ scenario, agent_id: 'agent-1', contact_id: 'cust-1' });
    await test.analyses.waitForCompletion(id);
    return id;
  };
  const details = () => page.getByText('Details', { exact: true });

  it('is set by a preset, and by types of one’s own whose faults stand beside them', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Masking' }).click();
    await button('Card data (PCI)').click();
    expect(await page.getByLabel('Card numbers').isChecked(), 'card numbers are masked').toBe(true);
    expect(await page.getByLabel('Names of people').isChecked(), 'names are masked').toBe(false);
    await page.getByLabel('Keep, access needs its own permission').check();
    await page.getByLabel('Dates of birth').check();
    await button('Add custom type').click();
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page.getByLabel('Key').fill('policy number');
    await page.getByLabel('Patterns').fill('policy ~3 #\n((');
    await button('Save').click();
    await page.locator('.redaction-custom .fault').first().waitFor();
    expect(await page.locator('.redaction-custom .fault').count()).toBe(2);
    await opened.expectWholeInAll('faults of a type of one’s own');
    await page.getByLabel('Key').fill('policy_number');
    await page.getByLabel('Patterns').fill('policy ~3 #');
    await button('Save').click();
    await page.getByText('Saved').waitFor();
    expect(await client.settings.redaction()).toMatchObject({
      mode: 'text_and_audio',
      types: ['card_number', 'card_security_code', 'card_expiry', 'date_of_birth', 'password_or_pin'],
      original_recording: 'keep',
      custom: [{ key: 'policy_number', label: HOSTILE, patterns: ['policy ~3 #'] }],
    });
    await opened.expectWhole('the settings of masking');
  });

  it('shows what is masked in a call, and why', async () => {
    const id = await play('card_read_out');
    await opened.visit(`/calls/${id}`);
    await page.locator('.turn .masked').first().waitFor();
    expect(await page.locator('.turn-text').allInnerTexts()).toContainEqual(expect.stringContaining('[CARD_NUMBER_1]'));
    expect(await page.content()).not.toMatch(/four two four two/i);
    await details().click();
    await page.getByRole('heading', { name: 'Masked data' }).waitFor();
    await page
      .getByRole('row', { name: /Card numbers/ })
      .first()
      .waitFor();
    await opened.expectWholeInAll('a masked call');
  });

  it('leads to the original of a recording, which is asked for by itself', async () => {
    const { id } = await client.analyses.create({
      file: new Blob([recordedCall()]),
      fileName: 'call.wav',
      agent_id: 'agent-2',
      contact_id: 'cust-2',
    });
    await client.analyses.waitForCompletion(id);
    await opened.visit(`/calls/${id}`);
    await page.getByText('[DATE_OF_BIRTH_1]').first().waitFor();
    await details().click();
    await button('Listen to the original').click();
    const original = page.locator('.masked-original audio');
    await original.waitFor();
    const played = await original.getAttribute('src');
    const served = (await client.analyses.get(id)).audio.url;
    expect(new URL(String(played)).pathname).not.toBe(new URL(String(served)).pathname);
    await opened.expectWhole('the original of a masked call');
    // Another who may review, and is not named.
    const named = 'UPDATE member SET recordings_original = $2 WHERE email = $1';
    await opened.service.db.query(named, [account.email, false]);
    await opened.visit(`/calls/${id}`);
    await details().click();
    await page.getByRole('heading', { name: 'Masked data' }).waitFor();
    await page.getByRole('row', { name: /Dates of birth/ }).waitFor();
    expect(await button('Listen to the original').count(), 'ways to the original').toBe(0);
    await opened.service.db.query(named, [account.email, true]);
  });

  it('is done to a stored call, by the keyboard, and to all of them by a job', async () => {
    await client.settings.updateRedaction({ mode: 'off' });
    const [one, other] = [await play('card_read_out'), await play('card_read_out')];
    await opened.visit(`/calls/${one}`);
    await page
      .getByText(/four two four two/i)
      .first()
      .waitFor();
    await button('More').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog().getByText('This cannot be undone.').waitFor();
    await opened.expectWhole('the question before a call is masked');
    await pressAt(page, 'Mask call');
    await page.locator('.turn .masked').first().waitFor();
    await expect
      .poll(async () => (await client.analyses.get(one)).redaction.status, { timeout: 30_000 })
      .toBe('applied');
    await opened.visit('/settings/masking');
    await button('Count calls').click();
    await button('Mask calls').click();
    await page.locator('.redaction-job').getByText('completed').waitFor({ timeout: 30_000 });
    expect((await client.analyses.get(other)).redaction).toMatchObject({ status: 'applied' });
    await opened.expectWholeInAll('a job over stored calls');
  });

  it('executes nothing of what a person typed', async () => {
    expect(await opened.hits()).toEqual([]);
  });
});
