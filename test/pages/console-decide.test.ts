// Overruling, correcting and saving a call in the console, in a real browser against the whole service. [smoke]

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { storeReviewableCall } from '../support/builders/reviewable-call.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { CHROMIUM } from './chromium.js';
import { GREETING, IDENTITY, type OpenedDeciding, openDeciding } from './opened-deciding.js';

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

const HOSTILE = [
  '<img src=x onerror="hit()">',
  '"><svg onload=hit()>',
  "javascript:hit()//'",
  '{{constructor("hit()")()}}',
];
/** More presses of Tab lead through everything there is on the page. */
const MAX_TABS = 80;

describe.runIf(CHROMIUM !== null)('a call in the console', () => {
  let on: OpenedDeciding;
  let page: Page;

  beforeAll(async () => {
    on = await openDeciding();
    page = on.page;
  });
  afterAll(() => on?.opened.close());

  async function heardCall(): Promise<string> {
    const card = await on.at.client.scorecards.create({ name: 'Service line' });
    const { revision } = await on.at.client.scorecards.createRevision(card.id, FORM as never);
    await on.at.client.scorecards.publishRevision(card.id, revision);
    const { id } = await on.at.client.analyses.create({
      agent_id: 'agent-7',
      contact_id: 'cust-42',
      file: recordedCall(),
      scorecards: [card.id],
    } as never);
    await on.at.client.analyses.waitForCompletion(id);
    return id;
  }

  it('is listened to, overruled, corrected and saved by mouse', async () => {
    const id = await heardCall();
    await on.show(id);
    const answers = await on.answersTo(IDENTITY).getByRole('button').all();
    const tops = await Promise.all(answers.map(async (answer) => (await answer.boundingBox())?.y));
    expect(new Set(tops).size, 'rows of answers').toBe(1);
    await on.opened.button(/confirm your date of birth/).click();
    await expect.poll(() => page.locator('.turn[aria-current=true]').innerText()).toContain('date of birth');
    await on.answer(IDENTITY, 'No');
    const drafted = page.locator('[data-item="finding:compliance.identity_verification"] .verdict');
    expect(await drafted.locator('s').innerText(), 'what stands until it is saved').toBe('Yes');
    await on.answer(GREETING, 'Yes');
    const agreed = page.locator('[data-item="finding:quality.greeting"] .verdict');
    expect(await agreed.innerText(), 'what is agreed with').toBe('Yes · confirmed');
    expect(await agreed.locator('s').count(), 'struck answers').toBe(0);
    await on.answer(GREETING, 'Yes');
    await on.noteOn(IDENTITY).fill('Anyone could say that.');
    await on.opened.button('Quote from the transcript').click();
    await page.evaluate(`{
      const text = [...document.querySelectorAll('.turn-text')].find((one) => one.textContent.includes('date of birth')).firstChild;
      const range = document.createRange();
      range.setStart(text, text.data.indexOf('your date'));
      range.setEnd(text, text.data.indexOf('?'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }`);
    await on.opened.button('Quote the turn at 0:07').click();
    await page.locator('.picked', { hasText: 'your date of birth' }).waitFor();
    await on.opened.button('Done').click();
    await page.getByRole('tab', { name: 'Service line' }).click();
    await on.answer('Was it settled?', 'Partly');
    await page.getByText(/Service line 100 → 75/).waitFor();
    await on.opened.button(/^Correct transcript/).click();
    await on.opened.button('Edit the turn at 0:04').click();
    await page.getByLabel('Text at 0:04').fill('I have been charged twice for March.');
    await page.keyboard.press('Enter');
    await page.getByText('Compliance 100 → 50').waitFor();
    await page.getByRole('tab', { name: 'Findings' }).click();
    await on.opened.expectWhole('findings with changes');
    await on.opened.button(/^Save 3 changes/).click();
    await page.getByText('Transcript corrected (version 2)').waitFor();
    await page.getByText(/Saved\. Compliance 100 → 50 · Quality 100 · Service line 100 → 75/).waitFor();
    await on.opened.expectWhole('a call that was saved');

    expect(await on.reviewsOf(id)).toEqual([
      expect.objectContaining({
        reviewer_id: on.at.email,
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
    expect((await on.at.client.analyses.corrections(id)).items).toEqual([
      expect.objectContaining({ status: 'completed', transcript_version: 2, edited_segments: 1 }),
    ]);
    const finding = page.locator('[data-item="finding:compliance.identity_verification"]');
    expect(await finding.locator('s').innerText(), 'what the service says').toBe('Yes');
    expect(await finding.innerText()).toContain(on.at.email);
    await page.locator('.turn', { hasText: 'twice for March' }).getByText('corrected').waitFor();
    await page.getByLabel('Transcript version').selectOption('1');
    await page.locator('.turn', { hasText: 'for the same month' }).waitFor();
    await on.opened.button('Show current version').click();
    await page.locator('.turn', { hasText: 'twice for March' }).waitFor();
    // Of a form that was evaluated again the person's answer stands.
    await page.getByRole('tab', { name: 'Service line' }).click();
    await page.locator('[data-item^="answer:"]', { hasText: 'Was it settled?' }).getByText('Partly').first().waitFor();
    expect(on.opened.lines, 'lines of the console').toEqual([]);
  });

  it('is overruled, corrected and saved by keyboard alone, and taken back', async () => {
    const { callId } = await on.storedCall();
    await page.keyboard.press('2');
    await page.getByPlaceholder('Note (optional)').waitFor();
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
    await page.getByText('Transcript corrected (version 2)').waitFor();
    const [review] = await on.reviewsOf(callId);
    expect(review).toMatchObject({
      violations: [{ rule: 'pin_requested', segment_id: 2, upheld: false, note: 'She asked for a date.' }],
      findings: [{ finding: 'compliance.identity_verification', answer: 'not_assessable' }],
    });
    await tabTo('Withdraw', 'finding:compliance.identity_verification');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect((await on.reviewsOf(callId))[0]?.findings).toMatchObject([{ answer: 'withdraw' }]);
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
    const { callId } = await on.storedCall();
    await on.answer(IDENTITY, 'No');
    await on.noteOn(IDENTITY).fill('To be heard again');
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leave.getByRole('button', { name: 'Stay' }).click();
    expect(page.url()).toContain(callId);
    await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
    await leave.getByRole('button', { name: 'Leave and keep draft' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.goBack();
    await on.answersTo(IDENTITY).waitFor();
    expect(await on.noteOn(IDENTITY).inputValue()).toBe('To be heard again');
    on.unloads.length = 0;
    await page.reload();
    await on.answersTo(IDENTITY).waitFor();
    expect(on.unloads, 'asked by the browser').toEqual(['beforeunload']);
    expect(await on.noteOn(IDENTITY).inputValue()).toBe('To be heard again');
    await page.goForward();
    await leave.getByRole('button', { name: 'Leave and discard' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await on.show(callId);
    expect(await on.noteOn(IDENTITY).count()).toBe(0);
  });

  it('executes nothing of what a reviewer writes', async () => {
    await page.evaluate(`localStorage.setItem('console-reviewer:${on.at.email}', 'a name of before')`);
    const { callId } = await on.storedCall();
    await on.answer(IDENTITY, 'No');
    for (const text of HOSTILE) await on.noteOn(IDENTITY).fill(text);
    await on.noteOn(IDENTITY).fill(HOSTILE.join(' '));
    await on.opened.button(/^Correct transcript/).click();
    await on.opened.button('Edit the turn at 0:08').click();
    for (const text of HOSTILE) await page.getByLabel('Text at 0:08').fill(text);
    await page.keyboard.press('Enter');
    await on.opened.button(/^change$/).click();
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE[0] ?? '');
    await on.opened.button('Save name').click();
    await page.keyboard.press('Control+s');
    await page.getByText('Transcript corrected (version 2)').waitFor();
    expect((await on.reviewsOf(callId))[0]?.reviewer_id, 'the name that was chosen').toBe(HOSTILE[0]);
    await page.reload();
    await page.getByText(HOSTILE.join(' ')).waitFor();
    await page.getByLabel('Transcript version').waitFor();
    expect(await on.opened.hits(), 'executed, or refused by the policy').toEqual([]);
  });

  it('is offered by a link as far as the link allows', async () => {
    const { callId } = await storeReviewableCall(on.opened.service.db, on.accountId);
    const visitor = await on.opened.context.newPage();
    const open = async (may: readonly ('read' | 'review' | 'correct')[]) => {
      const { url } = await on.at.client.analyses.createReviewLink(callId, { reviewer_id: 'outside-7', may });
      await visitor.goto('about:blank');
      await visitor.goto(url);
      await visitor.getByRole('tab', { name: 'Card' }).waitFor();
    };
    const offered = async () => [
      await visitor.getByRole('group', { name: `Your answer: ${IDENTITY}` }).count(),
      await visitor.getByRole('button', { name: /^Correct transcript/ }).count(),
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
    expect((await on.reviewsOf(callId))[0]).toMatchObject({ reviewer_id: 'outside-7', via: 'review_link' });
    await visitor.close();
  });
});
