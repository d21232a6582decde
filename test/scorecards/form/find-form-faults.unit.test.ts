import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/platform/http/validation/field-rules.js';
import { findFormFaults } from '../../../src/scorecards/form/find-form-faults.js';
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
} from '../sent-forms.js';

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

  it.each(REFERENCES)('is named: %s [scorecards 8]', (_, body, fault) => {
    expect(faultsOf(body)).toEqual([fault]);
  });

  it('is named with all others [scorecards 8]', () => {
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

describe('a form without faults between its members', () => {
  const many = (count: number, changes: (at: number) => Json = () => ({})) =>
    Array.from({ length: count }, (_, at) => question(`q${at}`, changes(at)));
  const patterns = (any: number, none: number) =>
    phrases({ any: Array(any).fill('call recorded'), none: Array(none).fill('not recorded') });
  const tag = { answers: answers().map((answer) => ({ ...answer, points: 0 })) };

  it.each<[string, Json]>([
    ['100 questions', { sections: [section('a', many(100))] }],
    [
      '1,000 patterns',
      {
        sections: [
          section(
            'a',
            many(20, () => ({ judge: patterns(30, 20) })),
          ),
        ],
      },
    ],
    ['one key for answers of two questions', { sections: [section('a', many(2))] }],
    ['a tag: no weight and no points', withQuestion({ ...tag, weight: 0 })],
    ['amounts as text', withQuestion({ weight: '2', answers: [{ ...answers()[0], points: '1' }, answers()[1]] })],
    ['a judge that answers na, where na is true', withJudge(phrases({ otherwise: 'na' }), { na: true })],
    ['a judge that answers na, where na is true as text', withJudge(phrases({ otherwise: 'na' }), { na: 'true' })],
    ['a judge that answers na, where na is 1 as text', withJudge(phrases({ otherwise: 'na' }), { na: '1' })],
    ['bands as text that ascend as numbers', withJudge(metric([band('9'), band('10'), { answer: 'no' }]))],
    ['a last band that is closed', withJudge(metric([band(0), band(1)]))],
    ['a last band that says that it is open', withJudge(metric([band(1), { below: null, answer: 'no' }]))],
    ['a suggestion by a model', withJudge({ kind: 'model' }, { automation: 'suggest' })],
    [
      'a condition on a question of an earlier section',
      {
        sections: [
          section('a', [question('q')]),
          section('b', [question('r', { applies_if: on('q', ['yes', 'no']) })]),
        ],
      },
    ],
  ])('is taken: %s', (form, body) => {
    expect(faultsOf(body), `Refused a form with ${form}`).toEqual([]);
  });
});

describe('a repeated key', () => {
  it('leaves the first question to the conditions on it', () => {
    const other = question('q', { answers: [{ key: 'so', label: 'So', points: 1 }, answers()[1]] });
    const conditional = question('r', { applies_if: on('q', ['yes']) });
    expect(
      findFormFaults([section('a', [question('q'), other, conditional])]),
      'A condition on the first question of a key was held to the second',
    ).toEqual([
      {
        type: 'value_error',
        msg: 'Value error, another question has this key',
        path: ['0', 'questions', '1', 'key'],
      },
    ]);
  });
});

describe('a member that is missing or of a wrong type', () => {
  const inQuestion = (changes: Json) => [section('a', [question('q', changes)])];

  it.each<[string, readonly unknown[]]>([
    ['sections that are texts', ['a', 'a', null]],
    ['questions that are texts', [section('a', ['q', 'q', null])]],
    ['questions that are no list', [{ ...section('a', []), questions: { key: 'q' } }]],
    ['keys that are numbers', [section(1 as never, []), section(1 as never, [])]],
    ['answers that are no list', inQuestion({ answers: 'yes' })],
    ['answers that are texts', inQuestion({ answers: ['na', 'na', null] })],
    ['no answers at all', inQuestion({ answers: [] })],
    ['answers without points', inQuestion({ answers: [{ key: 'yes' }, { key: 'no' }] })],
    [
      'answers of which one has points of null',
      inQuestion({
        answers: [
          { key: 'no', points: 0 },
          { key: 'yes', points: null },
        ],
      }),
    ],
    ['a weight that is a word', inQuestion({ weight: 'much', answers: [{ key: 'no', points: 0 }] })],
    ['a condition that is a text', inQuestion({ applies_if: 'q' })],
    ['a condition on no text', inQuestion({ applies_if: on(7, ['yes']) })],
    [
      'a condition with one answer as text',
      [section('a', [question('q'), question('r', { applies_if: on('q', 'perhaps') })])],
    ],
    [
      'a condition with a number for an answer',
      [section('a', [question('q'), question('r', { applies_if: on('q', [1]) })])],
    ],
    ['a judge that is a text', inQuestion({ judge: 'human', automation: 'suggest' })],
    ['a judge of an unknown kind', inQuestion({ judge: { kind: 'dice', answer: 'perhaps' } })],
    ['a judge with numbers for answers', inQuestion({ judge: phrases({ answer: 1, otherwise: 2 }) })],
    ['phrases that are no lists', inQuestion({ judge: phrases({ any: 'hello', none: { length: 2000 } }) })],
    ['bands that are no list', inQuestion({ judge: metric('low') })],
    ['bands that are texts', inQuestion({ judge: metric(['low', null]) })],
    ['a band whose limit is a word', inQuestion({ judge: metric([band(5), band('many'), band(6), { answer: 'no' }]) })],
  ])('is left to the rules of its own: %s', (member, sections) => {
    expect(findFormFaults(sections), `Named beside its own fault: ${member}`).toEqual([]);
  });

  it('keeps no fault behind it from being named', () => {
    const sections = ['a', section('b', [7, question('q', { applies_if: on('p', ['yes']) })])];
    expect(
      findFormFaults(sections).map(({ path }) => path?.join('.')),
      'The fault is named at another place',
    ).toEqual(['1.questions.1.applies_if.question']);
    const limits = inQuestion({ judge: metric([band(5), band('many'), band(4), { answer: 'no' }]) });
    expect(
      findFormFaults(limits).map(({ path }) => path?.join('.')),
      'A limit that is a word hides limits that descend',
    ).toEqual(['0.questions.0.judge.bands.2.below']);
  });

  it('is counted neither as a question nor as a pattern', () => {
    const limits = ({ path }: Problem) => path?.length === 0;
    const judge = { kind: 'human', any: 'x'.repeat(1001) };
    expect(findFormFaults(inQuestion({ judge })).filter(limits), 'Letters are counted as patterns').toEqual([]);
    const empty = Array.from({ length: 101 }, (_, at) => ({ key: `s${at}` }));
    expect(findFormFaults(empty).filter(limits), 'Sections without questions are counted as questions').toEqual([]);
    const none = inQuestion({ judge: { kind: 'human', any: 'x', none: Array(1000).fill('y') } });
    expect(findFormFaults(none).filter(limits), 'What is no list is counted as a pattern').toEqual([]);
  });
});

function band(below: unknown): Json {
  return { below, answer: 'yes' };
}

function on(earlier: unknown, answersOfIt: unknown): Json {
  return { question: earlier, in: answersOfIt };
}
