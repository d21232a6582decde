// Batches in the console: many calls from a list, what became of each line, and the refused lines mended and sent again.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { recordedCall } from '../support/builders/scripted-call.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = HOSTILE_STRINGS[0] ?? '';
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe.runIf(CHROMIUM !== null)('batches', () => {
  let opened: OpenedConsole;
  let page: Page;
  let files: Server;
  let origin: string;

  beforeAll(async () => {
    opened = await openConsole({ WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    files = createServer(({ url }, response) => {
      // A manifest that never ends.
      if (url === '/slow.csv') return void response.writeHead(200).write('agent_id,contact_id,audio_url\n');
      response.writeHead(url === '/call.wav' ? 200 : 410).end(url === '/call.wav' ? recordedCall() : undefined);
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    await enter(opened);
  });
  afterAll(async () => {
    files?.closeAllConnections();
    files?.close();
    await opened?.close();
  });

  const button = (name: string | RegExp) => opened.button(name);
  const lines = () => page.getByLabel('Lines', { exact: true });
  const state = (name: string) => page.locator('.section', { hasText: /Progress/ }).getByText(name, { exact: true });

  it('are made of a list that is pasted, and say what became of each line', async () => {
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByText('No batches yet. Upload a list of recordings').waitFor();
    await opened.expectWholeInAll('no batch yet');
    await lines().fill('Agent,Kunde\n1,2');
    await page.getByText('The first line contains no known field name.').waitFor();
    expect(await button('Create batch').isDisabled(), 'lines that cannot be sent').toBe(true);
    const rows = [
      'audio_url,agent_id,contact_id,external_id,shop',
      `${origin}/call.wav,agent-1,cust-1,one,Bonn`,
      `${origin}/call.wav,agent-1,,two,Bonn`,
      `${origin}/gone.wav,agent-1,cust-3,three,Bonn`,
      `${origin}/call.wav,${cell(HOSTILE)},cust-4,${cell(HOSTILE)},Bonn`,
    ];
    await lines().fill(rows.join('\n'));
    await page.getByText('4 lines').waitFor();
    await opened.expectWholeInAll('lines before they are sent');
    await button('Create batch').click();
    await page.getByRole('heading', { name: /^Batch from / }).waitFor();
    await page.getByText(/^2 completed$/).waitFor();
    await page.getByText(/^1 refused$/).waitFor();
    await page.getByText(/^1 failed$/).waitFor();
    await opened.expectWholeInAll('a batch that has ended');
    await page.locator('.reasons', { hasText: 'contact_id Field required' }).waitFor();
    await page.getByText(HOSTILE, { exact: true }).first().waitFor();
    await page.getByRole('link', { name: '1 refused' }).click();
    await expect.poll(() => page.locator('.items-table tbody tr').count()).toBe(1);
    expect(opened.lines, 'lines of the console').toEqual([]);
  });

  it('give their refused lines as a file, and to be mended and sent again', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download the refused lines').click()]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/^reason,/);
    expect(text).toContain('contact_id: Field required');
    await page.getByRole('link', { name: 'Edit refused lines' }).click();
    await expect.poll(async () => lines().inputValue()).toContain('two');
    await opened.expectWholeInAll('refused lines to be mended');
    // The column that was empty is there to be filled.
    await lines().fill((await lines().inputValue()).replace(/,Bonn,$/m, ',Bonn,cust-2'));
    await pressAt(page, 'Create batch');
    await page.getByText(/^1 completed$/).waitFor();
    await page.getByRole('link', { name: 'Call', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /agent-1/ }).waitFor();
  });

  it('say beside the field what the service refuses; are canceled, and resumed', async () => {
    await opened.visit('/intake');
    await page.locator('.intake-row').first().waitFor();
    await opened.expectWholeInAll('batches');
    await button('New batch').click();
    await page.getByRole('radio', { name: /^URL/ }).check();
    await page.getByLabel('Manifest URL').fill('ftp://files.example.com/m.csv');
    await button('Create batch').click();
    await page.locator('.field', { hasText: 'Manifest URL' }).locator('.fault').waitFor();
    await page.getByLabel('Manifest URL').fill(`${origin}/slow.csv`);
    await button('Create batch').click();
    await state('reading').waitFor();
    await opened.expectWhole('a manifest that is read');
    await button('Cancel').click();
    await state('canceled').waitFor();
    await button('Resume').click();
    await state('reading').waitFor();
    await button('Cancel').click();
    await state('canceled').waitFor();
  });

  it('execute nothing of what a person types', async () => {
    await opened.visit('/intake');
    await button('New batch').click();
    await typeHostileStrings(lines());
    await page.getByRole('radio', { name: /^URL/ }).check();
    await typeHostileStrings(page.getByLabel('Manifest URL'));
    await opened.visit(`/intake/batches/${encodeURIComponent(HOSTILE)}?status=${encodeURIComponent(HOSTILE)}`);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
