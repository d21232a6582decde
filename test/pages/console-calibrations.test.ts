// Calibration in the console: calls are drawn, people rate them blind, and the table says how far they agree and what comes next.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { REVIEWED_FORM, storeEvaluation, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { type StoredMember, storeMember } from '../support/builders/stored-members.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, elsewhere, enter, type OpenedConsole, openConsole } from './opened-console.js';

/** With ten of them that the AI judged the other way. */
const CALLS = 65;

describe.runIf(CHROMIUM !== null)('calibration sessions', () => {
  let opened: OpenedConsole;
  let page: Page;
  let account: Entered;
  let member: StoredMember;
  let email: string;
  let sessionId: string;
  let cardId: string;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    account = await enter(opened);
    const { db } = opened.service;
    const accountId = await accountIdOf(db, account.email);
    ({ cardId } = await storeReviewableCall(db, accountId));
    for (let n = 1; n < CALLS; n += 1) {
      const callId = await storeCall(db, accountId);
      await storeEvaluation(
        db,
        { accountId, callId, cardId },
        REVIEWED_FORM,
        `notice=${n % 6 ? 'yes' : 'no'} offer=no`,
      );
    }
    member = await storeMember(opened.service, account, 'reviewer');
    const { rows } = await db.query('SELECT email FROM member WHERE id = $1', [member.id]);
    email = rows[0].email;
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const row = (name: RegExp) => page.getByRole('row', { name });

  it('draw their calls first, and show how', async () => {
    await opened.visit('/forms');
    await page.getByRole('link', { name: 'Calibration', exact: true }).click();
    await page.getByLabel('Scorecard', { exact: true }).selectOption({ label: 'Card' });
    await page.getByLabel('Spread of the calls').selectOption({ label: 'Evenly by answer: What of notice?' });
    await page.getByLabel('Number of calls').fill(String(CALLS));
    await page.getByLabel('Seed').fill('autumn');
    await page.getByLabel(email, { exact: true }).check();
    await button('Draw calls').click();
    await page.getByText(`${CALLS} calls drawn.`).waitFor();
    await page.getByText('Seed: autumn').waitFor();
    expect(await button('Start session').isDisabled(), 'one reviewer is too few').toBe(true);
    await page.getByLabel('Reviewers without an account').fill('mara\njonas');
    await page.getByLabel('Name (optional)').fill('November');
    await opened.expectWholeInAll('a new session');
    await button('Start session').click();
    await page.getByRole('heading', { name: 'November' }).waitFor();
    sessionId = page.url().split('/').at(-1) ?? '';
    const session = await account.client.calibrations.get(sessionId);
    expect(session).toMatchObject({ reviewer_ids: [member.id, 'mara', 'jonas'], blind: true, expert_id: null });
  });

  it('show how far each reviewer is, with links that can be taken back', async () => {
    await row(/^mara/).getByText(`0 of ${CALLS}`).waitFor();
    await row(new RegExp(`^${email}`))
      .getByText('Rates signed in.')
      .waitFor();
    await button('Create link: mara').click();
    const address = page.getByLabel('Link', { exact: true });
    expect(await address.inputValue()).toContain('#review=');
    const other = await elsewhere(opened);
    await other.goto(await address.inputValue());
    await other.getByText(`0 of ${CALLS} calls rated`).waitFor();
    await opened.expectWholeInAll('an open session');
    await button(/^Revoke: link for mara/).click();
    await address.waitFor({ state: 'detached' });
    await other.reload();
    await other.getByText('The link is invalid or has expired').waitFor();
    await other.context().close();
  });

  it('are rated by a member in the console, by keyboard, with what the role has', async () => {
    const other = await elsewhere(opened);
    await other.goto(`${opened.service.rootUrl}/app/queue`);
    await other.getByLabel('E-mail').fill(email);
    await other.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('link', { name: /^Scorecards.*1 calibration session is waiting/ }).waitFor();
    const line = other.getByRole('link', { name: '1 calibration session is waiting for your ratings', exact: true });
    expect(await line.getAttribute('href')).toBe(`/app/forms/calibrations/${sessionId}/rate`);
    await other.getByRole('link', { name: /^Scorecards/ }).click();
    await other.getByRole('link', { name: 'Calibration', exact: true }).click();
    await other.getByRole('link', { name: 'November' }).click();
    const rate = other.getByRole('link', { name: 'Rate calls' });
    await rate.waitFor();
    const ofLeads = other.getByRole('button', { name: /New session|Close session|Cancel session|Create link/ });
    expect(await ofLeads.count(), 'acts of a team lead').toBe(0);
    await rate.press('Enter');
    await other.getByText(`0 of ${CALLS} calls rated`).waitFor();
    await other.locator('input:focus').waitFor();
    await other.keyboard.press('Space');
    for (const question of ['offer', 'solved'])
      await other
        .getByRole('group', { name: `What of ${question}?` })
        .getByRole('radio')
        .first()
        .press('Space');
    await other.getByRole('button', { name: 'Save and go to next call' }).press('Enter');
    await other.getByText(`1 of ${CALLS} calls rated`).waitFor();
    await other.context().close();
    await opened.visit(`/forms/calibrations/${sessionId}/rate`);
    await page.getByText('You are not a reviewer of this session.').waitFor();
  });

  it('are closed after a question, and say what to do about each question of the form', async () => {
    await rateAll();
    await opened.visit(`/forms/calibrations/${sessionId}`);
    await button('Close session').click();
    await dialog()
      .getByText(`${CALLS - 1} ratings are missing.`)
      .waitFor();
    await opened.expectWhole('the question before closing');
    await dialog().getByRole('button', { name: 'Close session' }).click();
    await dialog().waitFor({ state: 'detached' });
    const notice = row(/^What of notice\?/);
    await notice
      .getByText(/^0\.\d\d$/)
      .first()
      .waitFor();
    expect(await notice.innerText()).toMatch(/\(0\.\d\d to 1\.00\)[\s\S]*Trusted[\s\S]*Let it score\./);
    expect(await row(/^What of offer\?/).innerText()).toContain('Set it to suggest, and rewrite its guidance.');
    await row(/^What of solved\?/)
      .getByText('Only people answer this question.')
      .waitFor();
    await button('People among each other').click();
    expect(await row(/^What of solved\?/).innerText()).toContain('Rate more calls with the answer “no”');
    await button('AI and people').click();
    await notice.getByRole('button', { name: 'Show answers' }).press('Enter');
    await page.getByText('Rows: AI. Columns: people.').waitFor();
    await opened.expectWholeInAll('a closed session');
  });

  it('lead to the calls on which people differ most, and to who answered what', async () => {
    const calls = page.getByRole('region', { name: 'Calls rated differently' });
    const first = calls.getByRole('row', { name: /What of notice\? · What of offer\?/ });
    await first.getByRole('button').click();
    const answers = page.getByRole('table', { name: 'Answers by reviewer' });
    await answers.getByRole('columnheader', { name: 'jonas' }).waitFor();
    expect(await answers.getByRole('row', { name: /^What of notice\?/ }).innerText()).toContain('He did not.');
    expect(await calls.getByRole('link', { name: 'Open call' }).getAttribute('href')).toMatch(/\/calls\/[\w-]{36}$/);
    await opened.expectWhole('the answers of each reviewer');
  });

  it('are summed up on the page of the scorecard, which leads to a new session', async () => {
    await account.client.scorecards.update(cardId, { name: 'Card', target_agreement: 0.85 });
    await opened.visit(`/forms/${cardId}`);
    await page.getByRole('link', { name: 'Agreement' }).click();
    await row(/^What of notice\?/)
      .getByText('Trusted')
      .waitFor();
    const lines = page.getByRole('region', { name: 'Answers that count at once' }).getByRole('listitem');
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringContaining('Above a confidence of 90% people agree at least 85% of the time: 100% of answers count'),
      expect.stringContaining(`Calls rated so far: ${CALLS - 10}. At least 30 are needed, better 200.`),
    ]);
    await opened.expectWholeInAll('the agreement on a scorecard');
    await button('People and expert').click();
    await page.getByText('No call was rated by both sides yet.').waitFor();
    await button('People among each other').click();
    await row(/^What of solved\?/)
      .getByRole('link')
      .click();
    await button('Draw calls').waitFor();
    await expect.poll(() => page.getByLabel('Scorecard', { exact: true }).inputValue()).toBe(cardId);
  });

  it('stand beside a watch over the AI, which is set up, read and ended there', async () => {
    const { db } = opened.service;
    await opened.visit(`/forms/${cardId}?tab=agreement`);
    const watch = page.getByRole('region', { name: 'Has the AI changed?' });
    await watch.getByLabel('Calls to score again').fill('10');
    expect(await watch.getByRole('button', { name: 'Watch these calls' }).isDisabled(), 'too few').toBe(true);
    await watch.getByLabel('Calls to score again').fill('20');
    await watch.getByText('60 evaluations at first, then 20 each time').waitFor();
    await opened.expectWholeInAll('a watch to set up');
    await watch.getByRole('button', { name: 'Watch these calls' }).click();
    await watch.getByText('20 calls are being scored for the first time.').waitFor();
    expect((await account.client.scorecards.get(cardId)).watch?.analysis_ids, 'calls').toHaveLength(20);
    const judge = { engine: 'analysis', model: 'openai:one', prompt_version: 'form-1', rules_version: 'form-rules-1' };
    const drift = {
      checked_at: 1_790_000_000,
      was: judge,
      is: { ...judge, model: 'openai:two' },
      same: 0.81,
      ci: [0.75, 0.87],
      changed: ['notice'],
      verdict: 'judge_changed',
    };
    await db.query(
      `UPDATE scorecard_watch SET status = 'waiting', due_at = 'infinity', revision = 1, drift = $2 WHERE scorecard_id = $1`,
      [cardId, JSON.stringify(drift)],
    );
    await page.reload();
    await watch.getByText('AI changed', { exact: true }).waitFor();
    await watch.getByRole('listitem').getByText('What of notice?').waitFor();
    await watch.getByText('Now: analysis · openai:two · form-1 · form-rules-1.').waitFor();
    await opened.expectWholeInAll('an AI that has changed');
    await watch.getByRole('button', { name: 'Stop watching' }).click();
    await watch.getByRole('button', { name: 'Watch these calls' }).waitFor();
  });

  it('are cancelled after a question, and listed with their state', async () => {
    const sampled = await account.client.samples.create({ count: 3 });
    const more = { scorecard_id: cardId, sample_id: sampled.id, reviewer_ids: ['mara', account.email] };
    const { id } = await account.client.calibrations.create({ ...more, name: 'Of a mistake', expert_id: 'ines' });
    await opened.visit('/queue');
    const waiting = page.getByText('1 calibration session is waiting for your ratings');
    await waiting.last().waitFor();
    await opened.expectWholeInAll('a session that waits, in the queue');
    await opened.visit(`/forms/calibrations/${id}`);
    await row(/^ines Expert/).waitFor();
    await button('Cancel session').click();
    await dialog().getByRole('button', { name: 'Cancel session' }).click();
    await page.getByText('Its ratings count nowhere.').waitFor();
    await page.getByRole('link', { name: 'Calibration', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'Of a mistake' }).getByText('Canceled').waitFor();
    await page.getByText(`${CALLS} calls · ${2 * CALLS + 1} of ${3 * CALLS} ratings`).waitFor();
    await opened.expectWholeInAll('the list of sessions');
    await page.getByRole('link', { name: /^Review queue/ }).click();
    await waiting.first().waitFor({ state: 'detached' });
    expect(await opened.hits()).toEqual([]);
  });

  /** The notice as the AI judged it, but for jonas on the first call; the offer otherwise, and all of them solved. */
  async function rateAll(): Promise<void> {
    const { db } = opened.service;
    const { rows } = await db.query<{ id: string; notice: string }>(
      `SELECT c.analysis_id AS id, p.answers::json->0->>'answer' AS notice FROM calibration_call c
       JOIN evaluation e ON e.analysis_id = c.analysis_id JOIN evaluation_payload p ON p.evaluation_id = e.id
       WHERE c.calibration_id = $1 ORDER BY c.place`,
      [sessionId],
    );
    for (const [at, { id, notice }] of rows.entries())
      for (const reviewer of ['mara', 'jonas']) {
        const differs = at === 0 && reviewer === 'jonas';
        const other = notice === 'no' ? 'yes' : 'no';
        const own = { notice, offer: at % 3 === 0 ? 'no' : 'yes', solved: 'yes' };
        const given = Object.entries(differs ? { notice: other, offer: 'yes', solved: 'yes' } : own);
        await db.query(INSERT_RATING, [
          sessionId,
          id,
          reviewer,
          JSON.stringify(Object.fromEntries(given)),
          JSON.stringify(given.map(([question, answer]) => ({ question, answer, note: 'He did not.', quotes: [] }))),
        ]);
      }
  }
});

const INSERT_RATING = `
  INSERT INTO calibration_rating (calibration_id, analysis_id, reviewer_id, account_id, answers, given, via, principal_id)
  SELECT $1, $2, $3, account_id, $4, $5, 'token', 'x' FROM calibration WHERE id = $1`;
