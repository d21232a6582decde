// Developers in the console: keys, a first request, the signing secret, test events.
// cspell:ignore Signaturgeheimnis Schlüssel Schnellstart Sprache
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CallAnalysis } from '../../clients/typescript/src/index.js';
import type { Page } from '../../tools/playwright.mjs';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { focused, pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = '"><img src=x onerror=hit()><script>hit()</script>';
const run = promisify(execFile);

describe.runIf(CHROMIUM !== null)('developers', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    opened = await openConsole({ OUTBOUND_ALLOW_PRIVATE: 'true' });
    page = opened.page;
    account = await enter(opened);
  });
  afterAll(async () => {
    await opened?.close();
    await receiver?.close();
  });

  const button = (name: string | RegExp) => opened.button(name);
  const shownKey = () => page.locator('.fresh-key .secret').innerText();
  const clientOf = (apiKey: string) => new CallAnalysis({ baseUrl: opened.service.rootUrl, apiKey, maxRetries: 0 });

  it('make a key, which does what it may until it is revoked', async () => {
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('row', { name: /Test sk_live_.*All except settings/ }).waitFor();
    await button('Create API key').click();
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page.getByRole('radio', { name: /^Live/ }).check();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await opened.expectWhole('making a key');
    await button('Create API key').click();
    await page.getByRole('group', { name: 'Permissions' }).locator('.fault').waitFor();
    await page.getByRole('checkbox', { name: /^Read calls/ }).check();
    await button('Create API key').click();
    await page.getByRole('heading', { name: `API key “${HOSTILE}”` }).waitFor();
    const client = clientOf(await shownKey());
    expect((await client.analyses.list()).total).toBe(0);
    await expect(client.billing.usage()).rejects.toMatchObject({ status: 403 });
    await page.getByRole('row', { name: /sk_live_.*Read calls/ }).waitFor();
    await opened.expectWhole('a key that was made');
    expect(await page.locator('.code').first().innerText(), 'the first request').toContain(await shownKey());

    // A look elsewhere does not take it away; the word that it is kept does.
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('link', { name: 'API keys and quickstart' }).click();
    await button('Done').click();
    await expect.poll(() => page.locator('.fresh-key').count()).toBe(0);
    expect(await page.locator('.code').first().innerText()).toContain('sk_test_…');

    await button(`Revoke: ${HOSTILE}`).click();
    const question = page.getByRole('dialog', { name: `Revoke “${HOSTILE}”?` });
    await question.waitFor();
    await opened.expectWhole('the question before a key is revoked');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await button(`Revoke: ${HOSTILE}`).click();
    await question.getByRole('button', { name: 'Revoke key' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => button(`Revoke: ${HOSTILE}`).count()).toBe(0);
    await expect(client.analyses.list()).rejects.toMatchObject({ status: 401 });
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('make and revoke a key by keyboard alone', async () => {
    await pressAt(page, 'Create API key');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('Typed');
    await page.keyboard.press('Enter');
    await page.locator('.fresh-key').waitFor();
    const client = clientOf(await shownKey());
    expect((await client.users.me()).email).toBe(account.email);
    // The focus goes on where the form was, and from a question back to what asked it.
    await expect.poll(() => focused(page)).toBe('API key “Typed”');
    await pressAt(page, 'Done');
    await pressAt(page, 'Revoke: Typed');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Revoke: Typed');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await pressAt(page, 'Revoke key', 'Space');
    await expect.poll(() => button('Revoke: Typed').count()).toBe(0);
    await expect(client.users.me()).rejects.toMatchObject({ status: 401 });
  });

  it('one key for one press, however often the answer is lost', async () => {
    await page.route('**/api-keys*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      // The service has made it, and the answer does not arrive.
      await route.fetch();
      await route.abort();
    });
    await button('Create API key').click();
    await page.getByLabel('Name', { exact: true }).fill('Once');
    await button('Create API key').click();
    await page.getByRole('alert').waitFor({ timeout: 30_000 });
    await page.unroute('**/api-keys*');
    await button('Create API key').click();
    await button('Done').click();
    const { items } = await account.client.apiKeys.list();
    expect(
      items.filter(({ name }) => name === 'Once'),
      'keys that were made',
    ).toHaveLength(1);
  });

  it('send a first request as the page writes it, in curl and TypeScript', async () => {
    await button('Create API key').click();
    await page.getByLabel('Name', { exact: true }).fill('First');
    await button('Create API key').click();
    await page.locator('.fresh-key').waitFor();
    const texts = () => page.locator('.code pre').allInnerTexts();
    const [environment = '', curl = ''] = await texts();
    const { stdout } = await run('bash', ['-c', `${environment}\n${curl} -s`]);
    expect(JSON.parse(stdout)).toMatchObject({ object: 'analysis', status: 'processing', livemode: false });

    await button('TypeScript').click();
    const [, program = '', command = ''] = await texts();
    const folder = await folderWithLibrary();
    await writeFile(join(folder, 'first.js'), program);
    const ran = await run('bash', ['-c', `${environment}\n${command}`], { cwd: folder });
    expect(ran.stdout).toContain('Compliance: 100');
    await button('Done').click();
  });

  it('show and rotate the signing secret, and try a receiver', async () => {
    await page.getByRole('link', { name: 'Notifications' }).click();
    const secret = page.locator('.secret');
    await secret.getByText('••••').waitFor();
    await button('Show: Signing secret').click();
    const before = (await account.client.webhooks.secret()).secret;
    expect(await secret.innerText()).toBe(before);
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('Event type', { exact: true }).selectOption('analysis.reviewed');
    await button('Send test event').click();
    await page.getByText('Delivered: the receiver answered HTTP 200').waitFor();
    const [received] = await receiver.requests(1);
    expect(new Webhook(before).verify(received?.body ?? '', received?.headers ?? {})).toMatchObject({
      event: 'analysis.reviewed',
    });
    await page.getByText('Request sent, with signature').click();
    const shown = await page.locator('.test-answer pre').allInnerTexts();
    expect(shown[0]).toContain(`webhook-signature: ${received?.headers['webhook-signature']}`);
    expect(shown[1]).toBe(received?.body);
    await opened.expectWhole('the answer to a test event');

    await button('Rotate').click();
    await page.getByRole('dialog', { name: 'Rotate the signing secret?' }).waitFor();
    await opened.expectWhole('the question before a rotation');
    await button('Rotate secret').click();
    await page.getByText('also signed with the previous secret until').waitFor();
    const after = await secret.innerText();
    expect(after).not.toBe(before);
    receiver.behave(answering(403));
    await button('Send test event').click();
    await page.getByText('Failed: the receiver answered HTTP 403').waitFor();
    const [, second] = await receiver.requests(2);
    for (const each of [before, after])
      expect(new Webhook(each).verify(second?.body ?? '', second?.headers ?? {})).toBeTruthy();
  });

  it('say in the words of the API what an address or a call lacks, beside its field', async () => {
    await page.getByLabel('URL').fill('ftp://hooks.example.com');
    await button('Send test event').click();
    const fault = page.locator('.field', { hasText: 'URL' }).locator('.fault');
    await fault.waitFor();
    expect(await page.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('URL').fill(`https://x.example/${HOSTILE}`);
    await page.getByLabel(/^Call ID/).fill(HOSTILE.slice(0, 36));
    await button('Send test event').click();
    await page.locator('.field', { hasText: 'Call ID' }).locator('.fault').waitFor();
    expect(await page.getByLabel('URL').inputValue(), 'what was typed').toContain(HOSTILE);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('speak German', async () => {
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Signaturgeheimnis' }).waitFor();
    await opened.expectWhole('the notifications in German');
    await page.getByRole('link', { name: 'API-Schlüssel und Schnellstart' }).click();
    await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
    await opened.expectWhole('the keys in German');
    await page.getByLabel('Sprache').first().selectOption('en');
  });
});

/** A folder of a program that has the library installed, built from its sources. */
async function folderWithLibrary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'first-request-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const library = join(folder, 'node_modules/@call-analysis/client');
  await mkdir(library, { recursive: true });
  await cp('clients/typescript/package.json', join(library, 'package.json'));
  const bundle = await rolldown({ input: 'clients/typescript/src/index.ts', platform: 'node' });
  await bundle.write({ file: join(library, 'dist/index.js'), format: 'esm' });
  await bundle.close();
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}
