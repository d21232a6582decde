// The forms of a team in the console: written, tried, published, and stored calls judged by them, in a real browser. [smoke]
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { completeWith, type StubAnswer, type StubRequest } from '../support/stubs/openai-stub.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const CALLS = 3;
/** The key of the question that the language model answers. */
const UNDERSTANDING = 'did_the_agent_show_understanding';

describe.runIf(CHROMIUM !== null)('the forms of the console', () => {
  let opened: OpenedConsole;
  let entered: Entered;
  let page: Page;

  beforeAll(async () => {
    opened = await openConsole({}, { chat: showsUnderstanding });
    page = opened.page;
    page.setDefaultTimeout(10_000);
    entered = await enter(opened);
    const { rows } = await opened.service.db.query('SELECT id FROM account WHERE email = $1', [entered.email]);
    for (let call = 0; call < CALLS; call++) await storeCall(opened.service.db, rows[0].id);
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const editor = () => page.locator('.form-question.is-open');
  const inEditor = (name: string) => editor().getByLabel(name, { exact: true });
  const isDraft = (revision: number) => page.locator('.form-head').getByText(`draft of revision ${revision}`).waitFor();
  const saved = () => page.getByText('Saved', { exact: true }).waitFor();

  async function addQuestion(section: string, text: string): Promise<void> {
    await button(new RegExp(`^Add question.*${section}`)).click();
    await inEditor('Question').fill(text);
  }

  it('teaches the next step where there is no form, and starts from a sample', async () => {
    await page.getByRole('link', { name: 'Scorecards' }).click();
    await page.getByRole('heading', { name: 'No scorecards yet' }).waitFor();
    await opened.expectWhole('no scorecard');
    await button(/^Use this template.*Service line/).click();
    await page.getByRole('dialog', { name: 'New scorecard' }).waitFor();
    await button('Create').click();
    await isDraft(1);
    const [card] = (await entered.client.scorecards.list()).items;
    const kept = await entered.client.scorecards.getRevision(card?.id ?? '', 1);
    const sample = JSON.parse(readFileSync('samples/scorecards/service-line.json', 'utf8'));
    expect(kept.sections.map(({ questions }) => questions.length)).toEqual(
      sample.revision.sections.map(({ questions }: { questions: unknown[] }) => questions.length),
    );
    expect(card).toMatchObject({ name: 'Service line', metadata: { team: 'service' }, default: false });
  });

  it('takes a paper form line by line, with each kind of answerer', async () => {
    await opened.visit('/forms');
    await button('New scorecard').click();
    await button('Start blank').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Retention line');
    await page.keyboard.press('Enter');
    await page.getByText('draft, not saved yet').waitFor();
    expect(await page.getByText('Your unsaved changes have been restored').count(), 'in a form of this second').toBe(0);
    await field('Section title').fill('Opening');
    await inEditor('Question').fill('Did the agent say that the call is recorded?');
    await inEditor('Phrases').check();
    await inEditor('Any of these phrases, one per line').fill('(call|line recorded');
    await inEditor('Speaker').selectOption('agent');
    await inEditor('Part of the call').selectOption('start');
    await inEditor('Seconds').fill('60');
    await inEditor('Quote required').first().check();
    await inEditor('Automatic fail').nth(1).check();
    await addQuestion('Opening', 'Did the agent greet?');
    await inEditor('Call finding').check();
    await addQuestion('Opening', 'How long was nothing said?');
    await inEditor('Call metric').check();
    await button('Add section').click();
    await field('Section title').nth(1).fill('Handling');
    await inEditor('Question').fill('Was the advice right?');
    await addQuestion('Handling', 'Did the agent show understanding?');
    await inEditor('Language model').check();
    await inEditor('Ask').selectOption({ label: 'only after certain answers to 1.2 Did the agent greet?' });
    await inEditor('Quote required').first().check();
    await inEditor('Weight').fill('2,5');
  });

  it('says at its field what the service says of it, and leads there', async () => {
    await inEditor('Weight').fill('much');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: '2 problems to fix' }).waitFor();
    expect(page.url(), 'nothing was made').not.toContain('revision=');
    await opened.expectWhole('faults');
    await button(/^2\.2 .*Weight/).click();
    await inEditor('Weight').and(page.locator(':focus')).waitFor();
    await inEditor('Weight').fill('2,5');
    await page.getByRole('heading', { name: '1 problem to fix' }).waitFor();
    // Its question is closed, and opens.
    await button(/^1\.1 Did the agent say/).click();
    const phrases = inEditor('Any of these phrases, one per line');
    await phrases.and(page.locator(':focus')).waitFor();
    expect(await phrases.getAttribute('aria-invalid')).toBe('true');
    await editor().getByText('has a bracket too many or too few').waitFor();
    await phrases.fill('call|line ~3 recorded');
    await page.keyboard.press('Control+s');
    await saved();
    await isDraft(1);
    const revision = await newestRevision();
    expect(revision.sections.map(({ key }) => key)).toEqual(['opening', 'handling']);
    const [recorded, greeted, silence] = revision.sections[0]?.questions ?? [];
    expect(recorded).toMatchObject({
      key: 'did_the_agent_say_that_the_call_is',
      speaker: 'agent',
      within: { from: 'start', seconds: 60 },
      judge: { kind: 'phrases', any: ['call|line ~3 recorded'], answer: 'yes', otherwise: 'no' },
      answers: [
        { key: 'yes', needs_quote: true },
        { key: 'no', auto_fail: true },
      ],
    });
    expect([greeted, silence]).toMatchObject([{ judge: { kind: 'finding' } }, { judge: { kind: 'metric' } }]);
    expect(revision.sections[1]?.questions).toMatchObject([
      { judge: { kind: 'human' } },
      { judge: { kind: 'model' }, weight: 2.5, applies_if: { question: greeted?.key, in: ['yes'] } },
    ]);
  });

  it('moves, duplicates and deletes, and brings back what was deleted', async () => {
    const texts = () => page.locator('.form-text').allInnerTexts();
    const before = await texts();
    await button(/^Move down: 1\.1/).click();
    expect((await texts())[1]).toBe(before[0]);
    await button(/^Edit: 1\.2/).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(texts).toEqual(before);
    await button(/^Duplicate: 1\.2/).click();
    await expect.poll(async () => (await texts()).length).toBe(before.length + 1);
    await button(/^Delete: 1\.3/).click();
    await button(/^Delete: 1\.1/).click();
    await page.getByText('Deleted: Did the agent say that').waitFor();
    await button(/^Edit: 1\.1/).click();
    await inEditor('Instructions').fill('typed meanwhile');
    await button('Undo').click();
    await expect.poll(texts).toEqual(before);
    await page.getByText('typed meanwhile').first().waitFor();
    await page.keyboard.press('Control+s');
    await saved();
  });

  it('tries the draft on stored calls, publishes it, and judges stored calls by it', async () => {
    await page.getByRole('link', { name: 'Test' }).click();
    await page.getByText(`${CALLS} calls selected.`).waitFor();
    await button(/^Test$/).click();
    const row = (text: string | RegExp) => page.locator('.form-tried tr').filter({ hasText: text });
    await row('Did the agent say that')
      .getByText('call is recorded')
      .nth(CALLS - 1)
      .waitFor();
    await row('Did the agent show understanding?').getByText('I understand how annoying').first().waitFor();
    await row('Was the advice right?').getByText('needs a reviewer’s answer').first().waitFor();
    await button('Publish').click();
    const dialog = page.getByRole('dialog', { name: 'Publish revision 1?' });
    const newCalls = dialog.getByRole('checkbox', { name: 'Score new calls with it from now on' });
    expect(await newCalls.isChecked(), 'new calls are scored').toBe(true);
    await newCalls.uncheck();
    await dialog.getByText('only calls that request this scorecard').waitFor();
    await newCalls.check();
    await dialog.getByRole('checkbox', { name: 'Re-score past calls' }).check();
    await opened.expectWhole('the question before a publication');
    await dialog.getByRole('button', { name: 'Publish revision 1' }).click();
    await page.getByText('Revision 1 is published. New calls are scored with it').waitFor();
    expect((await entered.client.scorecards.list()).items.map(({ default: isDefault }) => isDefault)).toContain(true);
    await opened.expectWhole('a published form');
    await field('Agent').fill('agent-7');
    await button('Estimate cost').click();
    await page.getByText(`${CALLS} calls will be scored.`).waitFor();
    expect((await entered.client.rescores.list()).items, 'jobs before the start').toEqual([]);
    await opened.expectWhole('an estimate');
    await button(`Re-score ${CALLS} calls`).click();
    await page.getByText(`${CALLS} of ${CALLS} scored`).waitFor();
    await page.getByText(`${CALLS} calls scored`, { exact: true }).waitFor();
    await button('Estimate cost').click();
    await page.getByText('0 calls will be scored.').waitFor();
    await page.getByText(`${CALLS} more are already scored with this revision.`).waitFor();
    expect((await entered.client.rescores.list()).items, 'jobs').toHaveLength(1);
  });

  it('tells in words how a draft differs, from the published revision and in its answers', async () => {
    await page.getByRole('link', { name: 'Scorecard', exact: true }).click();
    await button('Edit in a new draft').click();
    await isDraft(2);
    await button(/^Edit: 1\.2/).click();
    await inEditor('Reviewer').check();
    await page.getByRole('link', { name: 'Test' }).click();
    await page.getByText(`Counts as ${CALLS * 2} of this month’s evaluations`).waitFor();
    await button('Save and test').click();
    await page
      .getByText('differs: revision 1 answers Yes')
      .nth(CALLS - 1)
      .waitFor();
    await page.getByText('same as revision 1').first().waitFor();
    await field('Differences only').check();
    expect(await page.locator('.form-tried tbody tr').count(), 'questions that differ').toBeLessThan(5);
    await opened.expectWhole('a try');
    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByText('Question “Did the agent greet?”: Answered by').waitFor();
    await opened.expectWhole('the revisions');
  });

  it('writes nothing into the console of the browser but what was refused', () => {
    expect(opened.lines.filter((line) => !line.includes('status of 422'))).toEqual([]);
  });

  /** Of the form that was made last. */
  async function newestRevision() {
    const [card] = (await entered.client.scorecards.list()).items;
    const [revision] = (await entered.client.scorecards.listRevisions(card?.id ?? '')).items;
    if (!revision) throw new Error('There is no revision');
    return revision;
  }
});

/** The language model finds understanding, with the words that prove it. */
function showsUnderstanding(request: StubRequest): StubAnswer | undefined {
  if (!JSON.stringify(request.json).includes(UNDERSTANDING)) return undefined;
  const quotes = [{ segment_id: 2, quote: 'I understand how annoying that is.' }];
  const answer = { question: UNDERSTANDING, quotes, answer: 'yes', confidence: 0.9, rationale: 'The agent says so.' };
  return completeWith({ answers: [answer] });
}
