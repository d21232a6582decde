// The gate before a publication in the console: set, waited for, refusing, and passed by with a warning.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScorecardsCreateRevisionParams } from '../../clients/typescript/src/index.js';
import type { Page } from '../../tools/playwright.mjs';
import { asked, storeCard } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { caseIn, storeRatedCalls } from '../support/builders/rated-calls.js';
import { completeWith, type StubRequest } from '../support/stubs/openai-stub.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const RATED = 60;
const PERSON = (number: number) => (number % 2 === 0 ? 'yes' : 'no');
/** Three of ten answers are other ones than people gave. */
const FLIPPED = (number: number) => (number % 10 < 3 ? PERSON(number + 1) : PERSON(number));

describe.runIf(CHROMIUM !== null)('the gate before a publication', () => {
  let opened: OpenedConsole;
  let account: Entered;
  let page: Page;
  let cardId: string;

  beforeAll(async () => {
    opened = await openConsole({}, { chat: flipped });
    page = opened.page;
    page.setDefaultTimeout(10_000);
    account = await enter(opened);
    const { db } = opened.service;
    const accountId = await accountIdOf(db, account.email);
    cardId = await storeCard(db, accountId, [asked('q0')]);
    const rated = Array.from({ length: RATED }, (_, at) => ({ machine: PERSON(at), person: PERSON(at) }));
    await storeRatedCalls(db, { accountId, cardId }, rated);
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const dialog = () => page.getByRole('dialog');
  const draft = async (coverage: number) => {
    const { language, pass_mark, sections } = await account.client.scorecards.getRevision(cardId, 1);
    const form = { language, pass_mark, min_coverage: coverage, sections };
    const { revision } = await account.client.scorecards.createRevision(cardId, form);
    await opened.visit(`/forms/${cardId}?revision=${revision}`);
  };
  const publish = async (revision: number) => {
    await button('Publish').click();
    await dialog()
      .getByRole('button', { name: `Publish revision ${revision}`, exact: true })
      .click();
  };

  it('is set in words that name what it refuses', async () => {
    await opened.visit(`/forms/${cardId}?tab=calls`);
    const gate = page.getByRole('group', { name: 'Check against reviewers before publishing' });
    expect(await gate.getByRole('radio', { name: /^No check/ }).isChecked(), 'no check').toBe(true);
    await gate.getByRole('radio', { name: /^Refuse a revision that agrees less with reviewers/ }).check();
    await gate.getByText('Each of these calls counts as an evaluation.').waitFor();
    await opened.expectWholeInAll('the settings of a gate');
    await button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await account.client.scorecards.get(cardId)).toMatchObject({ gate: 'not_worse', default: false });
  });

  it('says how far it is and goes on by itself, and refuses in the words of the service with what to do', async () => {
    await draft(0.4);
    let cut = 0;
    await page.route('**/publish', async (route) => {
      cut += 1;
      const detail = '23 of 60 rated calls are judged by the revision. Publish it again to go on.';
      if (cut === 1) await route.fulfill({ status: 503, json: { detail }, headers: { 'Retry-After': '5' } });
      else await route.continue();
    });
    await button('Publish').click();
    await dialog().getByText('First, the calls that people rated with revision 1 are scored.').waitFor();
    await dialog().getByRole('checkbox', { name: 'Score new calls with it from now on' }).check();
    await dialog().getByRole('button', { name: 'Publish revision 2', exact: true }).click();
    await dialog().getByText('23 of 60 rated calls scored').waitFor();
    await opened.expectWhole('a gate that is scoring');
    await dialog()
      .getByRole('alert')
      .getByText(/^Revision 2 agrees less with your reviewers on q0: AC1 0\.[34]\d, was 1\.00, on 60 calls\./)
      // The pause of five seconds, and then sixty calls that are scored.
      .waitFor({ timeout: 60_000 });
    const next = dialog().getByRole('region', { name: 'What to do next' });
    expect(await next.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href')))).toEqual([
      `/app/forms/${cardId}?tab=try&revision=2`,
      `/app/forms/calibrations?card=${cardId}`,
      `/app/forms/${cardId}?revision=2`,
    ]);
    expect(await account.client.scorecards.get(cardId)).toMatchObject({ revision: 1, default: false });
    expect(await button(/^Publish revision 2/).count(), 'ways to publish before the warning').toBe(0);
    await opened.expectWholeInAll('a refused publication');
  });

  it('is passed by after a warning, by keyboard, and the list of revisions says by whom', async () => {
    await button('Publish all the same').press('Enter');
    await dialog().getByText('The list of revisions shows that you published it in spite of the check.').waitFor();
    await dialog().locator('button.danger:focus').waitFor();
    await opened.expectWholeInAll('the warning before a forced publication');
    await page.keyboard.press('Enter');
    await page.getByText('It was not compared with your reviewers.').waitFor();
    expect(await account.client.scorecards.get(cardId)).toMatchObject({ revision: 2, default: true });
    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByText(`Published in spite of the check by ${account.email}, `).waitFor();
    await opened.expectWholeInAll('a forced revision');
  });

  it('says where too few calls were rated, and leads to a session', async () => {
    await draft(0.3);
    await publish(3);
    await page.getByText('There were too few rated calls for the check').waitFor();
    await opened.expectWholeInAll('a publication without a comparison');
    const session = page.getByRole('link', { name: 'New session' });
    expect(await session.getAttribute('href')).toBe(`/app/forms/calibrations?new=${cardId}`);
    expect(await opened.hits()).toEqual([]);
  });

  it('is not needed to find what makes a form worse, which stands beside the questions with what to change', async () => {
    const { id } = await account.client.scorecards.create({ name: 'Welcome' });
    await account.client.scorecards.createRevision(id, { sections: [DOUBTFUL] });
    await opened.visit(`/forms/${id}`);
    await button('Check scorecard').click();
    await page.getByText('6 things to improve, shown at their questions.').waitFor();
    const findings = (at: number) =>
      page.locator('.form-question').nth(at).locator('.form-findings li').allInnerTexts();
    expect(await findings(0)).toEqual([
      expect.stringContaining('two things at once'),
      expect.stringContaining('Describe each answer in the instructions'),
    ]);
    expect(await findings(1)).toEqual([
      expect.stringContaining('The answer “No” fails the call'),
      expect.stringContaining('“call is recorded” was said in each'),
      expect.stringContaining('“flying carpet” was said in none'),
    ]);
    expect(await findings(2)).toEqual([expect.stringContaining('The question has a condition')]);
    await opened.expectWholeInAll('what a check found');
    await button(/^Edit: 1\.1/).click();
    await page.getByLabel('Instructions', { exact: true }).fill('Hello, good morning: yes.');
    await page.getByText('5 things to improve').waitFor();
  });

  it('is told how often the AI gives the same answer again, by keyboard', async () => {
    await page.getByText('Does the AI give the same answer again?').press('Enter');
    await page.getByText('6 calls selected.').waitFor();
    await page.getByText('Counts as 12 of this month’s evaluations.').waitFor();
    await opened.expectWholeInAll('the calls of a check');
    await button('Check with these calls').press('Enter');
    await page.getByText('Asked again, the AI gave the same answer 0 of 6 times. Describe each answer').waitFor();
    await page.getByText('Asked again, the AI gave the same answer 6 of 6 times.').waitFor();
    await page.getByText('5 things to improve').waitFor();
    await opened.expectWhole('the stability of answers');
  });
});

const ANSWERS = [
  { key: 'yes', label: 'Yes', points: 1 },
  { key: 'no', label: 'No', points: 0 },
];
const DOUBTFUL: ScorecardsCreateRevisionParams['sections'][number] = {
  key: 'only',
  title: 'Only',
  weight: 1,
  questions: [
    {
      key: 'greeted',
      weight: 1,
      text: 'Did the agent greet and give a name?',
      answers: ANSWERS,
      judge: { kind: 'model' },
    },
    {
      key: 'recorded',
      weight: 1,
      text: 'Was the notice given?',
      answers: ANSWERS.map((answer) => ({ ...answer, auto_fail: answer.key === 'no' })),
      judge: { kind: 'phrases', any: ['call is recorded', 'flying carpet'], answer: 'yes', otherwise: 'no' },
    },
    {
      key: 'refunded',
      weight: 1,
      text: 'Was a refund offered if the customer asked for one?',
      guidance: 'Any offer of money counts.',
      answers: ANSWERS,
      judge: { kind: 'model' },
    },
  ],
};

const timesAsked = new Map<number, number>();

/** The model answers with every third answer wrong, and each time otherwise whether the agent greeted. */
function flipped(request: StubRequest) {
  const number = caseIn(request);
  if (Number.isNaN(number)) return undefined;
  if (JSON.stringify(request.json).includes('greeted')) {
    const times = timesAsked.get(number) ?? 0;
    timesAsked.set(number, times + 1);
    const said = { confidence: 0.9, rationale: 'So.', quotes: [] };
    const greeted = { ...said, question: 'greeted', answer: times % 2 === 0 ? 'yes' : 'no' };
    return completeWith({ answers: [greeted, { ...said, question: 'refunded', answer: 'no' }] });
  }
  const quotes = [{ segment_id: 0, quote: 'This call is recorded.' }];
  const answer = { question: 'q0', answer: FLIPPED(number), confidence: 0.9, rationale: 'So.' };
  return completeWith({ answers: [{ ...answer, quotes }] });
}
