// Endpoints of the account in the console: made, tested, followed, paused, recovered, deleted.

import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { recordedCall } from '../support/builders/scripted-call.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { pressAt } from './by-keyboard.js';
import { CHROMIUM } from './chromium.js';
import { HOSTILE_STRINGS, typeHostileStrings } from './hostile-strings.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = HOSTILE_STRINGS[0] ?? '';

describe.runIf(CHROMIUM !== null)('endpoints', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    opened = await openConsole({ OUTBOUND_ALLOW_PRIVATE: 'true', WORKER_SWEEP_SECONDS: '1' });
    page = opened.page;
    account = await enter(opened);
  });
  afterAll(async () => {
    await opened?.close();
    await receiver?.close();
  });

  const button = (name: string | RegExp) => opened.button(name);
  const only = async () => {
    const { items } = await account.client.webhookEndpoints.list();
    expect(items, 'endpoints of the account').toHaveLength(1);
    return items[0] as (typeof items)[number];
  };
  const send = async () => {
    const { id } = await account.client.analyses.create({
      file: recordedCall(),
      agent_id: 'agent-7',
      contact_id: 'cust-42',
    });
    await account.client.analyses.waitForCompletion(id);
    return id;
  };
  const delivery = () => page.locator('.endpoint-delivery').first();

  it('are made, with a secret that is shown at once and again later', async () => {
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.getByText('No endpoints yet. Add the URL').waitFor();
    await page.getByLabel('URL').fill('ftp://hooks.example.com');
    await page.getByRole('radio', { name: 'Selected events' }).check();
    await button('Add endpoint').click();
    await page.locator('.field', { hasText: 'URL' }).locator('.fault').waitFor();
    await opened.expectWholeInAll('a new endpoint, with faults');
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel(/^Name/).fill(HOSTILE);
    await page.getByLabel(/^Call completed/).check();
    await page.getByLabel(/^Call reviewed/).check();
    await page.getByText('Filter calls').click();
    await page.getByLabel('Agent', { exact: true }).fill('agent-7');
    await button('Add endpoint').click();
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    const endpoint = await only();
    expect(endpoint).toMatchObject({
      url: receiver.url,
      description: HOSTILE,
      events: ['analysis.completed', 'analysis.reviewed'],
      payload: 'full',
      filter: { agent_id: 'agent-7' },
    });
    const secret = await page.locator('.secret').innerText();
    expect(secret, 'shown at once').toBe((await account.client.webhookEndpoints.secret(endpoint.id)).secret);
    await page.getByText('nothing sent yet').waitFor();
    await opened.expectWholeInAll('an endpoint that was made');

    await button('Send test event').click();
    await page.getByText('Delivered: the receiver answered HTTP 200').waitFor();
    const [received] = await receiver.requests(1);
    expect(new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {})).toBeTruthy();
    await opened.visit(`/developers/endpoints/${endpoint.id}`);
    await page.locator('.secret').getByText('••••').waitFor();
    await button('Show: Signing secret').click();
    expect(await page.locator('.secret').innerText()).toBe(secret);
    await button('Rotate').click();
    await button('Rotate secret').click();
    await page.getByText('also signed with the previous secret until').waitFor();
    expect(await page.locator('.secret').innerText()).not.toBe(secret);
  });

  it('show what was sent, with a way to the call and a way to send it again', async () => {
    const id = await send();
    await receiver.requests(2);
    await expect.poll(async () => (await only()).last_success_at).not.toBeNull();
    await page.reload();
    await delivery().getByText('delivered').waitFor();
    await page.getByText('active').waitFor();
    expect(await delivery().getByRole('link', { name: 'Call' }).getAttribute('href')).toBe(`/app/calls/${id}`);
    await delivery().locator('summary').click();
    await delivery().locator('.attempts li').waitFor();
    await opened.expectWholeInAll('an endpoint with deliveries');
    await button('Resend: Call completed').click();
    const [, first, second] = await receiver.requests(3);
    expect(second?.headers['webhook-id'], 'the same event').toBe(first?.headers['webhook-id']);
    await page.locator('select[aria-label=Status]').selectOption('failed');
    await page.getByText('No deliveries with this status.').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
    await page.locator('select[aria-label=Status]').selectOption('');
  });

  it('say why they fail, since when, and send again what failed', async () => {
    const { id } = await only();
    receiver.behave(answering(410));
    await send();
    await expect.poll(async () => (await only()).health).toBe('failing');
    await opened.visit(`/developers/endpoints/${id}`);
    await page.getByText('No successful delivery since').waitFor();
    await page.getByText('status 410 stops further attempts for the event').first().waitFor();
    await opened.expectWholeInAll('an endpoint that fails');
    receiver.behave(answering(200));
    await pressAt(page, 'Resend');
    await page.getByText('Resending 1 delivery.').waitFor();
    await expect.poll(async () => (await only()).health).toBe('active');
  });

  it('tell what happened where they are paused, and what happens next', async () => {
    const { id } = await only();
    await opened.service.db.query(
      `UPDATE webhook_endpoint SET failing_since = now() - interval '6 days', paused_at = now() - interval '1 day',
         last_error = 'timeout', next_probe_at = now() + interval '50 minutes' WHERE id = $1`,
      [id],
    );
    await opened.visit('/developers/endpoints');
    await page.getByRole('row', { name: /paused/ }).waitFor();
    await opened.expectWholeInAll('the endpoints');
    await page.getByRole('link', { name: HOSTILE }).click();
    await page.getByText(/^Paused since .*: no successful delivery for five days\.$/).waitFor();
    await page.getByText('Last attempt: timed out.').waitFor();
    await page
      .getByText(/all missed notifications are sent, oldest first\. Nothing is lost\. Next attempt at/)
      .waitFor();
    await opened.expectWholeInAll('an endpoint that is paused');
    await button('Retry now').waitFor();
  });

  it('are changed, and deleted by their name alone', async () => {
    await button('Edit').click();
    await page.getByLabel(/^Name/).fill('Data warehouse');
    await page.getByRole('radio', { name: /^All events/ }).check();
    await page.getByRole('radio', { name: /^IDs only/ }).check();
    await button('Save').click();
    await page.getByRole('heading', { name: 'Data warehouse' }).waitFor();
    expect(await only()).toMatchObject({ events: ['*'], payload: 'thin', filter: { agent_id: 'agent-7' } });
    await button('Edit').click();
    await typeHostileStrings(page.getByLabel(/^Name/));
    await typeHostileStrings(page.getByLabel('URL'));
    await button('Cancel').click();
    await button('Delete endpoint').click();
    const question = page.getByRole('dialog', { name: 'Delete “Data warehouse”?' });
    await question.getByLabel('Type Data warehouse to confirm').fill('Data');
    const confirm = question.getByRole('button', { name: 'Delete endpoint' });
    expect(await confirm.isDisabled(), 'the button waits for the whole name').toBe(true);
    await opened.expectWholeInAll('the question before an endpoint is deleted');
    await question.getByLabel('Type Data warehouse to confirm').fill('Data warehouse');
    await page.keyboard.press('Enter');
    await page.getByText('No endpoints yet. Add the URL').waitFor();
    expect((await account.client.webhookEndpoints.list()).items).toEqual([]);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
