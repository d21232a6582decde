// Calls that need a look: two reviewers of one account, each in a browser of their own, take them one by one. [smoke]
// cspell:ignore Prüfliste

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type Page } from '../../tools/playwright.mjs';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = '<img src=x onerror="hit()">"><script>hit()</script>';

describe.runIf(CHROMIUM !== null)('calls that need a look', () => {
  let opened: OpenedConsole;
  let mara: Page;
  let jon: Page;
  let entered: Entered;
  let accountId: string;

  beforeAll(async () => {
    opened = await openConsole();
    mara = opened.page;
    entered = await enter(opened);
    const { rows } = await opened.service.db.query('SELECT id FROM account WHERE email = $1', [entered.email]);
    accountId = rows[0].id;
  });
  afterAll(() => opened?.close());

  /** A call in the queue. @returns its id */
  async function add(agent: string, worth: number, reasons: readonly string[]): Promise<string> {
    const { db } = opened.service;
    const { callId } = await storeReviewableCall(db, accountId);
    await db.query('UPDATE analysis SET agent_id = $2 WHERE id = $1', [callId, agent]);
    await db.query(
      `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       SELECT id, account_id, livemode, created_at, agent_id, '{}', $2 FROM analysis WHERE id = $1`,
      [callId, JSON.stringify({ call: { reasons, worth } })],
    );
    return callId;
  }

  const endClaim = (id: string) =>
    opened.service.db.query(
      "UPDATE review_task SET claimed_until = now() - interval '1 second' WHERE analysis_id = $1",
      [id],
    );
  const dismissed = async (id: string) =>
    (
      await opened.service.db.query(
        'SELECT state, dismissed_by, dismissed_note FROM review_task WHERE analysis_id = $1',
        [id],
      )
    ).rows[0];
  const claimed = async () =>
    (await opened.service.db.query('SELECT count(*)::int AS count FROM review_task WHERE claimed_until > now()'))
      .rows[0].count;
  const bar = (page: Page) => page.getByRole('region', { name: 'Review of this call' });
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  /** As when the person comes back to the tab. */
  const comeBack = (page: Page) => page.evaluate("dispatchEvent(new Event('focus'))");
  const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent ?? ''");

  async function call(page: Page, agent: string): Promise<void> {
    await page.getByRole('heading', { name: `${agent} with cust-42`, level: 1 }).waitFor();
  }

  /** As with a name that was given in this browser before accounts had members, and changed since. */
  async function nameAs(page: Page, name: string): Promise<void> {
    await page.evaluate(`localStorage.setItem('console-reviewer:${entered.email}', 'someone')`);
    await page.reload();
    await press(page, 'Change');
    await page.getByLabel('Name (empty: your e-mail address)').fill(name);
    await press(page, 'Save in this browser');
    await page.getByText(`Reviewing as ${name}`).waitFor();
  }

  /** Goes on by Tab alone until the focus is on a button or link of that name. */
  async function tabTo(page: Page, name: RegExp): Promise<void> {
    for (let presses = 0; presses < 250; presses += 1) {
      await page.keyboard.press('Tab');
      if (name.test(await focused(page))) return;
    }
    throw new Error(`No Tab leads to ${name}`);
  }

  it('says so where nothing needs a look', async () => {
    await mara.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Review queue' }).click();
    await mara.getByRole('heading', { name: 'No calls need review' }).waitFor();
    await opened.expectWhole('the empty queue');
  });

  it('shows the next call and why, and how many are left, never a ranking of agents', async () => {
    await add('agent-1', 0.9, ['violation', 'flagged']);
    await add('agent-2', 0.5, ['flagged']);
    await add('agent-3', 0.1, ['flagged']);
    await mara.reload();
    await mara.getByRole('link', { name: 'Review queue 3 calls to review' }).waitFor();
    const next = mara.getByRole('region', { name: 'Next' });
    expect(await next.innerText()).toContain('agent-1 with cust-42');
    for (const words of ['1:00', 'Priority 90%', 'Violation found.', 'Low confidence.'])
      expect(await next.innerText()).toContain(words);
    expect(await mara.locator('.row-link').allInnerTexts(), 'by what a look is worth').toEqual([
      'agent-1',
      'agent-2',
      'agent-3',
    ]);
    await nameAs(mara, 'mara');
    await opened.expectWhole('the queue');
  });

  it('takes a call, which another reviewer then sees as taken and does not get', async () => {
    await press(mara, /^Review next/);
    await call(mara, 'agent-1');
    await bar(mara)
      .getByText(/Reserved for you until .*\d/)
      .waitFor();
    await opened.expectWhole('a call that was taken');
    const views = mara.getByRole('navigation', { name: 'Main navigation' });
    expect(await views.locator('[aria-current]').allInnerTexts()).toEqual([expect.stringContaining('Review queue')]);
    await mara.reload();
    expect(await mara.locator('.way-back').getAttribute('href')).toBe('/app/queue');

    const { page } = await secondBrowser();
    jon = page;
    await jon
      .getByRole('link', { name: /Review queue/ })
      .first()
      .click();
    await nameAs(jon, 'jon');
    const row = jon.getByRole('row', { name: /agent-1/ });
    expect(await row.innerText()).toMatch(/mara, until .*\d/);
    await row.getByRole('link').click();
    await bar(jon)
      .getByText(/Reserved for mara until .*\d/)
      .waitFor();
    expect(await bar(jon).getByRole('button').count(), 'neither release nor dismissal').toBe(1);
    await jon.keyboard.press('t');
    await call(jon, 'agent-2');
  });

  it('dismisses with a reason, and offers the next', async () => {
    await bar(mara).getByRole('button', { name: 'Dismiss' }).click();
    const dialog = mara.getByRole('dialog', { name: 'Dismiss without review' });
    expect(await dialog.innerText()).toContain('The call of agent-1 with cust-42 leaves the queue');
    await dialog.getByLabel('Reason').fill(HOSTILE);
    await opened.expectWhole('the dismissal');
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await bar(mara).getByText('This call no longer needs review.').waitFor();
    await bar(mara).getByText('2 calls to review').waitFor();
    expect(await focused(mara)).toContain('Review next');
    const id = mara.url().split('/').at(-1) ?? '';
    expect(await dismissed(id)).toEqual({ state: 'dismissed', dismissed_by: 'mara', dismissed_note: HOSTILE });
    await opened.expectWhole('a call that was dismissed');
    await mara.keyboard.press('Enter');
    await call(mara, 'agent-3');
    await bar(mara)
      .getByText(/Reserved for you until/)
      .waitFor();
  });

  it('says that a claim has run out, and who has the call then', async () => {
    const id = mara.url().split('/').at(-1) ?? '';
    await endClaim(id);
    await comeBack(mara);
    await bar(mara)
      .getByText(/Your reservation expired at .*\d/)
      .waitFor();
    await jon.keyboard.press('t');
    await call(jon, 'agent-3');
    await comeBack(mara);
    await bar(mara)
      .getByText(/Your reservation has expired\. The call is now reserved for jon until .*\d/)
      .waitFor();
    await opened.expectWhole('a call that another has by now');
  });

  it('shows the API’s sentence where another was faster, and has none to take when all are taken', async () => {
    const { db } = opened.service;
    await db.query("UPDATE review_task SET claimed_by = 'eve' WHERE agent_id = 'agent-3'");
    await press(jon, 'Release');
    await jon.getByRole('alert').getByText('Another reviewer has claimed this analysis').waitFor();
    await jon.getByRole('button', { name: 'Try again' }).first().click();
    await bar(jon)
      .getByText(/now reserved for eve until/)
      .waitFor();
    await mara.keyboard.press('t');
    await bar(mara).getByText('No call is available').waitFor();
    await bar(mara).getByRole('link', { name: 'Back to the review queue' }).click();
    await mara.getByText('All calls on this page are reserved by reviewers.').waitFor();
    await opened.expectWhole('the queue with all calls taken');
  });

  it('gives a call back, from the queue too, and another may take it', async () => {
    await jon
      .getByRole('link', { name: /Review queue/ })
      .first()
      .click();
    const mine = jon.getByRole('region', { name: 'Next' });
    await mine.getByRole('link', { name: 'agent-2 with cust-42' }).waitFor();
    await press(jon, 'Release: agent-2 with cust-42');
    await mine.getByRole('button', { name: /^Review next/ }).waitFor();
    await mara.keyboard.press('t');
    await call(mara, 'agent-2');
    await press(mara, 'Release');
    await bar(mara).getByText('This call needs review and is not reserved.').waitFor();
    expect(await focused(mara)).toContain('Review next');
  });

  it('takes the call out of the queue by a review', async () => {
    await press(mara, 'Review next t');
    await bar(mara)
      .getByText(/Reserved for you until/)
      .waitFor();
    const id = mara.url().split('/').at(-1) ?? '';
    await entered.client.reviews.create(id, {
      reviewer_id: 'mara',
      findings: [{ finding: 'quality.greeting', answer: 'no' }],
    });
    await comeBack(mara);
    await bar(mara).getByText('This call no longer needs review.').waitFor();
    await bar(mara).getByText('1 call to review').waitFor();
  });

  it('keeps filters in the address, takes by them, and says where it cannot', async () => {
    await add('agent-5', 0.8, ['awaiting_human']);
    const wanted = await add('agent-6', 0.2, ['violation']);
    await opened.visit('/queue');
    await mara.getByLabel('Reason').selectOption('violation');
    await expect.poll(() => mara.locator('.row-link').allInnerTexts()).toEqual(['agent-6']);
    expect(mara.url()).toContain('/app/queue?reason=violation');
    await press(mara, /^Review next/);
    await mara.waitForURL(`**/app/calls/${wanted}`);
    // The next one goes by the same filters.
    await bar(mara)
      .getByText(/Reserved for you until/)
      .waitFor();
    await mara.keyboard.press('t');
    await bar(mara).getByText('No call is available').waitFor();
    await mara.goBack();
    expect(mara.url()).toContain('/app/queue?reason=violation');
    await press(mara, 'Clear filters');
    await mara.getByLabel('From').fill('2026-01-01');
    await mara.getByText('Only the reason and agent filters apply').waitFor();
    await mara.getByLabel('From').fill('2099-01-01');
    await mara.getByRole('heading', { name: 'No calls to review match these filters' }).waitFor();
    await opened.expectWhole('a queue without a fitting call');
  });

  it('takes one call where the answers are lost, however often it is asked', async () => {
    await add('agent-4', 0.05, ['flagged']);
    await opened.visit('/queue');
    await mara.getByRole('row', { name: /agent-5/ }).waitFor();
    const before = await claimed();
    await mara.route('**/review-queue/claim', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await mara.keyboard.press('t');
    await mara.keyboard.press('t');
    // The library has given up by then.
    await mara.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await mara.unroute('**/review-queue/claim');
    await press(mara, 'Try again');
    await call(mara, 'agent-5');
    expect(await claimed(), 'calls that are claimed').toBe(before + 1);
  });

  it('is worked off by keyboard alone', async () => {
    await add('agent-8', 1, ['violation']);
    await add('agent-9', 0.95, ['needs_review']);
    await opened.visit('/queue');
    await mara.getByRole('row', { name: /agent-8/ }).waitFor();
    await mara.keyboard.press('j');
    await mara.keyboard.press('Enter');
    await call(mara, 'agent-8');
    await bar(mara).getByText('is not reserved').waitFor();
    await mara.keyboard.press('t');
    await bar(mara)
      .getByText(/Reserved for you until/)
      .waitFor();
    await tabTo(mara, /^Release/);
    await mara.keyboard.press('Enter');
    await bar(mara).getByText('is not reserved').waitFor();
    await mara.keyboard.press('t');
    await bar(mara)
      .getByText(/Reserved for you until/)
      .waitFor();
    await tabTo(mara, /^Dismiss/);
    await mara.keyboard.press('Enter');
    await mara.getByRole('dialog').waitFor();
    await tabTo(mara, /^$/);
    await mara.keyboard.type('a test call');
    await tabTo(mara, /^Dismiss$/);
    await mara.keyboard.press('Enter');
    await bar(mara).getByText('no longer needs review').waitFor();
    await mara.keyboard.press('t');
    await call(mara, 'agent-9');
    // No recordings are stored for these calls, and answers were lost above.
    expect(
      opened.lines.filter((line) => !/404|ERR_FAILED/.test(line)),
      'lines of the console',
    ).toEqual([]);
  });

  it('executes nothing of names, and speaks German', async () => {
    await add(HOSTILE, 1, ['violation']);
    await opened.visit('/queue');
    await nameAs(mara, HOSTILE);
    await mara.getByLabel('Agent', { exact: true }).fill(HOSTILE);
    await expect.poll(() => mara.locator('.row-link').allInnerTexts()).toEqual([HOSTILE]);
    await press(mara, /^Review next/);
    await bar(mara)
      .getByText(/Reserved for you until/)
      .waitFor();
    await bar(mara).getByRole('button', { name: 'Dismiss' }).click();
    await mara.getByRole('dialog').getByText(HOSTILE).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
    await mara.keyboard.press('Escape');
    await opened.visit('/queue');
    await mara.getByLabel('Language').selectOption('de');
    await mara.getByRole('heading', { name: 'Prüfliste' }).waitFor();
    await opened.expectWhole('the queue in German');
  });

  async function secondBrowser(): Promise<{ readonly page: Page }> {
    const browser = opened.context.browser() as Browser;
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${opened.service.rootUrl}/app`);
    await page.getByLabel('E-mail').fill(entered.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(entered.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    return { page };
  }
});
