// What is typed into a form is not lost, not executed, and needs no mouse, in a real browser.
// cspell:ignore Beantwortet Entwurf

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from '../../tools/playwright.mjs';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const HOSTILE = [
  '<img src=x onerror="hit()">',
  '<script>hit()</script>',
  '"><svg onload=hit()>',
  "javascript:hit()//'",
  '$' + '{hit()}{{hit()}}',
  '</title></textarea><iframe srcdoc="<script>parent.hit()</script>">',
  '\u202eevil<b>',
];
const CALLS = 2;

describe.runIf(CHROMIUM !== null)('what is typed into a form', () => {
  let opened: OpenedConsole;
  let entered: Entered;
  let page: Page;

  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
    page.setDefaultTimeout(10_000);
    entered = await enter(opened);
    const { rows } = await opened.service.db.query('SELECT id FROM account WHERE email = $1', [entered.email]);
    for (let call = 0; call < CALLS; call++) await storeCall(opened.service.db, rows[0].id);
    const { id } = await entered.client.scorecards.create({ name: 'Retention line' });
    await entered.client.scorecards.createRevision(id, { sections: [sectionOf('Was it said?')] });
    await opened.visit(`/forms/${id}`);
  });
  afterAll(() => opened?.close());

  const button = (name: string | RegExp) => opened.button(name);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const editor = () => page.locator('.form-question.is-open');
  const inEditor = (name: string) => editor().getByLabel(name, { exact: true });
  const isDraft = (revision: number) => page.locator('.form-head').getByText(`draft of revision ${revision}`).waitFor();
  const saved = () => page.getByText('Saved', { exact: true }).waitFor();

  it('keeps what was typed through a reload and an ended session, and asks where another was faster', async () => {
    await button(/^Edit: 1\.1/).click();
    await inEditor('Instructions').fill('Right: as the handbook says.');
    await page.reload();
    await page.getByText('Your unsaved changes have been restored').waitFor();
    await page.getByText('Right: as the handbook says.').waitFor();

    const api = `${opened.service.baseUrl}/**`;
    await page.route(api, (route) => route.fulfill({ status: 401, json: { detail: 'The token has expired' } }));
    await page.keyboard.press('Control+s');
    const ended = page.getByRole('dialog', { name: 'Your session has expired' });
    await ended.waitFor();
    await page.unroute(api);
    await ended.getByRole('textbox', { name: 'Password' }).fill(entered.password);
    await page.keyboard.press('Enter');
    await saved();
    expect(JSON.stringify((await newestRevision()).sections)).toContain('as the handbook says');

    const theirs = await newestRevision();
    await entered.client.scorecards.updateRevision(theirs.scorecard_id, 1, { ...theirs, pass_mark: 55 });
    await page.getByText('Scoring').click();
    await field('Pass mark').fill('66');
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('dialog', { name: 'This draft could not be saved' });
    await conflict.waitFor();
    await opened.expectWhole('a conflict');
    await conflict.getByRole('button', { name: 'Save my version as a new draft' }).click();
    await isDraft(2);
    const marks = [1, 2].map((n) => entered.client.scorecards.getRevision(theirs.scorecard_id, n));
    expect((await Promise.all(marks)).map(({ pass_mark }) => pass_mark)).toEqual([55, 66]);

    await entered.client.scorecards.deleteRevision(theirs.scorecard_id, 2);
    await page.getByText('Scoring').click();
    await field('Pass mark').fill('77');
    await page.keyboard.press('Control+s');
    await page.getByText('It was deleted in the meantime').waitFor();
    await button('Save my version as a new draft').click();
    await isDraft(3);
    expect((await newestRevision()).pass_mark).toBe(77);

    await page.getByText('Scoring').click();
    await field('Pass mark').fill('88');
    await entered.client.scorecards.publishRevision(theirs.scorecard_id, 3);
    await page.reload();
    await page.getByText('Changes you made before publishing are kept').waitFor();
    await button('Save my version as a new draft').click();
    await isDraft(4);
    expect((await newestRevision()).pass_mark).toBe(88);
  });

  it('gives a form as a file, and takes it again as the same', async () => {
    const download = page.waitForEvent('download');
    await button('Download JSON').click();
    const path = await (await download).path();
    const before = await newestRevision();
    await opened.visit('/forms');
    await button('New scorecard').click();
    await button('Open or paste JSON').click();
    await field('Or paste it').fill('{"sections": 5}');
    await button('Create').click();
    await page.getByText('This is not a scorecard: sections is missing').waitFor();
    await field('File').setInputFiles(path);
    await expect.poll(() => page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Retention line');
    await button('Create').click();
    await isDraft(1);
    expect((await newestRevision()).content_hash).toBe(before.content_hash);
  });

  it('is whole by keyboard alone: written, saved, tried and published', async () => {
    await opened.visit('/forms');
    await button('New scorecard').waitFor();
    await tabTo(button('New scorecard'));
    await page.keyboard.press('Enter');
    await tabTo(button('Start blank'));
    await page.keyboard.press('Enter');
    // The close button comes first in the dialog.
    await tabTo(page.getByRole('dialog').getByLabel('Name'));
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('draft, not saved yet').waitFor();
    await tabTo(field('Section title'));
    await page.keyboard.type('All');
    await tabTo(inEditor('Question'));
    await page.keyboard.type('Was it said?');
    await tabTo(inEditor('Reviewer'));
    await page.keyboard.press('ArrowDown');
    await tabTo(inEditor('Any of these phrases, one per line'));
    await page.keyboard.type('call is recorded');
    await tabTo(page.getByRole('link', { name: 'Test' }));
    await page.keyboard.press('Enter');
    await page.getByText(`${CALLS} calls selected.`).waitFor();
    await tabTo(button('Save and test'));
    await page.keyboard.press('Enter');
    await page.locator('.form-tried').getByText('Yes').first().waitFor();
    await tabTo(button('Publish'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Publish revision 1?' }).waitFor();
    await tabTo(button('Publish revision 1'));
    await page.keyboard.press('Enter');
    await page.getByText('Revision 1 is published').waitFor();
  });

  it('executes nothing of what people type', async () => {
    const names = HOSTILE.join(' ').slice(0, 200);
    await opened.visit('/forms');
    await button('New scorecard').click();
    await button('Start blank').click();
    await page.getByRole('dialog').getByLabel('Name').fill(names);
    await button('Create').click();
    await page.getByText('draft, not saved yet').waitFor();
    for (const kind of ['Call finding', 'Call metric', 'Phrases']) {
      await inEditor(kind).check();
      if (kind === 'Call finding') await inEditor('Finding').selectOption('');
      await fillAll(page);
    }
    await page.keyboard.press('Control+s');
    await page.getByText(/problems? to fix/).waitFor();
    expect(await opened.hits(), 'executed, or refused by the policy').toEqual([]);
    const { client } = entered;
    const card = (await client.scorecards.list()).items[0]?.id ?? '';
    await client.scorecards.createRevision(card, { sections: [sectionOf(HOSTILE.join(' '))] });
    await client.scorecards.publishRevision(card, 1);
    for (const tab of ['form', 'try', 'revisions', 'rescore', 'calls']) {
      await opened.visit(`/forms/${card}?tab=${tab}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.form-question, fieldset, .form-revision, .form-filters').first().waitFor();
      await fillAll(page);
      if (tab === 'try') {
        await opened.visit(`/forms/${card}?tab=try`);
        await page.getByText('calls selected').waitFor();
        await button(/^Test$/).click();
        await page.locator('.form-tried tbody tr').first().waitFor();
      }
      expect(await opened.hits(), tab).toEqual([]);
    }
    await opened.visit('/forms');
    await page.locator('.forms-table tbody tr').first().waitFor();
    await opened.expectWhole('the list of forms');
    await button(/^Archive: <img/).click();
    await button('Archive scorecard').click();
    await expect.poll(() => page.locator('.forms-table tbody tr').count()).toBe(3);
    expect(await opened.hits(), 'in the list').toEqual([]);
  });

  it('speaks German', async () => {
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await page.getByRole('link', { name: 'Retention line' }).first().click();
    await page.getByText('Entwurf von Version 1').waitFor();
    await page.locator('.form-acts > button').first().click();
    await page.getByText('Beantwortet von').waitFor();
    await opened.expectWhole('a form in German');
    const unexpected = opened.lines.filter((line) => !/status of (401|404|422)/.test(line));
    expect(unexpected, 'lines of the console').toEqual([]);
  });

  /** Of the form that was made last. */
  async function newestRevision() {
    const [card] = (await entered.client.scorecards.list()).items;
    const [revision] = (await entered.client.scorecards.listRevisions(card?.id ?? '')).items;
    if (!revision) throw new Error('There is no revision');
    return revision;
  }

  /** Presses Tab until the focus is there, as a person does who uses no mouse. */
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < 120; presses++) {
      if ((await target.and(page.locator(':focus')).count()) === 1) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target.toString()}`);
  }
});

/** Types each text into each text field that is seen. */
async function fillAll(page: Page): Promise<void> {
  for (const text of HOSTILE)
    await page.evaluate(`for (const field of document.querySelectorAll(
      'main input[type=text], main input[type=search], main textarea')) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(text)});
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
}

/** A section of one question, with this text wherever one stands. */
function sectionOf(text: string) {
  return {
    key: 'only',
    title: text,
    weight: 1,
    questions: [
      {
        key: 'said',
        text,
        guidance: text,
        weight: 1,
        answers: [
          { key: 'yes', label: text, points: 1, needs_quote: true },
          { key: 'no', label: text, points: 0, auto_fail: true },
        ],
        judge: { kind: 'phrases' as const, any: ['call is recorded'], answer: 'yes', otherwise: 'no' },
      },
    ],
  };
}
