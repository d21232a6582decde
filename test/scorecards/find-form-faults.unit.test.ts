import { describe, expect, it } from 'vitest';
import {
  answers,
  faultsOf,
  type Json,
  metric,
  phrases,
  QUESTION,
  question,
  REASON,
  section,
  withJudge,
  withQuestion,
} from './sent-forms.js';

describe('each fault between members', () => {
  const REFERENCES: readonly (readonly [string, Json, string])[] = [
    [
      'two sections with one key',
      { sections: [section('a', [question('q')]), section('a', [question('r')])] },
      `body.sections.1.key: ${REASON}another section has this key`,
    ],
    [
      'two questions with one key',
      { sections: [section('a', [question('q')]), section('b', [question('q')])] },
      `body.sections.1.questions.0.key: ${REASON}another question has this key`,
    ],
    [
      'two answers with one key',
      withQuestion({ answers: [...answers(), answers()[0]] }),
      `${QUESTION}.answers.2.key: ${REASON}another answer has this key`,
    ],
    [
      'the answer na',
      withQuestion({ answers: [...answers(), { key: 'na', label: 'N/A', points: 0 }] }),
      `${QUESTION}.answers.2.key: ${REASON}na is no key of an answer: set the question's na to true`,
    ],
    [
      'a weight without points',
      withQuestion({ answers: answers().map((answer) => ({ ...answer, points: 0 })) }),
      `${QUESTION}.answers: ${REASON}a question with a weight needs an answer with points`,
    ],
    [
      '101 questions',
      {
        sections: [
          section(
            'a',
            Array.from({ length: 60 }, (_, at) => question(`q${at}`)),
          ),
          section(
            'b',
            Array.from({ length: 41 }, (_, at) => question(`r${at}`)),
          ),
        ],
      },
      `body.sections: ${REASON}at most 100 questions are taken in all`,
    ],
    [
      '1,001 patterns',
      {
        sections: [
          section(
            'a',
            Array.from({ length: 13 }, (_, at) => {
              const none = Array.from({ length: at < 12 ? 40 : 1 }, () => 'not recorded');
              const any = Array.from({ length: 40 }, () => 'call recorded');
              return question(`q${at}`, { judge: { kind: 'phrases', any, none, answer: 'yes', otherwise: 'no' } });
            }),
          ),
        ],
      },
      `body.sections: ${REASON}at most 1000 patterns are taken in all`,
    ],
    [
      'a condition on itself',
      withQuestion({ applies_if: { question: 'greeting', in: ['yes'] } }),
      `${QUESTION}.applies_if.question: ${REASON}no earlier question has this key`,
    ],
    [
      'a condition on a later question',
      { sections: [section('a', [question('q', { applies_if: { question: 'r', in: ['yes'] } }), question('r')])] },
      `${QUESTION}.applies_if.question: ${REASON}no earlier question has this key`,
    ],
    [
      'a condition on no answer',
      {
        sections: [section('a', [question('q'), question('r', { applies_if: { question: 'q', in: ['yes', 'na'] } })])],
      },
      `body.sections.0.questions.1.applies_if.in.1: ${REASON}the question has no such answer`,
    ],
    [
      'a judge with an unknown answer',
      withJudge(phrases({ answer: 'maybe' })),
      `${QUESTION}.judge.answer: ${REASON}the question has no such answer`,
    ],
    [
      'a judge that answers na',
      withJudge(phrases({ otherwise: 'na' })),
      `${QUESTION}.judge.otherwise: ${REASON}na is an answer only where na is true`,
    ],
    [
      'a finding with an unknown answer',
      withJudge({ kind: 'finding', finding: 'greeting', answer: 'yes', otherwise: 'perhaps' }),
      `${QUESTION}.judge.otherwise: ${REASON}the question has no such answer`,
    ],
    [
      'a band with an unknown answer',
      withJudge(metric([{ below: 3, answer: 'yes' }, { answer: 'perhaps' }])),
      `${QUESTION}.judge.bands.1.answer: ${REASON}the question has no such answer`,
    ],
    [
      'bands that do not ascend',
      withJudge(
        metric([
          { below: 3, answer: 'yes' },
          { below: 3, answer: 'no' },
        ]),
      ),
      `${QUESTION}.judge.bands.1.below: ${REASON}bands must ascend`,
    ],
    [
      'an open band before the last',
      withJudge(metric([{ answer: 'yes' }, { below: 3, answer: 'no' }])),
      `${QUESTION}.judge.bands.0.below: ${REASON}only the last band may leave it out`,
    ],
    [
      'a suggestion by a person',
      withJudge({ kind: 'human' }, { automation: 'suggest' }),
      `${QUESTION}.automation: ${REASON}a person answers this question, so nothing can be suggested`,
    ],
  ];

  it.each(REFERENCES)('is named: %s', (_, body, fault) => {
    expect(faultsOf(body)).toEqual([fault]);
  });

  it('is named with all others', () => {
    const body = {
      pass_mark: 'high',
      sections: [
        section('a', [
          question('q', { text: 7, applies_if: { question: 'r', in: ['yes'] } }),
          question('q', { answers: [...answers(), { key: 'so' }], judge: phrases({ any: ['('], otherwise: 'not' }) }),
        ]),
        { key: 'a', questions: 'none' },
      ],
    };
    expect(
      faultsOf(body)
        .map((fault) => fault.split(': ')[0])
        .sort(),
    ).toEqual(
      [
        'body.pass_mark',
        'body.sections.0.questions.0.applies_if.question',
        'body.sections.0.questions.0.text',
        'body.sections.0.questions.1.answers.2.label',
        'body.sections.0.questions.1.answers.2.points',
        'body.sections.0.questions.1.judge.any.0',
        'body.sections.0.questions.1.judge.otherwise',
        'body.sections.0.questions.1.key',
        'body.sections.1.key',
        'body.sections.1.questions',
        'body.sections.1.title',
        'body.sections.1.weight',
      ].sort(),
    );
  });
});
