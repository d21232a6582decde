// Disputes in the console: an agent acknowledges and disputes the own evaluations, a team lead decides, and the agent sees why.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnalysis } from '../../clients/typescript/src/index.js';
import type { Page } from '../../tools/playwright.mjs';
import { accountIdOf } from '../support/builders/published-form.js';
import { type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { type StoredMember, storeMember } from '../support/builders/stored-members.js';
import { CHROMIUM } from './chromium.js';
import {
  type Entered,
  elsewhere,
  enter,
  expectWhole,
  expectWholeInAll,
  type OpenedConsole,
  openConsole,
} from './opened-console.js';

const DAY_MS = 86_400_000;
const HOSTILE = '<img src=x onerror="hit()">';

describe.runIf(CHROMIUM !== null)('disputes', () => {
  let opened: OpenedConsole;
  let lead: Page;
  let account: Entered;
  let accountId: string;
  let agent: Page;
  let agentsClient: CallAnalysis;
  let agentId: string;
  let reviewer: StoredMember;
  let first: ReviewableCall;

  beforeAll(async () => {
    opened = await openConsole();
    lead = opened.page;
    account = await enter(opened);
    const { db } = opened.service;
    accountId = await accountIdOf(db, account.email);
    first = await add();
    reviewer = await storeMember(opened.service, account, 'reviewer');
    const member = await storeMember(opened.service, account, 'agent', { agentId: 'agent-7' });
    agentId = member.id;
    agentsClient = account.client.withApiKey(member.token);
    const { rows } = await db.query('SELECT email FROM member WHERE id = $1', [member.id]);
    agent = await elsewhere(opened);
    await agent.goto(`${opened.service.rootUrl}/app`);
    await agent.getByLabel('E-mail').fill(rows[0].email);
    await agent.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await agent.getByRole('button', { name: 'Sign in' }).click();
  });
  afterAll(() => opened?.close());

  const add = async () => {
    const stored = await storeReviewableCall(opened.service.db, accountId);
    await opened.service.db.query("UPDATE analysis SET agent_id = 'agent-7' WHERE id = $1", [stored.callId]);
    return stored;
  };
  const disputed = (question: string, claim: string) => ({ question, claim, note: `I did: ${question}.` });
  const own = (page: Page) => page.getByRole('region', { name: 'Your evaluation: Card' });
  const disputes = (page: Page) => page.getByRole('region', { name: 'Disputes' });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const bar = () => lead.getByRole('region', { name: 'Review of this call' });

  it('begin on the agent’s own page, with what is to be acknowledged', async () => {
    const waiting = agent.getByRole('region', { name: 'Evaluations to acknowledge' });
    await waiting.waitFor();
    await expectWholeInAll(agent, 'the evaluations that an agent acknowledges');
    await waiting.getByRole('link', { name: /^Card, / }).press('Enter');
    const until = new Date(Date.now() + 14 * DAY_MS);
    const day = until.toLocaleDateString(await agent.evaluate<string>('navigator.language'), {
      day: 'numeric',
      month: 'long',
    });
    await own(agent).getByText(`You can dispute answers until ${day}.`).waitFor();
    await press(agent, 'Acknowledge');
    await agent.locator('textarea:focus').waitFor();
    await agent.keyboard.type('I will say it earlier.');
    await expectWholeInAll(agent, 'an acknowledgement');
    await press(agent, 'Acknowledge evaluation');
    await own(agent)
      .getByText(/^Acknowledged, .* I will say it earlier\.$/)
      .waitFor();
    expect(await account.client.evaluations.get(first.evaluationId)).toMatchObject({
      acknowledged: { note: 'I will say it earlier.' },
    });
  });

  it('name each answer, what would be right and why, by keyboard', async () => {
    await own(agent).getByRole('button', { name: 'Dispute answers' }).press('Enter');
    await agent.locator('input:focus').waitFor();
    const send = own(agent).getByRole('button', { name: 'Send dispute' });
    await own(agent)
      .getByRole('checkbox', { name: /^What of offer\?/ })
      .press('Space');
    expect(await agent.getByLabel('Correct answer to “What of offer?”').inputValue(), 'the only other one').toBe('yes');
    expect(await send.isDisabled(), 'without words').toBe(true);
    await agent.getByLabel('Why “What of offer?” is answered wrong').fill(`I offered it at once. ${HOSTILE}`);
    await expectWholeInAll(agent, 'a dispute that an agent writes');
    await send.press('Enter');
    await disputes(agent).getByText('Given: no (AI)').waitFor();
    expect(await disputes(agent).innerText()).toMatch(/Open[\s\S]*Agent’s answer: yes[\s\S]*I offered it at once\./);
    expect(await own(agent).getByRole('button').count(), 'a second dispute').toBe(0);
    await expectWholeInAll(agent, 'a call as its agent sees it');
    expect(await agent.getByRole('button', { name: 'Resolve dispute' }).count(), 'acts of a reviewer').toBe(0);
  });

  it('stand in the review queue with what is disputed, and lead to the call', async () => {
    // More than a page of scorecards, all newer than that of the dispute.
    await opened.service.db.query(
      `INSERT INTO scorecard (id, account_id, livemode, name, is_default, applies_to, last_revision)
       SELECT gen_random_uuid(), $1, true, 'Other ' || n, false, '{}', 0 FROM generate_series(1, 101) AS n`,
      [accountId],
    );
    await opened.visit('/queue');
    const next = lead.getByRole('region', { name: 'Next call' });
    await next.getByText('Agent’s answer: yes').waitFor();
    expect(await next.innerText()).toMatch(/What of offer\?[\s\S]*Given: no \(AI\)[\s\S]*I offered it at once\./);
    await opened.expectWholeInAll('a disputed call in the queue');
    await lead.getByRole('link', { name: 'Disputes', exact: true }).click();
    await lead.getByText('Card · 1 answer disputed').waitFor();
    await opened.expectWholeInAll('the open disputes');
    await lead.getByRole('link', { name: /^agent-7, / }).click();
    await bar().getByText('The agent disputes an evaluation.').waitFor();
    await disputes(lead)
      .getByRole('radio', { name: /^Overturn/ })
      .waitFor();
    await opened.expectWholeInAll('a dispute to decide');
  });

  it('are decided by keyboard, and the next call is offered', async () => {
    const second = await add();
    const answer = { answer: 'no', reviewer_id: account.email };
    await account.client.evaluations.answer(second.evaluationId, 'solved', answer);
    await agentsClient.evaluations.dispute(second.evaluationId, {
      raised_by: agentId,
      answers: [disputed('offer', 'yes'), disputed('solved', 'yes')],
    });
    await lead.keyboard.press('o');
    await lead.keyboard.press('ArrowDown');
    expect(await lead.getByLabel('Correct answer to “What of offer?”').inputValue()).toBe('yes');
    await lead.getByLabel('Reason (the agent sees it)').fill('She says so at 0:14.');
    await lead.keyboard.press('Control+Enter');
    await lead.waitForURL(`**/calls/${second.callId}`);
    expect(await account.client.evaluations.get(first.evaluationId)).toMatchObject({ open_dispute: null });
    const { items } = await account.client.disputes.list({ analysis_id: first.callId });
    expect(items).toMatchObject([{ decision: 'overturned', note: 'She says so at 0:14.', reviewer_id: account.email }]);
  });

  it('are not decided by who gave an answer, in the sentence of the service', async () => {
    const reason = lead.getByLabel('Reason (the agent sees it)');
    await lead.getByRole('radio', { name: /^Overturn in part/ }).check();
    await reason.fill('Only the offer.');
    const send = lead.getByRole('button', { name: 'Resolve dispute' });
    expect(await send.isDisabled(), 'no answer changes').toBe(true);
    await lead.getByLabel('Correct answer to “What of offer?”').selectOption('yes');
    await send.click();
    await lead.getByRole('alert').getByText(`${account.email} gave the disputed answer`).waitFor();
    expect(await reason.inputValue(), 'what was typed').toBe('Only the offer.');
    await opened.expectWhole('a refused decision');
  });

  it('are decided by another reviewer in part, with the mouse, after which the call needs no look', async () => {
    const other = await elsewhere(opened);
    const { rows } = await opened.service.db.query('SELECT email FROM member WHERE id = $1', [reviewer.id]);
    await other.goto(lead.url());
    await other.getByLabel('E-mail').fill(rows[0].email);
    await other.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await press(other, 'Sign in');
    await other.getByRole('radio', { name: /^Overturn in part/ }).click();
    await other.getByLabel('Correct answer to “What of offer?”').selectOption('yes');
    await other.getByLabel('Reason (the agent sees it)').fill('Only the offer.');
    await press(other, 'Resolve dispute');
    await disputes(other).getByText('Partly overturned').waitFor();
    await other.getByText('This call no longer needs review.').waitFor();
    await other.context().close();
    await opened.visit('/queue/disputes');
    await lead.getByRole('heading', { name: 'No open disputes' }).waitFor();
    await press(lead, 'Resolved');
    await lead.getByText('Partly overturned').waitFor();
    await lead.getByText('She says so at 0:14.').waitFor();
    await opened.expectWholeInAll('the resolved disputes');
    await press(lead, 'Test calls');
    await lead.getByRole('heading', { name: 'No resolved disputes' }).waitFor();
    expect(lead.url()).toContain('mode=test');
    await press(lead, 'Live calls');
    await lead.getByText('She says so at 0:14.').waitFor();
  });

  it('are told to the agent with the reason', async () => {
    await agent.reload();
    await disputes(agent).getByText('Overturned', { exact: true }).waitFor();
    await disputes(agent).getByText('She says so at 0:14.').waitFor();
    await agent.getByRole('link', { name: 'My calls' }).first().click();
    const list = agent.getByRole('region', { name: 'My disputes' });
    await list.waitFor();
    await expectWholeInAll(agent, 'the calls and disputes of an agent');
    expect((await list.getByRole('listitem').first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /^2 answers disputed, .* Partly overturned Decided by a reviewer, .* Only the offer\.$/,
    );
    expect(await agent.getByRole('link', { name: 'Review queue' }).count(), 'views of reviewers').toBe(0);
  });

  it('are raised with a review link too, which acknowledges and disputes as it may', async () => {
    const third = await add();
    await opened.visit(`/calls/${third.callId}`);
    await press(lead, 'Share');
    await lead.getByLabel('Reviewer name').fill('agent-7');
    await lead.getByLabel('override findings').uncheck();
    await lead.getByLabel('acknowledge evaluations').check();
    await lead.getByLabel('dispute evaluations').check();
    await lead
      .getByRole('region', { name: 'Reviewer without an account' })
      .getByRole('button', { name: 'Create link' })
      .click();
    const link = await lead.getByRole('dialog').getByRole('textbox', { name: /link/i }).last().inputValue();
    const holder = await elsewhere(opened);
    await holder.goto(link);
    await press(holder, 'Acknowledge');
    await press(holder, 'Acknowledge evaluation');
    await own(holder)
      .getByText(/^Acknowledged, /)
      .waitFor();
    await press(holder, 'Dispute answers');
    await holder.getByRole('checkbox', { name: /^What of offer\?/ }).check();
    await holder.getByLabel(/^Why “What of offer\?”/).fill('I did.');
    await press(holder, 'Send dispute');
    await disputes(holder).getByText('Agent’s answer: yes').waitFor();
    const { items } = await account.client.disputes.list({ analysis_id: third.callId });
    expect(items).toMatchObject([{ raised_by: 'agent-7', via: 'review_link', status: 'open' }]);
    const why = { reviewer_id: 'mara', decision: 'upheld', note: 'No offer is heard.' } as const;
    await account.client.disputes.resolve(items[0]?.id ?? '', why);
    await holder.reload();
    await disputes(holder).getByText('Answers upheld').waitFor();
    expect(await disputes(holder).innerText()).toMatch(/Given: no \(AI\)[\s\S]*by mara, [\s\S]*No offer is heard\./);
    expect(await holder.getByRole('button', { name: 'Resolve dispute' }).count(), 'acts of a reviewer').toBe(0);
    await expectWhole(holder, 'a call with the link of its agent');
    await holder.context().close();
  });

  it('have a window, which a scorecard sets beside its target agreement', async () => {
    await opened.visit(`/forms/${first.cardId}?tab=calls`);
    await lead.getByLabel('Target agreement in percent').fill('97');
    await lead.getByLabel('Days to dispute an evaluation').fill('0');
    await press(lead, 'Save');
    await lead.locator('.fault').waitFor();
    await lead.getByLabel('Target agreement in percent').fill('95');
    await press(lead, 'Save');
    await lead.getByText('Saved', { exact: false }).last().waitFor();
    await opened.expectWholeInAll('the settings of a scorecard');
    expect(await account.client.scorecards.get(first.cardId)).toMatchObject({
      target_agreement: 0.95,
      dispute_window_days: 0,
    });
    await lead.getByRole('link', { name: 'Agreement' }).click();
    const lines = lead.getByRole('region', { name: 'Answers that count at once' });
    await lines.getByText('Calls rated so far: 0. At least 59 are needed, better 200.').first().waitFor();
    await opened.expectWholeInAll('the lines of a scorecard');
    await agent.goto(`${opened.service.rootUrl}/app/calls/${first.callId}`);
    await own(agent).getByText('You can dispute answers at any time.').waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });
});
