// Recordings on their way: many at once, some refused, one cut, one cancelled; by mouse and by keyboard alone.
// cspell:ignore Anrufe hochladen filechooser

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page, Route } from '../../tools/playwright.mjs';
import { itInWhole } from '../gates/it-in-whole.js';
import { concat, silence, voice, wav } from '../support/audio/audio-fixtures.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { type AnswerCutter, startAnswerCutter } from '../support/processes/answer-cutter.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = '<img src=x onerror="hit()">_{{hit()}}\u202e_1.wav';
const UNSUPPORTED = 'Unsupported audio format. Supported formats:';

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const file = (name: string, buffer: Buffer): GivenFile => ({ name, mimeType: 'application/octet-stream', buffer });

describe.runIf(CHROMIUM !== null)('sending calls', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let way: AnswerCutter;
  const recording = recordedCall();
  const short = oneTurn();
  const note = Buffer.from('PK\u0003\u0004 a letter');
  /** Half an hour by its header, of which the plan has 20 minutes. */
  const long = quietHalfHour();

  beforeAll(async () => {
    opened = await openConsole({ FREE_INCLUDED_MINUTES: '20' });
    page = opened.page;
    way = await startAnswerCutter(opened.service.rootUrl);
    account = await enter(opened);
  });
  afterAll(async () => {
    way?.close();
    await opened?.close();
  });

  const button = (name: string | RegExp) => opened.button(name);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const done = (name: string) => row(name).getByText('completed').waitFor();
  const callsOf = async (agent: string) =>
    Number((await opened.service.db.query('SELECT count(*) FROM analysis WHERE agent_id = $1', [agent])).rows[0].count);
  const choose = async (files: readonly GivenFile[]) => {
    const chooser = page.waitForEvent('filechooser');
    await button('Choose files').click();
    await (await chooser).setFiles([...files]);
  };

  it('teaches the first call, and plays a sample that takes no minutes', async () => {
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
    await page.getByText(`curl ${opened.service.rootUrl}/api/v1/analysis`).waitFor();
    await opened.expectWhole('the first visit');
    await button('Play sample call').click();
    await page.getByRole('heading', { name: 'sample-agent with sample-customer' }).waitFor();
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    // What proves a violation is heard at its second.
    await button(/security code on the back/)
      .first()
      .click();
    await expect.poll(() => page.evaluate<number>("document.querySelector('audio').currentTime")).toBeGreaterThan(43.5);
    expect(
      (await account.client.apiKeys.list()).items.map(({ name }) => name),
      'keys that are left',
    ).toEqual(['Test']);
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await page.getByRole('row', { name: /sample-agent.*3 violations.*test/ }).waitFor();
    await page.getByRole('link', { name: '0 of 20 minutes' }).waitFor();
  });

  it('sends ten calls of which two are refused, by mouse', async () => {
    await page.getByRole('link', { name: /^Upload calls/ }).click();
    await choose([1, 2, 3, 4, 5, 6].map((n) => file(`agent-7_cust-${n}_x.wav`, short)));
    await drop(page, [file('agent-7_letter.docx', note), file('agent-7_long.wav', long), file(HOSTILE, recording)]);
    await drop(page, [file('monday.wav', recording), file('agent-7_letter.docx', note)]);
    await page.getByText('One file is already in the list.').waitFor();
    // The file that does not fit is told, and can be typed.
    await row('monday.wav').getByText('The file name does not match').waitFor();
    await page.getByText('1 file needs an agent or a contact').waitFor();
    expect(await page.getByLabel(`Agent for ${HOSTILE}`).inputValue()).toBe('<img src=x onerror="hit()">');
    await opened.expectWhole('files before they are sent');
    // One agent for several files.
    for (const name of ['monday.wav', 'agent-7_cust-6_x.wav'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByText('2 files selected').waitFor();
    await opened.expectWhole('selected files');
    await page.getByRole('region', { name: 'Selected files' }).getByLabel('Agent').fill('agent-7');
    expect(await page.getByLabel('Agent for monday.wav').inputValue()).toBe('agent-7');
    await page.getByLabel('Contact for monday.wav').fill('<script>hit()</script>');
    const sent = watchUploads(page);
    await button('Upload 10 calls').click();
    await row('letter.docx').getByText(UNSUPPORTED).waitFor();
    await row('long.wav').getByText('Usage limit exceeded').waitFor();
    expect(await row('long.wav').getByRole('link', { name: 'View plan' }).getAttribute('href')).toBe('/app/settings');
    for (const n of [1, 2, 3, 4, 5, 6]) await done(`agent-7_cust-${n}_x.wav`);
    await done('monday.wav');
    await done('onerror');
    await page.getByText('8 of 10 uploaded · 2 refused').waitFor();
    await opened.expectWhole('files that were sent');
    expect(await callsOf('agent-7')).toBe(7);
    expect(new Set(sent.keys).size, 'keys').toBe(10);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('keeps the list while another view is open, and shows the calls there', async () => {
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await page.getByText('2 files were refused').waitFor();
    await page.getByRole('link', { name: 'Today 8' }).waitFor();
    await page.getByRole('link', { name: 'Failed 0' }).waitFor();
    await page.getByRole('link', { name: '1 of 20 minutes' }).waitFor();
    await opened.expectWhole('the calls, with a note of files');
    // Space plays the first place to hear, and again ends it. Files go up side by side: any of them may be the newest call.
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByText(/^agent-7 with .+, from 0:/).waitFor();
    await expect.poll(() => page.evaluate<number>("document.querySelector('audio')?.currentTime")).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    await page.getByText(', from 0:').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show' }).click();
    await row('letter.docx').getByText(UNSUPPORTED).waitFor();
    // Of what was refused nothing was made: changed, it is another request.
    await button('Clear finished').click();
    expect(await page.getByRole('row').count(), 'the head, and what was refused').toBe(3);
    for (const name of ['agent-7_letter.docx', 'agent-7_long.wav']) await button(`Remove ${name}`).click();
  });

  itInWhole('sends ten calls of which two are refused, by keyboard alone', async () => {
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await page.locator('a.row-link').first().waitFor();
    await page.keyboard.press('s');
    const chooser = page.waitForEvent('filechooser');
    await press(page, button('Choose files'));
    await (await chooser).setFiles([
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => file(`key-9_cust-${n}.wav`, short)),
      ...[file('key-9_letter.wav', note), file('key-9_long.wav', long), file('tuesday.wav', recording)],
    ]);
    await tabTo(page, page.getByLabel('Agent for tuesday.wav'));
    await page.keyboard.type('key-9');
    await page.keyboard.press('Tab');
    await page.keyboard.type('cust-8');
    // Held on their way, they are three: each browser has few connections, and the person needs some.
    const held: Route[] = [];
    let isHolding = true;
    await page.route('**/api/v1/analysis', (route) => {
      if (!isHolding) return route.continue();
      held.push(route);
    });
    await press(page, button('Upload 10 calls'));
    await expect.poll(() => page.getByText('queued').count()).toBe(7);
    await expect.poll(() => held.length).toBe(3);
    isHolding = false;
    for (const route of held) await route.continue();
    await row('key-9_letter.wav').getByText(UNSUPPORTED).waitFor();
    await row('key-9_letter.wav').getByText('WAV extension but no readable WAV audio: it is damaged').waitFor();
    await row('key-9_long.wav').getByText('Usage limit exceeded').waitFor();
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await done(`key-9_cust-${n}.wav`);
    await done('tuesday.wav');
    await page.unroute('**/api/v1/analysis');
    expect(await callsOf('key-9')).toBe(8);
    await press(page, row('tuesday.wav').getByRole('link', { name: 'Open' }));
    await page.getByRole('heading', { name: 'key-9 with cust-8' }).waitFor();
    await page.goBack();
    await press(page, button('Clear finished'));
    await press(page, button('Remove key-9_letter.wav'));
    await press(page, button('Remove key-9_long.wav'));
  });

  it('tells how far a file is, cancels it, asks before it is left, and sends it again as the same call', async () => {
    const slow = await throttled(page, 40_000);
    const sent = watchUploads(page);
    await choose([file('agent-3_cust-1.wav', recording)]);
    await button('Upload 1 call').click();
    const bar = row('agent-3_cust-1.wav').getByRole('progressbar');
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(3);
    // Leaving would end it: the browser asks, and so does the console.
    const asked = page.waitForEvent('dialog');
    const reload = page.evaluate('location.reload()').catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reload;
    await button('Sign out').click();
    await page.getByRole('dialog', { name: 'Uploads are in progress' }).waitFor();
    await button('Stay').click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await page.getByText('Uploading: 1 remaining').waitFor();
    await page.getByRole('link', { name: 'Show' }).click();
    await button('Cancel: agent-3_cust-1.wav').click();
    await row('agent-3_cust-1.wav').getByText('canceled').waitFor();
    expect(await callsOf('agent-3')).toBe(0);
    await slow.end();
    await button('Retry: agent-3_cust-1.wav').click();
    await done('agent-3_cust-1.wav');
    expect(await callsOf('agent-3')).toBe(1);
    expect(sent.keys, 'of both attempts').toEqual([sent.keys[0], sent.keys[0]]);
  });

  itInWhole('waits where the service asks for it, and says so', async () => {
    await page.route(
      '**/api/v1/analysis',
      (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Rate limit exceeded.' } }),
      { times: 1 },
    );
    await choose([file('agent-4_cust-1.wav', recording)]);
    await button('Upload 1 call').click();
    await row('agent-4_cust-1.wav').getByText('The service is busy').waitFor();
    await done('agent-4_cust-1.wav');
    expect(await callsOf('agent-4')).toBe(1);
  });

  it('makes one call of an upload whose connection is cut when the service has it', async () => {
    await page.goto(`${way.url}/app/`);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await button('Sign in').click();
    await page.locator('a.row-link').first().waitFor();
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Upload calls' }).waitFor();
    await choose([file('agent-5_cust-1.wav', recording)]);
    const cutting = way.cutAnswersTo('POST /api/v1/analysis ');
    const sent = watchUploads(page);
    await button('Upload 1 call').click();
    await cutting.first;
    expect(await callsOf('agent-5'), 'calls when it is cut').toBe(1);
    await row('agent-5_cust-1.wav').getByText('Connection lost').waitFor();
    cutting.end();
    await done('agent-5_cust-1.wav');
    expect(await callsOf('agent-5')).toBe(1);
    expect(sent.keys.length, 'attempts').toBeGreaterThan(1);
    expect(new Set(sent.keys).size, 'keys').toBe(1);
  });

  itInWhole('plays a chosen sample, fills in what is the same for all, and speaks German', async () => {
    await page.getByText('No recording? Try a sample call').click();
    await button('A file without audio').click();
    await row('A file without audio').getByText('no audio that can be decoded').waitFor();
    await button('Same for all files').click();
    await page.getByLabel('Agent', { exact: true }).fill('<img src=x onerror=hit()>');
    await page.getByLabel('Contact', { exact: true }).fill("javascript:hit()//'");
    await page.getByText('Scorecards and webhook').click();
    await page.getByLabel(/^Webhook URL/).fill('"><svg onload=hit()>');
    await page.getByText('No scorecards published yet.').waitFor();
    await choose([file('x.wav', recording)]);
    await button('Upload 1 call').click();
    await row('x.wav').getByText('webhook_url').waitFor();
    await page.getByLabel(/^Webhook URL/).fill('');
    await button('Retry: x.wav').click();
    await done('x.wav');
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await page.getByRole('heading', { name: 'Anrufe hochladen' }).waitFor();
    await opened.expectWhole('the list in German');
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});

/** A drop as the browser makes it. */
async function drop(page: Page, files: readonly GivenFile[]): Promise<void> {
  const given = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }));
  await page.evaluate(
    `(async (given) => {
      const dataTransfer = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { lastModified: 1 }));
      }
      const fire = (type) => document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      fire('dragover');
      await new Promise(requestAnimationFrame);
      fire('drop');
    })(${JSON.stringify(given)})`,
  );
  await page
    .getByText(files[0]?.name ?? '')
    .first()
    .waitFor();
}

/** What is sent to `POST /analysis` from now on. */
function watchUploads(page: Page) {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/analysis'))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return { keys };
}

async function throttled(page: Page, bytesPerSecond: number) {
  const devtools = await page.context().newCDPSession(page);
  const limit = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { ...limit, uploadThroughput: bytesPerSecond });
  return {
    end: async () => {
      await devtools.send('Network.emulateNetworkConditions', { ...limit, uploadThroughput: -1 });
      await devtools.detach();
    },
  };
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not come there');
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** The first turn of the call alone. */
function oneTurn(): Buffer {
  const agent = concat(silence(1_000), voice(2_200, { seed: 1, pitchHz: 110 }), silence(1_000));
  return wav([agent, silence(4_200)]);
}

/** A wav of eight bits and a hundred samples a second. */
function quietHalfHour(): Buffer {
  const rate = 100;
  const body = Buffer.alloc(30 * 60 * rate, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + body.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(body.length, 40);
  return Buffer.concat([head, body]);
}
