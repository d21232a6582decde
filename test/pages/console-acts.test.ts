// What is done with a call: shared, exported, looked into, notified again, tried again, deleted.
// cspell:ignore Teilen Diesen
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Locator, Page } from '../../tools/playwright.mjs';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = '<img src=x onerror="hit()">"><script>hit()</script>';

describe.runIf(CHROMIUM !== null)('a call in the console', () => {
  let opened: OpenedConsole;
  let page: Page;
  let entered: Entered;
  let receiver: WebhookReceiver;
  let callId: string;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    // Declined for good: nothing is tried again by itself.
    receiver.behave(answering(410), answering(200));
    opened = await openConsole({ OUTBOUND_ALLOW_PRIVATE: 'true' });
    page = opened.page;
    entered = await enter(opened);
    const { id } = await entered.client.analyses.create({
      agent_id: 'agent-7',
      contact_id: 'cust-42',
      file: recordedCall(),
      webhook_url: receiver.url,
      metadata: { team: HOSTILE },
    });
    callId = id;
    await entered.client.analyses.waitForCompletion(id);
    await receiver.requests(1);
    await opened.visit(`/calls/${id}`);
    await page.getByRole('heading', { name: 'agent-7 with cust-42', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await opened?.close();
    await receiver?.close();
  });

  const press = (name: string | RegExp) => opened.button(name).click();
  const choose = (name: string | RegExp) => page.getByRole('menuitem', { name }).click();
  const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''");
  const stored = async (table: string, where = '') =>
    (await opened.service.db.query(`SELECT count(*)::int AS count FROM ${table} ${where}`)).rows[0].count;

  /** A browser of someone else, without a log-in. */
  async function stranger(): Promise<Page> {
    const browser = opened.context.browser() as Browser;
    const other = await (await browser.newContext()).newPage();
    return other;
  }

  async function saved(act: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }

  describe('shared', () => {
    let dialog: Locator;
    let url: string;

    it('gives a link for one reviewer, shown once, which opens the call in another browser', async () => {
      await press('Share');
      dialog = page.getByRole('dialog', { name: 'Share this call' });
      await dialog.getByText('None.').waitFor();
      await opened.expectWhole('sharing');
      await dialog.getByLabel('Reviewer name').fill(HOSTILE);
      await dialog.getByLabel('correct transcript and roles').check();
      await dialog.getByLabel('Link expires after').selectOption('1 hour');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      url = await dialog.getByLabel('Link', { exact: true }).inputValue();
      expect(url).toContain('/app/#review=');
      await dialog.getByRole('button', { name: `Revoke the link for ${HOSTILE}` }).waitFor();
      const { items } = await entered.client.analyses.reviewLinks(callId);
      expect(items).toMatchObject([{ reviewer_id: HOSTILE, may: ['read', 'review', 'correct'] }]);
      await opened.expectWhole('a link just made');

      const other = await stranger();
      await other.goto(url);
      await other.getByRole('heading', { name: 'agent-7 with cust-42' }).waitFor();
      expect(await other.getByRole('button', { name: 'Share' }).count(), 'acts that a link does not allow').toBe(0);
      await other.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        other.waitForEvent('download'),
        other.getByRole('menuitem', { name: 'Text' }).click(),
      ]);
      expect(await readFile(await download.path(), 'utf8')).toContain('Agent: Thank you for calling Northwind');
      await other.close();
      await page.keyboard.press('Escape');
      await press('Share');
      await dialog.getByRole('button', { name: /^Revoke the link/ }).waitFor();
      expect(await dialog.getByLabel('Link', { exact: true }).count(), 'shown once').toBe(0);
    });

    it('revokes it, and the link says that it has ended', async () => {
      await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
      await dialog.getByText('None.').waitFor();
      expect(await focused()).toBe('Active links');
      const other = await stranger();
      await other.goto(url);
      await other.getByRole('alert').getByText('The link is invalid or has expired').waitFor();
      await other.close();
    });

    it('shows the API’s sentence beside the field that it refuses', async () => {
      await page.evaluate("document.querySelector('input[name=reviewer]').required = false");
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await dialog.getByText('String should have at least 1 character').waitFor();
      expect((await entered.client.analyses.reviewLinks(callId)).total, 'links').toBe(0);
    });

    it('gives a link to the report, and ends all of them', async () => {
      await dialog.getByRole('button', { name: 'Create report link' }).click();
      const report = await dialog.getByLabel('Link', { exact: true }).inputValue();
      const other = await stranger();
      expect((await other.goto(report))?.status()).toBe(200);
      await dialog.getByRole('button', { name: 'Revoke all report links' }).click();
      await dialog.getByText('All earlier report links have been revoked.').waitFor();
      expect((await other.goto(report))?.status()).toBe(403);
      await other.close();
      await page.keyboard.press('Escape');
    });

    it('opens the report in a tab of its own', async () => {
      await press('More');
      const [tab] = await Promise.all([opened.context.waitForEvent('page'), choose('Open the report')]);
      await tab.waitForURL('**/reports/**');
      expect(await tab.evaluate('window.opener')).toBeNull();
      await tab.close();
    });
  });

  it('is exported as files with the bytes of the API', async () => {
    for (const [name, format] of [
      ['Text', 'txt'],
      ['Subtitles', 'srt'],
      ['WebVTT', 'vtt'],
    ] as const) {
      await press('Export');
      const file = await saved(() => choose(new RegExp(name)));
      expect(file.name).toMatch(new RegExp(`^agent-7_cust-42_\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
      expect(file.text).toBe(await entered.client.analyses.transcript(callId, { format }));
    }
    // By keyboard alone: the last one of the menu.
    await opened.button('Export').focus();
    await page.keyboard.press('Enter');
    await opened.expectWhole('the exports');
    await page.keyboard.press('ArrowUp');
    const { text } = await saved(() => page.keyboard.press('Enter'));
    const { audio, ...whole } = JSON.parse(text);
    const {
      audio: { url: _url, ...recording },
      ...expected
    } = await entered.client.analyses.get(callId);
    expect(whole).toEqual(expected);
    expect(audio).toMatchObject(recording);
    expect(await focused(), 'the focus is back').toContain('Export');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    expect(await opened.hits(), 'refused by the policy').toEqual([]);
  });

  it('tells in its details what was billed, how well each was heard, and who decided what', async () => {
    await entered.client.reviews.create(callId, {
      reviewer_id: HOSTILE,
      note: 'heard twice',
      findings: [{ finding: 'compliance.purpose_declaration', answer: 'yes', note: 'said at the start' }],
    });
    await page.getByText('Details', { exact: true }).click();
    const details = page.locator('details.details');
    const { duration_seconds } = (await entered.client.analyses.get(callId)).call;
    const minutes = (Math.ceil(((duration_seconds ?? 0) / 60) * 100) / 100).toFixed(2);
    await details.getByText(`${minutes} minutes, included in the plan`).waitFor();
    for (const words of [
      'English',
      'separated by channel',
      'good enough',
      'transcribed by openai',
      HOSTILE,
      callId,
      'Stated the purpose of the call: yes – said at the start',
      'heard twice',
      'original transcript',
    ])
      await expect.poll(() => details.innerText(), { message: words }).toContain(words);
    await opened.expectWhole('the details');
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await details.getByRole('button', { name: 'Copy' }).last().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(callId);
  });

  it('shows the notification with its attempts, and sends it again once, however often it is pressed', async () => {
    const details = page.locator('details.details');
    const delivery = details.getByRole('listitem').filter({ hasText: 'Call completed' });
    await delivery.getByText('failed', { exact: true }).waitFor();
    await delivery.getByText(/1 attempt · 410 endpoint gone, no more attempts/).waitFor();
    await delivery.locator('summary').click();
    await delivery.getByText('The body is the call as the API returns it.').waitFor();
    await opened.expectWhole('a notification');
    // The answer is lost: the library asks again with the same key.
    let asked = 0;
    const keys = new Set<string | undefined>();
    await page.route('**/redeliver', async (route) => {
      asked += 1;
      keys.add(route.request().headers()['idempotency-key']);
      if (asked > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await opened.button('Resend: Call completed').dblclick();
    await delivery.getByText('delivered', { exact: true }).waitFor();
    await page.unroute('**/redeliver');
    expect([keys.size, asked]).toEqual([1, 2]);
    expect(receiver.received.length, 'requests that came').toBe(2);
    expect(await stored('webhook_attempt')).toBe(2);
  });

  it('shows the whole request of a notification of test mode, and no way to send it', async () => {
    const { db } = opened.service;
    const { rows } = await db.query('SELECT id FROM account WHERE email = $1', [entered.email]);
    const { callId: testId } = await storeReviewableCall(db, rows[0].id, {
      livemode: false,
      webhookUrl: 'https://example.com/hook',
    });
    await db.query(
      `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status)
       VALUES (gen_random_uuid(), $1, $2, 'evt_1', 'analysis.completed', 'https://example.com/hook', false, 'suppressed')`,
      [rows[0].id, testId],
    );
    await opened.visit(`/calls/${testId}`);
    await page.getByText('Details', { exact: true }).click();
    await page.getByText('Nothing: test calls use no minutes.').waitFor();
    await page.getByText('not sent: test mode').click();
    await expect.poll(() => page.locator('.records pre').innerText()).toContain('webhook-signature: v1,');
    expect(await page.locator('.records pre').innerText()).toContain('"event": "analysis.completed"');
    expect(await opened.button(/Resend/).count()).toBe(0);
  });

  it('that failed says why and that it cost nothing, and is tried again', async () => {
    const { db } = opened.service;
    await db.query('DELETE FROM ledger_entry WHERE analysis_id = $1', [callId]);
    await db.query('DELETE FROM analysis_payload WHERE analysis_id = $1', [callId]);
    // A call that failed has no words that a search finds.
    await db.query('SELECT forget_call_words(id, created_at) FROM analysis WHERE id = $1', [callId]);
    await db.query(
      `UPDATE analysis SET status = 'failed', error_code = 'provider_failed', error_message = 'The provider failed' WHERE id = $1`,
      [callId],
    );
    await opened.visit(`/calls/${callId}`);
    await page.getByText('The provider failed').waitFor();
    await page.getByText('You were not charged').waitFor();
    await opened.expectWhole('a failed call');
    await press('Retry');
    await page
      .getByText(/This call is being processed|Findings/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
  });

  it('is deleted after a question that names it, by keyboard alone', async () => {
    await opened.visit(`/calls/${callId}`);
    await opened.button('More').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this call?' });
    await dialog.getByText('Delete this call of agent-7 with cust-42 and its recording.').waitFor();
    // What is pressed by mistake deletes nothing.
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await opened.expectWhole('the question');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await stored('analysis', `WHERE id = '${callId}'`)).toBe(1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Show test calls' }).waitFor();
    expect(await page.locator(`a.row-link[href$="${callId}"]`).count(), 'rows of the call').toBe(0);
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(await stored('analysis', `WHERE id = '${callId}'`)).toBe(0);
    await page.goBack();
    expect(page.url(), 'the back button does not lead to what is gone').not.toContain(callId);
  });

  it('executes nothing of its names', async () => {
    const { db } = opened.service;
    const { rows } = await db.query('SELECT id FROM analysis LIMIT 1');
    await db.query('UPDATE analysis SET agent_id = $2, contact_id = $2 WHERE id = $1', [rows[0].id, HOSTILE]);
    await opened.visit(`/calls/${rows[0].id}`);
    await press('Export');
    const { name } = await saved(() => choose(/Text/));
    expect(name).toMatch(/^img-src-x-onerror-hit-script-hit-script_/);
    await press('Share');
    await page.getByRole('dialog', { name: 'Share this call' }).getByText(HOSTILE).waitFor();
    await page.keyboard.press('Escape');
    await press('More');
    await choose('Delete call…');
    await page.getByRole('dialog').getByText(HOSTILE).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByLabel('Language').selectOption('de');
    await press('Teilen');
    await page.getByRole('dialog', { name: 'Diesen Anruf teilen' }).waitFor();
    await opened.expectWhole('sharing in German');
  });
});
