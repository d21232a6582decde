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
  read,
  section,
  withJudge,
  withQuestion,
} from '../sent-forms.js';

describe('each fault of a member', () => {
  const SHAPES: readonly (readonly [string, Json, string])[] = [
    ['no sections', {}, 'body.sections: Field required'],
    ['an empty list', { sections: [] }, `body.sections: ${REASON}at least 1 must be given`],
    ['sections that are no list', { sections: {} }, 'body.sections: Input should be a valid list'],
    ['a section that is no object', { sections: ['x'] }, 'body.sections.0: Input should be a valid dictionary'],
    [
      'a long title',
      { sections: [{ ...section('a', [question('q')]), title: 'x'.repeat(501) }] },
      'body.sections.0.title: String should have at most 500 characters',
    ],
    [
      'a key in capitals',
      withQuestion({ key: 'Greeting' }),
      `${QUESTION}.key: String should match pattern '^[a-z][a-z0-9_]{0,63}$'`,
    ],
    [
      'a key of 65 characters',
      withQuestion({ key: 'k'.repeat(65) }),
      `${QUESTION}.key: String should match pattern '^[a-z][a-z0-9_]{0,63}$'`,
    ],
    [
      'a key of the prototype',
      withQuestion({ key: '__proto__' }),
      `${QUESTION}.key: String should match pattern '^[a-z][a-z0-9_]{0,63}$'`,
    ],
    [
      'a long text',
      withQuestion({ text: 'x'.repeat(501) }),
      `${QUESTION}.text: String should have at most 500 characters`,
    ],
    ['a blank text', withQuestion({ text: ' ' }), `${QUESTION}.text: String should have at least 1 character`],
    [
      'a long guidance',
      withQuestion({ guidance: 'x'.repeat(2_001) }),
      `${QUESTION}.guidance: String should have at most 2000 characters`,
    ],
    ['a NUL', withQuestion({ text: 'a\0' }), `${QUESTION}.text: ${REASON}text must not contain a NUL character`],
    [
      'half a character',
      withQuestion({ guidance: '\ud800' }),
      `${QUESTION}.guidance: ${REASON}text must be valid Unicode`,
    ],
    [
      'an unknown speaker',
      withQuestion({ speaker: 'manager' }),
      `${QUESTION}.speaker: Input should be 'agent' or 'customer'`,
    ],
    [
      'a weight below 0',
      withQuestion({ weight: -1 }),
      `${QUESTION}.weight: Input should be greater than or equal to 0`,
    ],
    [
      'a weight beyond a million',
      withQuestion({ weight: 1_000_001 }),
      `${QUESTION}.weight: Input should be less than or equal to 1000000`,
    ],
    [
      'one answer',
      withQuestion({ answers: answers().slice(0, 1) }),
      `${QUESTION}.answers: ${REASON}at least 2 must be given`,
    ],
    [
      'eleven answers',
      withQuestion({ answers: Array.from({ length: 11 }, (_, at) => ({ ...answers()[0], key: `a${at}` })) }),
      `${QUESTION}.answers: ${REASON}at most 10 are taken`,
    ],
    [
      'an answer that is no object',
      withQuestion({ answers: [...answers(), 7] }),
      `${QUESTION}.answers.2: Input should be a valid dictionary`,
    ],
    [
      'points that are no number',
      withQuestion({ answers: [...answers(), { key: 'so', label: 'So', points: 'x' }] }),
      `${QUESTION}.answers.2.points: Input should be a valid number, unable to parse string as a number`,
    ],
    [
      'a window from the middle',
      withQuestion({ within: { from: 'middle', seconds: 60 } }),
      `${QUESTION}.within.from: Input should be 'start' or 'end'`,
    ],
    [
      'a window before the call',
      withQuestion({ within: { from: 'start', seconds: -1 } }),
      `${QUESTION}.within.seconds: Input should be greater than or equal to 0`,
    ],
    ['no judge', withQuestion({ judge: undefined }), `${QUESTION}.judge: Field required`],
    ['a judge without a kind', withJudge({}), `${QUESTION}.judge.kind: Field required`],
    [
      'an unknown judge',
      withJudge({ kind: 'constructor' }),
      `${QUESTION}.judge.kind: Input should be 'model', 'phrases', 'metric', 'finding' or 'human'`,
    ],
    [
      'an unknown metric',
      withJudge({ ...metric([{ answer: 'yes' }]), metric: 'mood' }),
      `${QUESTION}.judge.metric: Input should be 'agent_talk_seconds', 'customer_talk_seconds', 'silence_seconds', 'overtalk_seconds', 'interruptions', 'agent_words_per_minute', 'customer_words_per_minute', 'talk_ratio' or 'paused_seconds'`,
    ],
    ['no patterns', withJudge(phrases({ any: [] })), `${QUESTION}.judge.any: ${REASON}at least 1 must be given`],
    [
      '51 patterns',
      withJudge(phrases({ any: Array.from({ length: 51 }, () => 'hello') })),
      `${QUESTION}.judge.any: ${REASON}at most 50 are taken`,
    ],
    [
      'a long pattern',
      withJudge(phrases({ none: ['x'.repeat(201)] })),
      `${QUESTION}.judge.none.0: String should have at most 200 characters`,
    ],
    [
      'a pattern with an open bracket',
      withJudge(phrases({ any: ['hello', '(a|b'] })),
      `${QUESTION}.judge.any.1: ${REASON}"(a|b" has a bracket too many or too few`,
    ],
    [
      'a finding that is no name',
      withJudge({ kind: 'finding', finding: 'Greeting!', answer: 'yes', otherwise: 'no' }),
      `${QUESTION}.judge.finding: String should match pattern '^[a-z][a-z0-9_]{0,63}$'`,
    ],
    [
      'a pass mark of 101',
      { ...withQuestion({}), pass_mark: 101 },
      'body.pass_mark: Input should be less than or equal to 100',
    ],
    [
      'a coverage of 2',
      { ...withQuestion({}), min_coverage: 2 },
      'body.min_coverage: Input should be less than or equal to 1',
    ],
  ];

  it.each(SHAPES)('is named: %s [scorecards 8]', (_, body, fault) => {
    expect(faultsOf(body)).toEqual([fault]);
  });
});

it('keeps its numbers to six decimals, whatever arithmetic has left behind them', () => {
  const noisy = answers().map((answer) => ({ ...answer, points: 1.6600000000000001 }));
  const bands = [
    { below: 0.1 + 0.2, answer: 'yes' },
    { below: '0.4000000000000001', answer: 'no' },
  ];
  const body = { ...withJudge(metric(bands), { answers: noisy, weight: 1.1 * 3 }), pass_mark: 79.99999999999999 };
  const { pass_mark, sections } = JSON.parse(read(body).text);
  const { weight, answers: kept, judge } = sections[0].questions[0];
  expect(pass_mark, 'the mark').toBe(80);
  expect([weight, kept[0].points, judge.bands[0].below, judge.bands[1].below]).toEqual([3.3, 1.66, 0.3, 0.4]);
});

it('has bands that ascend as they are kept', () => {
  const bands = [
    { below: 0.3, answer: 'yes' },
    { below: 0.1 + 0.2, answer: 'no' },
  ];
  expect(faultsOf(withJudge(metric(bands))).join(), 'faults of equal bands').toContain('bands must ascend');
});

describe('what a form may have', () => {
  it.each([
    [
      'the bounds',
      withQuestion({ key: 'k'.repeat(64), text: 'ß'.repeat(500), guidance: '😀'.repeat(2_000), weight: 1_000_000 }),
    ],
    [
      'amounts of six decimals, and as text',
      withQuestion({ weight: 0.000001, answers: answers().map((answer) => ({ ...answer, points: '0.5' })) }),
    ],
    [
      'a tag without points',
      withQuestion({ weight: 0, answers: answers().map((answer) => ({ ...answer, points: 0 })) }),
    ],
    ['otherwise na', withJudge(phrases({ otherwise: 'na' }), { na: true })],
    [
      'bounded bands alone',
      withJudge(
        metric([
          { below: 3, answer: 'yes' },
          { below: 4, answer: 'no' },
        ]),
      ),
    ],
    ['a suggestion', withQuestion({ automation: 'suggest' })],
    [
      'keys that objects have of themselves',
      withQuestion({
        key: 'constructor',
        answers: answers().map((answer, at) => ({ ...answer, key: ['tostring', 'valueof'][at] })),
      }),
    ],
    [
      '100 questions',
      {
        sections: [
          section(
            'a',
            Array.from({ length: 100 }, (_, at) => question(`q${at}`)),
          ),
        ],
      },
    ],
  ])('%s', (_, body) => {
    expect(faultsOf(body)).toEqual([]);
  });
});
