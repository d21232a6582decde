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
    await page.getByText('None yet. Add the address').waitFor();
    await page.getByLabel('Address (URL)').fill('ftp://hooks.example.com');
    await page.getByRole('radio', { name: 'These events' }).check();
    await button('Add an endpoint').click();
    await page.locator('.field', { hasText: 'Address (URL)' }).locator('.fault').waitFor();
    await opened.expectWholeInAll('a new endpoint, with faults');
    await page.getByLabel('Address (URL)').fill(receiver.url);
    await page.getByLabel(/^Your words/).fill(HOSTILE);
    await page.getByLabel(/^A call is analysed/).check();
    await page.getByLabel(/^A person has reviewed a call/).check();
    await page.getByText('Only of some calls').click();
    await page.getByLabel('Agent', { exact: true }).fill('agent-7');
    await button('Add an endpoint').click();
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

    await button('Send it').click();
    await page.getByText('Taken: the receiver answered 200').waitFor();
    const [received] = await receiver.requests(1);
    expect(new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {})).toBeTruthy();
    await opened.visit(`/developers/endpoints/${endpoint.id}`);
    await page.locator('.secret').getByText('••••').waitFor();
    await button('Show: Signing secret').click();
    expect(await page.locator('.secret').innerText()).toBe(secret);
    await button('Rotate').click();
    await button('Make a new secret').click();
    await page.getByText('also carry a signature by the secret before, until').waitFor();
    expect(await page.locator('.secret').innerText()).not.toBe(secret);
  });

  it('show what was sent, with a way to the call and a way to send it again', async () => {
    const id = await send();
    await receiver.requests(2);
    await expect.poll(async () => (await only()).last_success_at).not.toBeNull();
    await page.reload();
    await delivery().getByText('delivered').waitFor();
    await page.getByText('takes notifications').waitFor();
    expect(await delivery().getByRole('link', { name: 'The call' }).getAttribute('href')).toBe(`/app/calls/${id}`);
    await delivery().locator('summary').click();
    await delivery().locator('.attempts li').waitFor();
    await opened.expectWholeInAll('an endpoint with deliveries');
    await button('Send again: A call is analysed').click();
    const [, first, second] = await receiver.requests(3);
    expect(second?.headers['webhook-id'], 'the same event').toBe(first?.headers['webhook-id']);
    await page.locator('select[aria-label=State]').selectOption('failed');
    await page.getByText('No delivery is in this state.').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
    await page.locator('select[aria-label=State]').selectOption('');
  });

  it('say why they fail, since when, and send again what failed', async () => {
    const { id } = await only();
    receiver.behave(answering(410));
    await send();
    await expect.poll(async () => (await only()).health).toBe('failing');
    await opened.visit(`/developers/endpoints/${id}`);
    await page.getByText('No attempt has succeeded since').waitFor();
    await page.getByText('410 declines further attempts for an event').first().waitFor();
    await opened.expectWholeInAll('an endpoint that fails');
    receiver.behave(answering(200));
    await pressAt(page, 'Send them again');
    await page.getByText('1 delivery is sent again.').waitFor();
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
    await page.getByText(/^Paused since .*: for five days nothing was taken\.$/).waitFor();
    await page.getByText('The last attempt: the receiver took too long.').waitFor();
    await page
      .getByText(/everything that was missed is sent, the oldest first: nothing is lost\. The next attempt is at/)
      .waitFor();
    await opened.expectWholeInAll('an endpoint that is paused');
    await button('Try it now').waitFor();
  });

  it('are changed, and deleted by their name alone', async () => {
    await button('Edit').click();
    await page.getByLabel(/^Your words/).fill('Data warehouse');
    await page.getByRole('radio', { name: /^Every event/ }).check();
    await page.getByRole('radio', { name: /^Ids alone/ }).check();
    await button('Save').click();
    await page.getByRole('heading', { name: 'Data warehouse' }).waitFor();
    expect(await only()).toMatchObject({ events: ['*'], payload: 'thin', filter: { agent_id: 'agent-7' } });
    await button('Edit').click();
    await typeHostileStrings(page.getByLabel(/^Your words/));
    await typeHostileStrings(page.getByLabel('Address (URL)'));
    await button('Cancel').click();
    await button('Delete this endpoint').click();
    const question = page.getByRole('dialog', { name: 'Delete “Data warehouse”?' });
    await question.getByLabel('Type Data warehouse to confirm').fill('Data');
    const confirm = question.getByRole('button', { name: 'Delete this endpoint' });
    expect(await confirm.isDisabled(), 'the button waits for the whole name').toBe(true);
    await opened.expectWholeInAll('the question before an endpoint is deleted');
    await question.getByLabel('Type Data warehouse to confirm').fill('Data warehouse');
    await page.keyboard.press('Enter');
    await page.getByText('None yet. Add the address').waitFor();
    expect((await account.client.webhookEndpoints.list()).items).toEqual([]);
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
