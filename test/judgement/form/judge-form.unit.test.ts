// A whole form, and the questions answered by metrics, by a model and by a person.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeForm } from '../../../src/judgement/form/judge-form.js';
import type { Transcript } from '../../../src/ports/transcript.js';
import type { FormQuestion, QuestionJudge } from '../../../src/scorecards/form/form.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { CLEAR_TRANSCRIPT, hearingOf, transcriptOf } from '../../support/builders/judged-call.js';
import {
  answerOf,
  byFinding,
  byModel,
  byPhrases,
  callOf,
  formOf,
  judgeQuestion,
  proposalOf,
  questionOf,
} from '../../support/builders/judged-form.js';

const rolesUnknown: Transcript = { ...CLEAR_TRANSCRIPT, diarization: { method: 'content', roleConfidence: 0.5 } };
const badlyHeard: Transcript = { ...CLEAR_TRANSCRIPT, hearing: hearingOf('bad') };
const silent = transcriptOf([]);

describe('a metric', () => {
  const bands = [
    { below: 10, answer: 'low' },
    { below: 20, answer: 'middle' },
    { below: null, answer: 'high' },
  ];
  const answers = ['low', 'middle', 'high'].map((key) => answerOf(key));
  const byMetric = (metric: string, more: Partial<QuestionJudge<'metric'>> = {}) =>
    questionOf({ kind: 'metric', metric, bands, ...more }, { answers, speaker: null });
  const measured = (value: number, transcript = CLEAR_TRANSCRIPT, metric = 'silence_seconds') =>
    callOf(transcript, { metrics: { [metric]: value } });

  it.each([
    [9.999, 'low'],
    [10, 'middle'],
    [19.9, 'middle'],
    [20, 'high'],
    [1e9, 'high'],
  ])('of %s is in its band: %s', (value, answer) => {
    expect(judgeQuestion(byMetric('silence_seconds'), null, measured(value))).toMatchObject({
      state: 'answered',
      answer,
      confidence: 1,
      citations: [],
      rationale: `silence_seconds is ${value}.`,
    });
  });

  it('without a band, or that the call lacks, is not assessable', () => {
    const narrow = byMetric('silence_seconds', { bands: bands.slice(0, 2) });
    expect(judgeQuestion(narrow, null, measured(20)).reason).toBe('no_band');
    expect(judgeQuestion(byMetric('silence_seconds'), null, callOf(undefined, { metrics: null })).reason).toBe(
      'no_band',
    );
    expect(judgeQuestion(byMetric('toString')).reason).toBe('no_band');
  });

  const ALL = ['silence_seconds', 'overtalk_seconds', 'interruptions', 'talk_ratio', 'agent_talk_seconds'];
  const stranger = transcriptOf(
    segmentsOf([
      ['agent', 'Good day'],
      ['speaker_2', 'Good day'],
    ]),
  );
  it.each<[string, Transcript, string[]]>([
    ['roles are not known', rolesUnknown, ['silence_seconds', 'overtalk_seconds', 'interruptions']],
    ['a turn has no role', stranger, ['silence_seconds', 'overtalk_seconds']],
    ['parties were heard badly', badlyHeard, ALL],
    ['no speech was found', silent, ALL],
  ])('that rests on what is not known is not assessable where %s', (_, transcript, known) => {
    const assessed = [...ALL, 'agent_words_per_minute', 'customer_words_per_minute'].filter(
      (metric) => judgeQuestion(byMetric(metric), null, measured(5, transcript, metric)).state === 'answered',
    );
    expect(assessed).toEqual(known);
  });
});

describe('a model', () => {
  it.each(['no_language_model', 'scenario'] as const)('that is not asked gives the reason, unflagged: %s', (reason) => {
    expect(judgeQuestion(byModel(), reason)).toMatchObject({ state: 'not_assessable', reason, flagged: false });
  });

  it.each([
    ['left the question out', null],
    ['cannot tell', proposalOf(null)],
    ['gives an answer that the form lacks', proposalOf('Yes')],
    ['gives the name of a built-in', proposalOf('constructor')],
  ])('that %s has no answer', (_, proposal) => {
    expect(judgeQuestion(byModel(), proposal)).toMatchObject({ reason: 'no_answer', flagged: true, autoFail: null });
  });

  it('has its rationale cleaned: on one line, without invented quotations, at most 500 characters', () => {
    const rationale = (text: string) => judgeQuestion(byModel(), proposalOf('no', [], { rationale: text })).rationale;
    expect(rationale('The agent said "I will call your lawyer".\nThe agent said "This call is recorded".\u0000')).toBe(
      'The agent said "This call is recorded".',
    );
    expect([...rationale('word '.repeat(100_000))], 'characters of the rationale').toHaveLength(500);
  });
});

describe('a form', () => {
  const questions: readonly FormQuestion[] = [
    byModel({ key: 'm1' }),
    byPhrases(['call is recorded'], { key: 'p' }),
    byFinding('greeting', { key: 'f' }),
    questionOf({ kind: 'metric', metric: 'silence_seconds', bands: [{ below: null, answer: 'no' }] }, { key: 'x' }),
    questionOf({ kind: 'human' }, { key: 'h' }),
    byModel({ key: 'm2', speaker: 'customer' }),
  ];
  const proposals = [
    proposalOf('yes', [[0, 'This call is recorded.']], { question: 'm1' }),
    proposalOf('no', [], { question: 'm2' }),
    proposalOf('yes', [], { question: 'unknown' }),
  ];

  it('has one answer for each question, in its order, the same at each repetition and whatever the order of proposals', () => {
    const judged = (given: typeof proposals) =>
      judgeForm(formOf(questions), callOf(), new Map(given.map((each) => [each.question, each])));
    const expected = JSON.stringify(judged(proposals));
    expect(judged(proposals).map(({ question }) => question)).toEqual(['m1', 'p', 'f', 'x', 'h', 'm2']);
    fc.assert(
      fc.property(fc.shuffledSubarray(proposals, { minLength: 3 }), (shuffled) => {
        expect(JSON.stringify(judged(shuffled))).toBe(expected);
      }),
    );
  });

  it('awaits a person where it asks one, also about a silent call', () => {
    for (const call of [callOf(), callOf(silent)])
      expect(judgeQuestion(questionOf({ kind: 'human' }), null, call)).toMatchObject({
        state: 'awaiting_human',
        answer: null,
        confidence: null,
        flagged: false,
        citations: [],
        source: 'human',
      });
  });

  it('of a call without words is not assessable, though sounds were transcribed', () => {
    const wordless = transcriptOf(segmentsOf([['agent', ' … ']]));
    const judged = judgeQuestion(byModel(), proposalOf('no'), callOf(wordless));
    expect(judged.reason, 'Sounds without words were taken for speech').toBe('not_heard');
  });

  const mailbox = transcriptOf(
    segmentsOf([
      ['customer', 'You have reached the voicemail of Ann Lee. Please leave a message after the tone.'],
      ['agent', 'Thank you for calling. This call is recorded. Call me back on 5 5 5.'],
    ]),
  );
  const badly = [{ below: null, answer: 'no' }];
  const ofFigures: readonly FormQuestion[] = [
    questionOf({ kind: 'metric', metric: 'talk_ratio', bands: badly }, { key: 'ratio' }),
    questionOf({ kind: 'metric', metric: 'overtalk_seconds', bands: badly }, { key: 'overtalk' }),
    questionOf(
      { kind: 'metric', metric: 'silence_seconds', bands: badly },
      { key: 'silence', answers: [answerOf('yes'), answerOf('no', { auto_fail: true })] },
    ),
  ];

  it('of a call that is no conversation is not assessable but for figures of the sound, and no figure fails it', () => {
    const all = [...questions, ...ofFigures];
    const { call_kind: _, ...earlier } = callOf(mailbox).results ?? {};
    for (const call of [callOf(mailbox), callOf(mailbox, { results: earlier })]) {
      const judged = judgeForm(formOf(all), call, new Map(proposals.map((each) => [each.question, each])));
      expect(judged.map(({ question, reason, state }) => [question, reason ?? state])).toEqual([
        ['m1', 'no_conversation'],
        ['p', 'no_conversation'],
        ['f', 'no_conversation'],
        ['x', 'answered'],
        ['h', 'awaiting_human'],
        ['m2', 'no_conversation'],
        ['ratio', 'no_conversation'],
        ['overtalk', 'answered'],
        ['silence', 'no_conversation'],
      ]);
      expect(judged.filter(({ autoFail }) => autoFail !== null)).toEqual([]);
    }
  });

  it('of a silent call is failed by no figure', () => {
    const [, , failing] = ofFigures as [FormQuestion, FormQuestion, FormQuestion];
    expect(judgeQuestion(failing, null, callOf(silent))).toMatchObject({ reason: 'not_heard', autoFail: null });
    expect(judgeQuestion(failing, null, callOf()), 'of a conversation').toMatchObject({ autoFail: 'proved' });
  });

  it('of a silent call is not assessable but for measurements', () => {
    const judged = judgeForm(formOf(questions), callOf(silent), 'no_language_model');
    expect(judged.map(({ reason, state }) => reason ?? state)).toEqual([
      'not_heard',
      'not_heard',
      'not_heard',
      'answered',
      'awaiting_human',
      'not_heard',
    ]);
  });

  // cspell:ignore Wendung Bogens festgestellt
  it("gives its own reasons in the language of the call's results", () => {
    const german = callOf(CLEAR_TRANSCRIPT, { outputLanguage: 'de' });
    expect(judgeForm(formOf(questions), german, 'no_language_model').map(({ rationale }) => rationale)).toEqual([
      '',
      'Eine Wendung des Bogens war zu hören.',
      'greeting wurde festgestellt.',
      expect.stringMatching(/^silence_seconds ist \d+(,\d+)?\.$/),
      '',
      '',
    ]);
  });
});
