// The Swagger page in a real browser: every operation opens, and the main one is tried as a person would try it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from '../../tools/playwright.mjs';
import { type Account, finalAnalysis, startTestService, type TestService } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { CHROMIUM, expectNoSidewaysScroll, LOOKS, linesOf, type OpenedBrowser, openBrowser, wear } from './chromium.js';

describe.runIf(CHROMIUM !== null)('the Swagger page', () => {
  let provider: OpenAiStub;
  let service: TestService;
  let account: Account;
  let browser: OpenedBrowser;
  let page: Page;
  let lines: readonly string[];

  beforeAll(async () => {
    provider = await startScriptedProvider();
    service = await startTestService(providerSettings(provider));
    account = await service.openAccount();
    browser = await openBrowser();
    page = await browser.newPage();
    lines = linesOf(page);
    await page.goto(`${service.rootUrl}/docs`);
    await page.locator('.opblock').first().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await provider?.close();
  });

  const operation = (id: string) => page.locator(`#${id}`);

  /** Swagger UI draws only what is in view of 150 operations and tags or more. */
  const filterBy = (phrase: string) => page.getByLabel('Filter the operations by path or word').fill(phrase);

  async function open(block: Locator): Promise<void> {
    await block.locator('.opblock-summary-control').click();
    await block.locator('.opblock-body .responses-wrapper').waitFor();
  }

  it('shows every operation whole, on a phone and on a desk, in light and in dark', { timeout: 900_000 }, async () => {
    const [phoneLight, phoneDark, deskLight, deskDark] = LOOKS;
    // A page is as wide in dark as in light. Each operation begins at the width of the one before: a change lays out all of it.
    const rounds = [
      [phoneLight, deskDark],
      [deskLight, phoneDark],
    ];
    const seen = new Set<string>();
    const lookAt = async (id: string) => {
      const block = operation(id);
      await open(block);
      for (const look of (rounds[seen.size % rounds.length] ?? []).filter((one) => one !== undefined)) {
        await wear(page, look);
        await expectNoSidewaysScroll(page, `${id} at ${look.width} px, ${look.colorScheme}`);
      }
      expect(await block.innerText(), id).not.toContain('Could not render');
      await block.locator('.opblock-summary-control').click();
      await block.locator('.opblock-body').waitFor({ state: 'detached' });
    };
    const { tags, count } = await readDocument(service.rootUrl);
    for (const tag of tags) {
      await filterBy(tag);
      await page.locator('.opblock-tag').getByText(tag, { exact: true }).waitFor();
      const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id));
      for (const id of ids.filter((one) => !seen.has(one))) {
        await lookAt(id);
        seen.add(id);
      }
    }
    expect(seen.size, 'operations on the page').toBe(count);
    expect(lines, 'lines of the console').toEqual([]);
  });

  it('logs in behind Authorize', async () => {
    await page.locator('button.authorize').first().click();
    const dialogue = page.locator('.dialog-ux');
    await dialogue.locator('#oauth_username').fill(account.email);
    await dialogue.locator('#oauth_password').fill(account.password);
    await dialogue.locator('.auth-btn-wrapper button.authorize').first().click();
    await dialogue.getByText('Logout').first().waitFor();
    await dialogue.locator('.close-modal').click();
  });

  it('sends a recording through the form, and reads its result', async () => {
    await filterBy('Analyses');
    const submit = operation('operations-Analyses-createAnalysis');
    await open(submit);
    const field = (name: string) => submit.locator(`[data-property-name="${name}"]`);
    await field('agent_id').locator('input').fill('agent-7');
    await field('contact_id').locator('input').fill('cust-42');
    await field('audio_file')
      .locator('input[type=file]')
      .setInputFiles({ name: 'call.mp3', mimeType: 'audio/mpeg', buffer: recordedCall() });
    const accepted = await execute(submit);
    expect(accepted).toMatchObject({ status: 'processing', call: { agent_id: 'agent-7', contact_id: 'cust-42' } });

    const id = String(accepted.id);
    await finalAnalysis(checkedClient(service.baseUrl, account.liveKey), id);
    const read = operation('operations-Analyses-getAnalysis');
    await open(read);
    await read.locator('tr[data-param-name="id"] input').fill(id);
    const analysis = await execute(read);
    expect(analysis).toMatchObject({ id, status: 'completed', results: { summary: expect.any(String) } });
    expect(lines, 'lines of the console').toEqual([]);
  });

  it('takes the items of a list one by one', async () => {
    const scorecards = operation('operations-Analyses-createAnalysis').locator('[data-property-name="scorecards"]');
    await scorecards.getByRole('button', { name: 'Add string item' }).click();
    await scorecards.locator('input[type=text]').fill('7c9e6679-7425-40de-944b-e07fc1f90ae7');
    const refusal = await execute(operation('operations-Analyses-createAnalysis'));
    expect(refusal).toEqual({ detail: 'Scorecard not found' });
  });
});

async function readDocument(rootUrl: string): Promise<{ tags: readonly string[]; count: number }> {
  type Methods = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const response = await fetch(`${rootUrl}/openapi.json`);
  const { paths, webhooks, tags } = (await response.json()) as {
    paths: Methods;
    webhooks: Methods;
    tags: readonly { name: string }[];
  };
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(Object.keys);
  return { tags: tags.map(({ name }) => name), count: operations.length };
}

/** Presses Execute. @returns the body of the response as the page shows it */
async function execute(block: Locator): Promise<Record<string, unknown>> {
  const clear = block.locator('.btn-clear');
  if (await clear.isVisible()) await clear.click();
  await block.locator('button.execute').click();
  const body = block.locator('.live-responses-table .response-col_description .highlight-code code').first();
  await body.waitFor();
  return JSON.parse(await body.innerText()) as Record<string, unknown>;
}
