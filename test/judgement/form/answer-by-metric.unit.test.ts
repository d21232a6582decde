// What each figure of the talk rests on.
import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../../src/ports/transcript.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { CLEAR_TRANSCRIPT, hearingOf, transcriptOf } from '../../support/builders/judged-call.js';
import { answerOf, callOf, judgeQuestion, questionOf } from '../../support/builders/judged-form.js';

const FIGURES = [
  'silence_seconds',
  'overtalk_seconds',
  'paused_seconds',
  'interruptions',
  'talk_ratio',
  'agent_talk_seconds',
  'customer_talk_seconds',
  'agent_words_per_minute',
  'customer_words_per_minute',
] as const;

const stranger = {
  ...CLEAR_TRANSCRIPT,
  segments: CLEAR_TRANSCRIPT.segments.map((each) =>
    each.id === 5 ? { ...each, speaker: 'speaker_2' as const } : each,
  ),
};
const monologue = transcriptOf(segmentsOf([['agent', 'Good day to you']]));
const wordless = transcriptOf(
  segmentsOf([
    ['agent', 'Good day to you'],
    ['customer', ' … '],
  ]),
);

/** The figures by which a question is not answered, each with the reason. */
function unansweredBy(transcript: Transcript): string[] {
  return FIGURES.flatMap((metric) => {
    const judge = { kind: 'metric', metric, bands: [{ below: null, answer: 'any' }] } as const;
    const question = questionOf(judge, { answers: [answerOf('any')], speaker: null });
    const { state, reason } = judgeQuestion(question, null, callOf(transcript, { metrics: { [metric]: 7 } }));
    return state === 'answered' ? [] : [`${metric}: ${reason}`];
  });
}

describe('a figure that was measured', () => {
  it.each<[string, Transcript, string[]]>([
    ['both parties were heard well', CLEAR_TRANSCRIPT, []],
    [
      'the agent was heard badly',
      { ...CLEAR_TRANSCRIPT, hearing: hearingOf('bad', 'good') },
      ['agent_words_per_minute: not_heard'],
    ],
    [
      'the customer was heard badly',
      { ...CLEAR_TRANSCRIPT, hearing: hearingOf('good', 'bad') },
      ['customer_words_per_minute: not_heard'],
    ],
    ['it is not known how well anyone was heard', { ...CLEAR_TRANSCRIPT, hearing: hearingOf('unknown') }, []],
    [
      'a turn has no role',
      stranger,
      [
        'interruptions: roles_unknown',
        'talk_ratio: roles_unknown',
        'agent_talk_seconds: roles_unknown',
        'customer_talk_seconds: roles_unknown',
        'agent_words_per_minute: roles_unknown',
        'customer_words_per_minute: roles_unknown',
      ],
    ],
    ['the customer is silent', monologue, ['customer_words_per_minute: not_heard']],
    ['the customer says no word', wordless, ['customer_words_per_minute: not_heard']],
    [
      'the roles are not known',
      { ...CLEAR_TRANSCRIPT, diarization: { method: 'content', roleConfidence: 0.59 } },
      [
        'talk_ratio: roles_unknown',
        'agent_talk_seconds: roles_unknown',
        'customer_talk_seconds: roles_unknown',
        'agent_words_per_minute: roles_unknown',
        'customer_words_per_minute: roles_unknown',
      ],
    ],
  ])('answers where it is known: %s', (situation, transcript, unanswered) => {
    expect(unansweredBy(transcript), `Answered by the wrong figures where ${situation}`).toEqual(unanswered);
  });

  it('of 0 is a figure too', () => {
    const bands = [
      { below: 1, answer: 'low' },
      { below: null, answer: 'high' },
    ];
    const question = questionOf({ kind: 'metric', metric: 'interruptions', bands }, { answers: [answerOf('low')] });
    const judged = judgeQuestion(question, null, callOf(CLEAR_TRANSCRIPT, { metrics: { interruptions: 0 } }));
    expect(judged, 'No interruption was taken for no figure').toMatchObject({
      state: 'answered',
      answer: 'low',
      flagged: false,
    });
  });

  it('is no answer where one party may be heard in the channel of the other', () => {
    for (const metric of FIGURES) {
      const judge = { kind: 'metric', metric, bands: [{ below: null, answer: 'any' }] } as const;
      const metrics = { [metric]: 7, leakage_suspected: true };
      const question = questionOf(judge, { answers: [answerOf('any')], speaker: null });
      const judged = judgeQuestion(question, null, callOf(CLEAR_TRANSCRIPT, { metrics }));
      expect(judged, metric).toMatchObject({ state: 'not_assessable', reason: 'leakage', answer: null });
    }
  });
});
