// Sources in the console: a bucket that is tested before it is watched, what it found, and the callback of a telephone provider.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { recordedCall } from '../support/builders/scripted-call.js';
import { BUCKET_KEYS, BucketStub } from '../support/stubs/bucket-stub.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = HOSTILE_STRINGS[0] ?? '';

describe.runIf(CHROMIUM !== null)('sources', () => {
  let opened: OpenedConsole;
  let page: Page;
  let bucket: BucketStub;

  beforeAll(async () => {
    bucket = new BucketStub('acme-recordings');
    await bucket.listen();
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    await enter(opened);
  });
  afterAll(async () => {
    await opened?.close();
    await bucket?.close();
  });

  const button = (name: string | RegExp) => opened.button(name);
  const fill = (label: string | RegExp, text: string) => page.getByLabel(label, { exact: true }).fill(text);

  it('are made with their naming, and say beside a field what the service refuses', async () => {
    await opened.visit('/intake/sources');
    await page.getByText('No sources yet. Add the bucket').waitFor();
    await opened.expectWholeInAll('no source yet');
    await fill('Name', HOSTILE);
    await fill('Bucket', bucket.bucket);
    await fill(/^Storage URL/, bucket.endpoint);
    await fill('Access key ID', BUCKET_KEYS.access_key_id);
    await fill('Secret access key', BUCKET_KEYS.secret_access_key);
    await fill('Pattern', '{agent}.wav');
    await fill('Check every … seconds', '10');
    await button('Add source').click();
    await page.locator('.intake-text .fault').waitFor();
    await opened.expectWholeInAll('a source with a fault');
    await fill('Pattern', '{agent_id}_{contact_id}.wav');
    await fill('Check every … seconds', '15');
    await button('Test source').click();
    await page.getByText('No recordings found.').waitFor();
    await page.getByLabel('Start with', { exact: true }).selectOption({ label: 'All existing recordings' });
    await button('Add source').click();
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    expect(await page.content(), 'the page').not.toContain(BUCKET_KEYS.secret_access_key);
  });

  it('show what the last names would become, and what was found', async () => {
    bucket.put('agent-7_cust-42.wav', recordedCall());
    bucket.put('minutes.wav', recordedCall());
    bucket.put(`${HOSTILE}.wav`, recordedCall());
    await button('Test source').click();
    await page.locator('.items-table', { hasText: 'agent-7' }).getByText('Field required').first().waitFor();
    await opened.expectWholeInAll('a source that was tested');
    // A recording is imported at the second poll that finds it with the same size.
    await page.getByText(/^1 imported$/).waitFor({ timeout: 60_000 });
    await page.getByText(/^2 refused$/).waitFor();
    await page.getByRole('link', { name: 'Call', exact: true }).waitFor();
    await opened.expectWholeInAll('a source that has found recordings');
    await page.getByRole('link', { name: '1 imported' }).click();
    await page.getByRole('link', { name: 'Call', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /agent-7/ }).waitFor();
    await page.goBack();
    // The fault that was asked for.
    const others = opened.lines.filter((line) => !line.includes('status of 422'));
    expect(others, 'lines of the console').toEqual([]);
  });

  it('say what is wrong with a bucket, are paused, resumed, looked at once, and changed', async () => {
    bucket.trouble = 'refuses';
    await button('Check now').click();
    await page.getByText('failing', { exact: true }).first().waitFor();
    await opened.expectWhole('a source that fails');
    bucket.trouble = null;
    await button('Pause').click();
    await page.getByText('paused', { exact: true }).first().waitFor();
    await button('Resume').click();
    await page.getByText('active', { exact: true }).first().waitFor();
    await button('Start rescan').click();
    await page.getByText('Rescan started.').waitFor();
    await button('Edit').click();
    await fill('Name', 'Berlin');
    await opened.expectWholeInAll('a source that is changed');
    await pressAt(page, 'Save');
    await page.getByRole('heading', { level: 1, name: 'Berlin' }).waitFor();
    await opened.visit('/intake/sources');
    await page.locator('.intake-row').waitFor();
    await opened.expectWholeInAll('sources');
  });

  it('give the address for a telephone provider, which answers there; and are deleted by their name', async () => {
    await button('Add source').click();
    await page.getByRole('radio', { name: /^Twilio/ }).check();
    await fill('Name', 'Phone');
    await fill('Account SID', `AC${'0'.repeat(32)}`);
    await fill('Auth token', 'token-of-the-provider');
    await button('Add source').click();
    await page.getByRole('heading', { level: 1, name: 'Phone' }).waitFor();
    const address = await page.locator('code.secret').innerText();
    const forged = await fetch(address, { method: 'POST', body: new URLSearchParams({ RecordingSid: 'RE1' }) });
    await expect(forged).toAnswer(403);
    await opened.expectWholeInAll('a source of a telephone provider');
    await button('Delete source').click();
    await page.getByLabel('Type Phone to confirm').fill('Phone');
    await opened.expectWhole('the question before a source is deleted');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete source' }).click();
    await page.locator('.intake-row', { hasText: 'Berlin' }).waitFor();
    await expect.poll(() => page.locator('.intake-row').count()).toBe(1);
  });

  it('execute nothing of what a person types', async () => {
    await button('Add source').click();
    await typeHostileStrings(page.getByLabel('Pattern', { exact: true }));
    await typeHostileStrings(page.getByLabel('Name', { exact: true }));
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
