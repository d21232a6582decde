// The two ready forms in samples/scorecards, over the sample calls and a sale that is as it should be.
import { describe, expect, it } from 'vitest';
import { judgeForm } from '../../src/judgement/form/judge-form.js';
import { computeFigures } from '../../src/scorecards/answers/figures.js';
import { questionsOf } from '../../src/scorecards/form/form.js';
import {
  badCall,
  badCallHeard,
  bareScript,
  goodCall,
  goodCallHeard,
  type Script,
} from '../support/builders/rule-calls.js';
import { evaluatedCall, sampleForm } from '../support/builders/sample-forms.js';

/** The texts alone. */
const heard = (call: typeof goodCallHeard): Script => call.map(([speaker, text]) => [speaker, text]);

const fairSale: Script = [
  [
    'agent',
    'Good morning, this is Tom speaking from Northwind. Our conversation is being recorded. How can I help you?',
  ],
  [
    'customer',
    'I would like a cheaper plan, please. We are only two people now and the children have moved out, so we use far less.',
  ],
  ['agent', 'I can offer you a better plan. It costs thirty dollars a month, all charges included.'],
  ['agent', 'The contract runs for twelve months. You have the right to cancel it within fourteen days.'],
  ['customer', 'That sounds good, and it is what my neighbour pays as well. Yes please go ahead.'],
  ['agent', 'Thank you. I have added the new plan to your contract. I cannot promise that prices never change.'],
];

async function judged(name: 'service-line' | 'sales-line', script: Script) {
  const form = sampleForm(name);
  const { answers, ...figures } = computeFigures(
    form,
    judgeForm(form, await evaluatedCall(script), 'no_language_model'),
  );
  const shown = answers.map(({ question, state, answer }) => [question, answer ?? state]);
  return { ...figures, answers: Object.fromEntries(shown), given: answers };
}

describe('the ready forms', () => {
  it.each(['service-line', 'sales-line'] as const)(
    '%s passes the check of forms and needs no language model',
    (name) => {
      const questions = questionsOf(sampleForm(name));
      expect(questions.length).toBeGreaterThanOrEqual(10);
      expect(questions.length).toBeLessThanOrEqual(16);
      expect(new Set(questions.map(({ judge }) => judge.kind))).not.toContain('model');
    },
  );

  it.each([
    ['as written', goodCall],
    ['without punctuation', bareScript(goodCall)],
    ['as the local recogniser heard it', heard(goodCallHeard)],
  ])('the service line passes the good call %s', async (_how, script) => {
    const { score, coverage, outcome, answers } = await judged('service-line', script);
    expect({ score, coverage, outcome }).toEqual({ score: 100, coverage: 0.91, outcome: 'passed' });
    expect(answers).toEqual({
      greeting: 'yes',
      own_name: 'yes',
      recording_notice: 'yes',
      account_opened: 'yes',
      identity: 'yes',
      secret_asked: 'no',
      understanding: 'yes',
      dismissed: 'no',
      hold_announced: 'yes',
      silence: 'short',
      advice: 'awaiting_human',
      next_step: 'yes',
      further_help: 'yes',
      goodbye: 'yes',
      may_leave: 'yes',
    });
  });

  it.each([
    ['as written', badCall],
    ['without punctuation', bareScript(badCall)],
    ['as the local recogniser heard it', heard(badCallHeard)],
  ])('the service line fails the bad call %s, with the words that ask for the code', async (_how, script) => {
    const { outcome, autoFails, answers, given } = await judged('service-line', script);
    expect({ outcome, autoFails }).toEqual({ outcome: 'auto_failed', autoFails: ['secret_asked'] });
    expect(answers).toMatchObject({ recording_notice: 'no', hold_announced: 'na', dismissed: 'yes', goodbye: 'no' });
    const [citation] = given.find(({ question }) => question === 'secret_asked')?.citations ?? [];
    expect(citation).toMatchObject({ speaker: 'agent', verification: 'verified' });
    expect(citation?.quote).toMatch(/^give me your .+ the security code$/i);
  });

  it('the sales line passes a fair sale', async () => {
    const { score, coverage, outcome, answers } = await judged('sales-line', fairSale);
    expect({ score, coverage, outcome }).toEqual({ score: 96, coverage: 1, outcome: 'passed' });
    expect(answers).toEqual({
      recording_notice: 'yes',
      own_name: 'yes',
      is_offer: 'yes',
      concluded: 'yes',
      total_price: 'yes',
      contract_term: 'yes',
      right_to_cancel: 'yes',
      consent: 'yes',
      guarantee: 'no',
      refused: 'no',
      pressed_on: 'skipped',
      listened: 'much',
      clear_purpose: 'yes',
    });
  });

  it('the sales line fails the bad call for every disclosure that is missing, and for the guarantee', async () => {
    const { outcome, autoFails, answers } = await judged('sales-line', badCall);
    expect(outcome).toBe('auto_failed');
    expect(autoFails).toEqual(['recording_notice', 'total_price', 'right_to_cancel', 'guarantee']);
    expect(answers).toMatchObject({ consent: 'no', refused: 'yes', pressed_on: 'yes' });
  });

  it('the sales line asks for no disclosures where nothing is offered', async () => {
    const { outcome, answers } = await judged('sales-line', goodCall);
    expect(outcome).toBe('passed');
    expect(answers).toMatchObject({ total_price: 'skipped', right_to_cancel: 'skipped', consent: 'skipped' });
  });
});
