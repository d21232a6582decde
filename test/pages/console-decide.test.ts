// Overruling, correcting and saving a call in the console, in a real browser against the whole service.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const FORM = {
  pass_mark: 80,
  sections: [
    {
      key: 'opening',
      title: 'Opening',
      weight: 1,
      questions: [
        {
          key: 'recorded',
          text: 'Did the agent say that the call is recorded?',
          weight: 1,
          na: true,
          answers: [
            { key: 'yes', label: 'Yes', points: 1 },
            { key: 'no', label: 'No', points: 0 },
          ],
          judge: { kind: 'phrases', any: ['call is recorded'], none: [], answer: 'yes', otherwise: 'no' },
        },
        {
          key: 'solved',
          text: 'Was it settled?',
          guidance: 'Listen to the end.',
          weight: 1,
          answers: [
            { key: 'fully', label: 'Fully', points: 2 },
            { key: 'partly', label: 'Partly', points: 1 },
            { key: 'no', label: 'No', points: 0 },
          ],
          judge: { kind: 'human' },
        },
      ],
    },
  ],
} as const;

const IDENTITY = 'Verified who was calling';
const HOSTILE = [
  '<img src=x onerror="hit()">',
  '"><svg onload=hit()>',
  "javascript:hit()//'",
  '{{constructor("hit()")()}}',
];
/** More presses of Tab lead through everything there is on the page. */
const MAX_TABS = 80;

describe.runIf(CHROMIUM !== null)('a call in the console', () => {
  let opened: OpenedConsole;
  let page: Page;
  let at: Entered;
  let accountId: string;
  const unloads: string[] = [];

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    page.on('dialog', (dialog) => {
      unloads.push(dialog.type());
      void dialog.accept();
    });
    at = await enter(opened);
    const { rows } = await opened.service.db.query('SELECT id FROM account WHERE email = $1', [at.email]);
    accountId = rows[0].id;
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const answersTo = (what: string) => page.getByRole('group', { name: `Your answer: ${what}` });
  const answer = (what: string, name: string) => answersTo(what).getByRole('button', { name, exact: true }).click();
  const noteOn = (what: string) => page.getByLabel(`Why: ${what}`);
  const reviewsOf = async (id: string) => (await at.client.reviews.listOfAnalysis(id)).items;

  async function heardCall(): Promise<string> {
    const card = await at.client.scorecards.create({ name: 'Service line' });
    const { revision } = await at.client.scorecards.createRevision(card.id, FORM as never);
    await at.client.scorecards.publishRevision(card.id, revision);
    const { id } = await at.client.analyses.create({
      agent_id: 'agent-7',
      contact_id: 'cust-42',
      file: recordedCall(),
      scorecards: [card.id],
    } as never);
    await at.client.analyses.waitForCompletion(id);
    return id;
  }

  /** A stored call with two violations, a form, and no recording. */
  async function storedCall(): Promise<ReviewableCall> {
    const call = await storeReviewableCall(opened.service.db, accountId);
    await show(call.callId);
    return call;
  }

  async function show(id: string): Promise<void> {
    await opened.visit(`/calls/${id}`);
    await answersTo(IDENTITY).waitFor();
  }

  /** To the request that saves the review, not to those that only ask what it would do. */
  const onSave = (handle: (route: Route) => Promise<void>) =>
    page.route('**/reviews', (route) =>
      route.request().method() === 'POST' && !route.request().postData()?.includes('"dry_run":true')
        ? handle(route)
        : route.fallback(),
    );

  it('is listened to, overruled, corrected and saved by mouse', async () => {
    const id = await heardCall();
    await show(id);
    await button(/confirm your date of birth/).click();
    await expect.poll(() => page.locator('.turn[aria-current=true]').innerText()).toContain('date of birth');
    await answer(IDENTITY, 'No');
    await noteOn(IDENTITY).fill('Anyone could say that.');
    await button('Quote from the transcript').click();
    await page.evaluate(`{
      const text = [...document.querySelectorAll('.turn-text')].find((one) => one.textContent.includes('date of birth')).firstChild;
      const range = document.createRange();
      range.setStart(text, text.data.indexOf('your date'));
      range.setEnd(text, text.data.indexOf('?'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }`);
    await button('Quote the turn at 0:07').click();
    await page.locator('.picked', { hasText: 'your date of birth' }).waitFor();
    await button('Done').click();
    await page.getByRole('tab', { name: 'Service line' }).click();
    await answer('Was it settled?', 'Partly');
    await page.getByText(/Service line 100 → 75/).waitFor();
    await button(/^Correct/).click();
    await button('Edit the turn at 0:04').click();
    await page.getByLabel('What is said at 0:04').fill('I have been charged twice for March.');
    await page.keyboard.press('Enter');
    await page.getByText('Compliance 100 → 50').waitFor();
    await page.getByRole('tab', { name: 'Findings' }).click();
    await opened.expectWhole('findings with changes');
    await button(/^Save 3 changes/).click();
    await page.getByText('Corrected: version 2 of the transcript.').waitFor();
    await page.getByText(/Saved\. Compliance 100 → 50 · Quality 100 · Service line 100 → 75/).waitFor();
    await opened.expectWhole('a call that was saved');

    expect(await reviewsOf(id)).toEqual([
      expect.objectContaining({
        reviewer_id: at.email,
        transcript_version: 1,
        findings: [
          {
            finding: 'compliance.identity_verification',
            answer: 'no',
            note: 'Anyone could say that.',
            quotes: [{ segment_id: 2, quote: 'your date of birth' }],
          },
        ],
        answers: [expect.objectContaining({ question: 'solved', answer: 'partly' })],
      }),
    ]);
    expect((await at.client.analyses.corrections(id)).items).toEqual([
      expect.objectContaining({ status: 'completed', transcript_version: 2, edited_segments: 1 }),
    ]);
    const finding = page.locator('[data-item="finding:compliance.identity_verification"]');
    expect(await finding.locator('s').innerText(), 'what the service says').toBe('Yes');
    expect(await finding.innerText()).toContain(at.email);
    await page.locator('.turn', { hasText: 'twice for March' }).getByText('put right').waitFor();
    await page.getByLabel('Version of the transcript').selectOption('1');
    await page.locator('.turn', { hasText: 'for the same month' }).waitFor();
    await button('Show the present one').click();
    await page.locator('.turn', { hasText: 'twice for March' }).waitFor();
    // Of a form that was judged anew the person's answer stands.
    await page.getByRole('tab', { name: 'Service line' }).click();
    await page.locator('[data-item^="answer:"]', { hasText: 'Was it settled?' }).getByText('Partly').first().waitFor();
    expect(opened.lines, 'lines of the console').toEqual([]);
  });

  it('is overruled, corrected and saved by keyboard alone, and taken back', async () => {
    const { callId } = await storedCall();
    await page.keyboard.press('2');
    await page.keyboard.press('Tab');
    await page.keyboard.type('She asked for a date.');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('3');
    await page.getByText(/Compliance 60 → /).waitFor();
    await page.keyboard.press('c');
    await tabTo('Edit the turn at 0:08');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('I was charged twice in March.');
    await page.keyboard.press('Control+s');
    await page.getByText('Corrected: version 2 of the transcript.').waitFor();
    const [review] = await reviewsOf(callId);
    expect(review).toMatchObject({
      violations: [{ rule: 'pin_requested', segment_id: 2, upheld: false, note: 'She asked for a date.' }],
      findings: [{ finding: 'compliance.identity_verification', answer: 'not_assessable' }],
    });
    await tabTo('Withdraw', 'finding:compliance.identity_verification');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect((await reviewsOf(callId))[0]?.findings).toMatchObject([{ answer: 'withdraw' }]);
  });

  /** As a person gets there who has no mouse. @param within the item of the draft */
  async function tabTo(label: string, within?: string): Promise<void> {
    const focused = () =>
      page.evaluate<string[]>(`(() => {
        const at = document.activeElement;
        return [at.getAttribute('aria-label') ?? at.textContent, at.closest('[data-item]')?.dataset.item ?? ''];
      })()`);
    for (let presses = 0; presses < MAX_TABS; presses += 1) {
      await page.keyboard.press('Tab');
      const [name = '', item] = await focused();
      if (name.endsWith(label) && (within === undefined || item === within)) return;
    }
    throw new Error(`Tab does not lead to ${label}`);
  }

  it('asks before changes are left behind, and keeps them as a draft over other calls and a reload', async () => {
    const { callId } = await storedCall();
    await answer(IDENTITY, 'No');
    await noteOn(IDENTITY).fill('To be heard again');
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    const leave = page.getByRole('dialog', { name: 'Leave with changes?' });
    await leave.getByRole('button', { name: 'Stay' }).click();
    expect(page.url()).toContain(callId);
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await leave.getByRole('button', { name: 'Leave, keep the draft' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.goBack();
    await answersTo(IDENTITY).waitFor();
    expect(await noteOn(IDENTITY).inputValue()).toBe('To be heard again');
    unloads.length = 0;
    await page.reload();
    await answersTo(IDENTITY).waitFor();
    expect(unloads, 'asked by the browser').toEqual(['beforeunload']);
    expect(await noteOn(IDENTITY).inputValue()).toBe('To be heard again');
    await page.goForward();
    await leave.getByRole('button', { name: 'Leave and discard' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await show(callId);
    expect(await noteOn(IDENTITY).count()).toBe(0);
  });

  it('loses nothing where the session ends in the middle of an edit', async () => {
    const { callId } = await storedCall();
    await answer(IDENTITY, 'No');
    await noteOn(IDENTITY).fill('Half a sen');
    const api = `${opened.service.baseUrl}/**`;
    await page.route(api, (route) => route.fulfill({ status: 401, json: { detail: 'The token has expired' } }));
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await page.unroute(api);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(at.password);
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    expect(await reviewsOf(callId)).toEqual([
      expect.objectContaining({ findings: [expect.objectContaining({ note: 'Half a sen' })] }),
    ]);
  });

  it('is saved once where the connection is cut behind the request, over a reload too', async () => {
    const { callId } = await storedCall();
    let arrived = 0;
    await onSave(async (route) => {
      await route.fetch();
      arrived += 1;
      await route.abort();
    });
    await answer(IDENTITY, 'No');
    await page.keyboard.press('Control+s');
    await page.getByText('The service cannot be reached').waitFor();
    await page.reload();
    await page.getByText('The last Save was not answered.').waitFor();
    await page.unroute('**/reviews');
    await noteOn(IDENTITY).fill('Written after the cut');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(arrived, 'requests that the service had').toBeGreaterThan(1);
    expect(await reviewsOf(callId)).toHaveLength(1);
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await reviewsOf(callId)).length).toBe(2);
    expect((await reviewsOf(callId))[0]?.findings[0]?.note).toBe('Written after the cut');
  });

  it('waits after 429, and says which of the two was saved where the other is refused', async () => {
    const { callId } = await storedCall();
    await answer(IDENTITY, 'No');
    await button(/^Correct/).click();
    await page.getByLabel('Swap agent and customer in the whole call').check();
    await page.getByText(/Compliance 60 → /).waitFor();
    await onSave(async (route) => {
      await page.unroute('**/reviews');
      await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Rate limit exceeded.' } });
    });
    const refused = { status: 400, json: { detail: 'A correction of this transcript is in progress' } };
    await page.route('**/corrections', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refused) : route.fallback(),
    );
    await button(/^Save 2 changes/).click();
    await page.getByText('The service asks to wait').waitFor();
    await page.getByText('The correction was not saved. The review is saved.').waitFor();
    await page.getByText(refused.json.detail).waitFor();
    await page.unroute('**/corrections');
    await button(/^Save 1 change/).click();
    await page.getByText('Corrected: version 2').waitFor();
    expect(await reviewsOf(callId)).toHaveLength(1);
    expect((await at.client.analyses.corrections(callId)).items).toMatchObject([{ swap_roles: true }]);
  });

  it('goes on by itself where the service is restarted in the middle of an edit', async () => {
    const { callId } = await storedCall();
    await answer(IDENTITY, 'No');
    const startAgain = await opened.service.takeDown();
    await noteOn(IDENTITY).fill('While it was away');
    await page.keyboard.press('Control+s');
    await page.getByText('The service cannot be reached').waitFor();
    expect(await noteOn(IDENTITY).inputValue()).toBe('While it was away');
    await startAgain();
    await page.getByText('Saved.').waitFor();
    expect(await reviewsOf(callId)).toEqual([
      expect.objectContaining({ findings: [expect.objectContaining({ note: 'While it was away' })] }),
    ]);
  });

  it('says who changed what meanwhile, keeps the draft, and goes upon the version of others', async () => {
    const { callId } = await storedCall();
    await answer(IDENTITY, 'No');
    await button(/^Correct/).click();
    await page.getByLabel('Who speaks at 0:08').selectOption('agent');
    const findings = [{ finding: 'compliance.identity_verification', answer: 'yes' }] as const;
    await at.client.reviews.create(callId, { reviewer_id: 'ben', findings });
    const segments = [{ id: 4, text: 'I have sent the refund today.' }];
    const { id } = await at.client.analyses.createCorrection(callId, {
      reviewer_id: 'anna',
      base_version: 1,
      segments,
    });
    await expect.poll(async () => (await at.client.analyses.correction(callId, id)).status).toBe('completed');
    await button(/^Save 2 changes/).click();
    await page.getByText(/^anna corrected the transcript, .*: version 2, 1 turn put right$/).waitFor();
    await page.getByText(/^ben decided, .*: Verified who was calling: Yes$/).waitFor();
    await opened.expectWhole('a conflict');
    expect(await reviewsOf(callId), 'nothing was saved').toHaveLength(1);
    await button('Read anew, keep my changes').click();
    await page.locator('.turn', { hasText: 'the refund today' }).waitFor();
    await button(/^Save 2 changes/).click();
    await page.getByText('Corrected: version 3').waitFor();
    expect((await reviewsOf(callId))[0]?.findings).toMatchObject([{ answer: 'no' }]);
  });

  it('executes nothing of what a reviewer writes', async () => {
    const { callId } = await storedCall();
    await answer(IDENTITY, 'No');
    for (const text of HOSTILE) await noteOn(IDENTITY).fill(text);
    await noteOn(IDENTITY).fill(HOSTILE.join(' '));
    await button(/^Correct/).click();
    await button('Edit the turn at 0:08').click();
    for (const text of HOSTILE) await page.getByLabel('What is said at 0:08').fill(text);
    await page.keyboard.press('Enter');
    await button(/^change$/).click();
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE[0] ?? '');
    await button('Use this name').click();
    await page.keyboard.press('Control+s');
    await page.getByText('Corrected: version 2').waitFor();
    expect((await reviewsOf(callId))[0]?.reviewer_id, 'the name that was chosen').toBe(HOSTILE[0]);
    await page.reload();
    await page.getByText(HOSTILE.join(' ')).waitFor();
    await page.getByLabel('Version of the transcript').waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('is offered by a link as far as the link allows', async () => {
    const { callId } = await storeReviewableCall(opened.service.db, accountId);
    const visitor = await opened.context.newPage();
    const open = async (may: readonly ('read' | 'review' | 'correct')[]) => {
      const { url } = await at.client.analyses.createReviewLink(callId, { reviewer_id: 'outside-7', may });
      await visitor.goto('about:blank');
      await visitor.goto(url);
      await visitor.getByRole('tab', { name: 'Card' }).waitFor();
    };
    const offered = async () => [
      await visitor.getByRole('group', { name: `Your answer: ${IDENTITY}` }).count(),
      await visitor.getByRole('button', { name: /^Correct/ }).count(),
    ];
    await open(['read']);
    expect(await offered()).toEqual([0, 0]);
    await open(['read', 'correct']);
    expect(await offered()).toEqual([0, 1]);
    await open(['read', 'review']);
    expect(await offered()).toEqual([1, 0]);
    await visitor.getByRole('tab', { name: 'Card' }).click();
    const question = visitor.getByRole('group', { name: 'Your answer: What of offer?' });
    await question.getByRole('button', { name: 'yes' }).click();
    await visitor.getByText('as outside-7').waitFor();
    await visitor.keyboard.press('Control+s');
    await visitor.getByText('Saved.').waitFor();
    expect((await reviewsOf(callId))[0]).toMatchObject({ reviewer_id: 'outside-7', via: 'review_link' });
    await visitor.close();
  });
});
