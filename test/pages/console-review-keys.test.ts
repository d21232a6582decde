// Calls of the queue that are reviewed by few keys, one after the other, and what the queue shows of what is left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { CHROMIUM } from './chromium.js';
import { type OpenedDeciding, openDeciding } from './opened-deciding.js';

interface Added {
  readonly reasons?: readonly string[];
  readonly livemode?: boolean;
}

describe.runIf(CHROMIUM !== null)('calls that are reviewed by keys', () => {
  let on: OpenedDeciding;
  let page: Page;

  beforeAll(async () => {
    on = await openDeciding();
    page = on.page;
  });
  afterAll(() => on?.opened.close());

  /** A call in the queue, before those that are added later. @returns its id */
  async function add(agent: string, { reasons = ['violation'], livemode = true }: Added = {}): Promise<string> {
    const { db } = on.opened.service;
    const { callId } = await storeReviewableCall(db, on.accountId, { livemode });
    await db.query('UPDATE analysis SET agent_id = $2 WHERE id = $1', [callId, agent]);
    await db.query(
      `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       SELECT id, account_id, livemode, created_at, agent_id, '{}', $2 FROM analysis WHERE id = $1`,
      [callId, JSON.stringify({ call: { reasons, worth: 0.5 } })],
    );
    return callId;
  }

  async function stands(agent: string): Promise<void> {
    await page.getByRole('heading', { name: `${agent} with cust-42`, level: 1 }).waitFor();
    await page
      .getByRole('group', { name: /^Your answer/ })
      .first()
      .waitFor();
  }

  const rows = () => page.locator('.row-link:visible').allInnerTexts();

  it('gives one verdict in three keys, agrees with eight doubts in two, and takes the last review back', async () => {
    const first = await add('agent-1');
    const second = await add('agent-2');
    await add('agent-3');
    await on.opened.visit('/queue');
    await page.getByRole('row', { name: /agent-1/ }).waitFor();
    await page.keyboard.press('t');
    await stands('agent-1');

    await page.keyboard.press('d');
    await page.keyboard.press('2');
    await page.keyboard.press('Control+Enter');
    await stands('agent-2');
    expect((await on.reviewsOf(first))[0]?.violations).toMatchObject([{ rule: 'pin_requested', upheld: false }]);

    await page.keyboard.press('a');
    await page.keyboard.press('Control+Enter');
    await stands('agent-3');
    const [agreed] = await on.reviewsOf(second);
    expect(agreed?.violations.map(({ upheld }) => upheld)).toEqual([true, true]);

    await page.keyboard.press('Control+z');
    await stands('agent-2');
    await page.getByRole('button', { name: /^Save 2 changes/ }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect((await on.reviewsOf(second))[0]?.violations.map(({ upheld }) => upheld)).toEqual([null, null]);
  });

  it('takes changes back one by one before they are saved, and keeps the digit of each answer', async () => {
    await on.storedCall();
    const changes = page.getByRole('button', { name: /^Save \d/ });
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('1');
    expect(await changes.innerText()).toContain('Save 2 changes');
    await page.keyboard.press('Control+z');
    expect(await changes.innerText()).toContain('Save 1 change');
    const [pin] = await page.locator('[data-item^="violation:"]').all();
    expect(await pin?.locator('[aria-pressed=true]').innerText()).toContain('Dismiss');
    await page.keyboard.press('Control+z');
    expect(await pin?.locator('[aria-pressed=true]').innerText()).toContain('Confirm');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    // What takes a person's answer back comes and goes, and has a digit of its own.
    expect(await pin?.locator('.your-answer').allInnerTexts()).toEqual(['1\nConfirm', '2\nDismiss', '0\nWithdraw']);
    await on.opened.expectWhole('a call with one doubt less');
  });

  it('marks the quoted words in their turns', async () => {
    await on.storedCall();
    await page.locator('.turn').first().waitFor();
    const marked = () => page.evaluate<string[]>("[...(CSS.highlights.get('quoted') ?? [])].map(String)");
    await expect.poll(marked).toContain('date of birth');
  });

  it('asks who the agent is where that is not known, and takes one press', async () => {
    const { db } = on.opened.service;
    const { callId } = await storeReviewableCall(db, on.accountId);
    const unclear = (column: string) =>
      `${column} = regexp_replace(${column}, '"role_confidence":[0-9.]+', '"role_confidence":0.3')`;
    await db.query(`UPDATE analysis_payload SET ${unclear('transcript')}, ${unclear('words')} WHERE analysis_id = $1`, [
      callId,
    ]);
    await on.show(callId);
    const asked = page.getByRole('region', { name: 'Who is the agent?' });
    await asked.getByRole('button', { name: /^Customer/ }).click();
    await page.getByRole('button', { name: /^Save 1 change/ }).waitFor();
    expect(await asked.getByRole('button', { pressed: true }).innerText()).toContain('Customer');
    await on.opened.expectWhole('a call whose agent is not known');
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /^Save 1 change/ }).waitFor({ state: 'detached' });
  });

  it('folds what could not be evaluated, keeps test calls apart, and releases all that one holds', async () => {
    await add('agent-7', { reasons: ['withheld'] });
    await add('agent-8', { reasons: ['flagged'] });
    await add('agent-9', { livemode: false });
    await on.opened.visit('/queue');
    await expect.poll(rows).toEqual(['agent-3', 'agent-8']);
    await page.getByText('1 call that could not be evaluated').click();
    await expect.poll(rows).toEqual(['agent-3', 'agent-8', 'agent-7']);
    await on.opened.expectWhole('the queue by severity');
    await page.getByRole('button', { name: 'Test calls', exact: true }).click();
    await expect.poll(rows).toEqual(['agent-9']);
    expect(page.url()).toContain('mode=test');
    await page.getByRole('button', { name: 'Live calls', exact: true }).click();
    await expect.poll(rows).toEqual(['agent-3', 'agent-8']);

    await on.at.client.reviewQueue.claim({ reviewer_id: on.at.email });
    await page.reload();
    await page.getByRole('button', { name: 'Release all' }).click();
    await expect.poll(async () => (await on.at.client.reviewQueue.list({ claimed_by: on.at.email })).total).toBe(0);
    await page.getByRole('button', { name: 'Release all' }).waitFor({ state: 'detached' });
  });
});
