// The page that a review link leads to, in a real browser. [smoke]

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { type ModeObjects, storeModeObjects } from '../support/builders/mode-objects.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { CHROMIUM, expectNoSidewaysScroll, LOOKS, linesOf, type OpenedBrowser, openBrowser, wear } from './chromium.js';

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

describe.runIf(CHROMIUM !== null)('the page of a review link', () => {
  let service: TestService;
  let account: Account;
  let ask: Ask;
  let objects: ModeObjects;
  let browser: OpenedBrowser;

  beforeAll(async () => {
    service = await startTestService({ PROCESS: 'api' });
    account = await service.openAccount();
    ask = askAs(service, account);
    const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
    objects = await storeModeObjects(service.db, rows[0].id, true);
    await service.db.query('UPDATE analysis SET agent_id = $1', [HOSTILE]);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const newLink = async () =>
    (await ask(`/analysis/${objects.callId}/review-links`, { json: { reviewer_id: 'mara', may: ['read'] } })).body;

  it('shows the call, takes the token out of the address, and runs no words of a call', async () => {
    const page = await browser.newPage();
    const lines = linesOf(page);
    const { url } = await newLink();
    await page.goto(url);
    await page.locator('.turn').first().waitFor();
    expect(page.url()).toBe(`${service.rootUrl}/app/`);
    expect(await page.locator('h1').innerText()).toBe(`${HOSTILE} with cust-42`);
    expect(await page.title()).toBe(`${HOSTILE} with cust-42 · Call Analysis`);
    expect(await page.locator('.turns').textContent()).toContain('My line is dead. I want my money back.');
    for (const look of LOOKS) {
      await wear(page, look);
      await expectNoSidewaysScroll(page, `the page at ${look.width} px, ${look.colorScheme}`);
    }
    // The address has no token any more; the tab has.
    await page.reload();
    await page.locator('.turn').first().waitFor();
    // No recording is stored for this call.
    expect(
      lines.filter((line) => !line.includes('404')),
      'lines of the console',
    ).toEqual([]);
    await page.close();
  });

  it('says in the words of the API that a link has ended', async () => {
    const page = await browser.newPage();
    const { url, id } = await newLink();
    await ask(`/analysis/${objects.callId}/review-links/${id}`, { method: 'DELETE' });
    await page.goto(url);
    await page.getByRole('alert').getByText('The link is invalid or has expired').waitFor();
    expect(await page.locator('.turn').count(), 'turns that are shown').toBe(0);
    await page.close();
  });

  it('to a calibration session rates its calls one after the other, by keyboard', async () => {
    const { body: session } = await ask('/calibrations', {
      json: {
        scorecard_id: objects.cardId,
        analysis_ids: [objects.callId, objects.otherCallId],
        reviewer_ids: ['mara', 'jonas'],
      },
    });
    const { body: link } = await ask(`/calibrations/${session.id}/links`, { json: { reviewer_id: 'mara' } });
    const page = await browser.newPage();
    const lines = linesOf(page);
    await page.goto(link.url);
    await page.getByText('0 of 2 calls rated').waitFor();
    const save = page.getByRole('button', { name: 'Save and go to next call' });
    expect(await save.isDisabled(), 'every question needs an answer').toBe(true);
    await page.locator('input:focus').waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('textbox', { name: 'Note on: What of solved?' }).fill('He calls back.');
    for (const look of LOOKS) {
      await wear(page, look);
      await expectNoSidewaysScroll(page, `the session at ${look.width} px, ${look.colorScheme}`);
    }
    await save.click();
    await page.getByText('1 of 2 calls rated').waitFor();
    await page.getByText('Call 2 of 2').waitFor();
    await page.getByLabel('not assessable').check();
    await save.click();
    await page.getByText('You have rated all calls.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Previous call' }).click();
    expect(await page.getByRole('textbox', { name: 'Note on: What of solved?' }).inputValue()).toBe('He calls back.');
    expect(
      lines.filter((line) => !line.includes('404')),
      'lines of the console, but of recordings that are not stored',
    ).toEqual([]);
    const { body: now } = await ask(`/calibrations/${session.id}`);
    expect(now.progress).toEqual([
      { reviewer_id: 'mara', done: 2, of: 2 },
      { reviewer_id: 'jonas', done: 0, of: 2 },
    ]);
    await page.close();
  });
});
