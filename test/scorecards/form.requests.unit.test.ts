import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/platform/errors/api-error.js';
import { readInput } from '../../src/platform/http/validation/read-input.js';
import { RevisionRequest } from '../../src/scorecards/form.requests.js';
import { storedForm } from '../../src/scorecards/read-form.js';

type Json = ReturnType<typeof JSON.parse>;

const answers = () => [
  { key: 'yes', label: 'Yes', points: 1 },
  { key: 'no', label: 'No', points: 0 },
];
const question = (key: string, changes: Json = {}): Json => ({
  key,
  text: 'Did the agent greet the customer?',
  weight: 1,
  answers: answers(),
  judge: { kind: 'model' },
  ...changes,
});
const section = (key: string, questions: Json[]): Json => ({ key, title: 'Opening', weight: 1, questions });
/** A form of one question with these changes. */
const withQuestion = (changes: Json) => ({ sections: [section('opening', [question('greeting', changes)])] });
const withJudge = (judge: Json, changes: Json = {}) => withQuestion({ judge, ...changes });
const phrases = (changes: Json = {}) => ({
  kind: 'phrases',
  any: ['good morning'],
  answer: 'yes',
  otherwise: 'no',
  ...changes,
});
const metric = (bands: Json) => ({ kind: 'metric', metric: 'silence_seconds', bands });

const read = (body: Json) => storedForm(readInput(RevisionRequest, body, 'body'));
const formOf = (body: Json): Json => JSON.parse(read(body).text);

/** The faults as `place: sentence`; empty for a good form. */
function faultsOf(body: Json): string[] {
  try {
    read(body);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.detail === 'string') throw error;
    expect(error.status).toBe(422);
    return error.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  }
}

const QUESTION = 'body.sections.0.questions.0';
const REASON = 'Value error, ';

describe('a form', () => {
  it('has every default filled in, in one order, so that equal forms have equal hashes', () => {
    const { text, contentHash } = read(withQuestion({}));
    expect(JSON.parse(text)).toEqual({
      pass_mark: null,
      min_coverage: 0.5,
      sections: [
        section('opening', [
          question('greeting', {
            guidance: null,
            speaker: null,
            within: null,
            na: false,
            applies_if: null,
            automation: 'score',
            answers: answers().map((answer) => ({ ...answer, needs_quote: false, auto_fail: false })),
          }),
        ]),
      ],
    });
    expect(contentHash).toEqual(createHash('sha256').update(text).digest());
    const { judge, ...rest } = question('greeting', { na: false, speaker: null, unheard_of: 1 });
    expect(read({ min_coverage: 0.5, sections: [section('opening', [{ judge, ...rest }])] }).text).toBe(text);
    expect(read(withQuestion({ weight: 2 })).contentHash).not.toEqual(contentHash);
  });

  it('is taken again as it was answered', () => {
    for (const judge of [
      { kind: 'model' },
      { kind: 'human' },
      phrases(),
      metric([{ below: 30, answer: 'yes' }, { answer: 'no' }]),
      { kind: 'finding', finding: 'greeting', answer: 'yes', otherwise: 'no' },
    ]) {
      const form = formOf(withJudge(judge, { within: { from: 'end', seconds: 30 } }));
      expect(formOf(form)).toEqual(form);
      expect(form.sections[0].questions[0].judge.kind).toBe(judge.kind);
    }
  });

  it.each(['sales', 'service'])('ships ready: a %s line', (name) => {
    const body = JSON.parse(readFileSync(`samples/scorecards/${name}-line.json`, 'utf8'));
    expect(faultsOf(body.revision ?? body)).toEqual([]);
  });
});

describe('each fault of a form', () => {
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
      'a weight of seven decimals',
      withQuestion({ weight: 0.1234567 }),
      `${QUESTION}.weight: ${REASON}at most 6 decimals are taken`,
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
      `${QUESTION}.judge.metric: Input should be 'agent_talk_seconds', 'customer_talk_seconds', 'silence_seconds', 'overtalk_seconds', 'interruptions', 'agent_words_per_minute', 'customer_words_per_minute' or 'talk_ratio'`,
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

  it.each([...SHAPES, ...REFERENCES])('is named: %s', (_, body, fault) => {
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

describe('any form', () => {
  const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/).filter((one) => one !== 'na');
  const amount = fc.integer({ min: 0, max: 1_000_000 }).map((each) => each / 1_000);
  const anAnswer = fc.record(
    { key, label: fc.constant('Label'), points: amount, needs_quote: fc.boolean(), auto_fail: fc.boolean() },
    { requiredKeys: ['key', 'label', 'points'] },
  );
  const aQuestion = fc
    .record({
      key,
      answers: fc.uniqueArray(anAnswer, { minLength: 2, maxLength: 10, selector: (one) => one.key }),
      weight: amount,
      na: fc.boolean(),
      speaker: fc.constantFrom('agent', 'customer', null),
      kind: fc.constantFrom('model', 'human', 'phrases', 'metric', 'finding'),
    })
    .map(({ kind, answers: some, weight, ...rest }) => {
      const [one, other] = [some[0]?.key, some.at(-1)?.key];
      const judge = {
        model: { kind },
        human: { kind },
        phrases: { kind, any: ['hello'], answer: one, otherwise: other },
        metric: { kind, metric: 'talk_ratio', bands: [{ below: 0.5, answer: one }, { answer: other }] },
        finding: { kind, finding: 'greeting', answer: one, otherwise: other },
      }[kind];
      const canWin = some.some(({ points }) => points > 0);
      return { ...rest, text: 'Question?', answers: some, weight: canWin ? weight : 0, judge };
    });
  const aForm = fc
    .uniqueArray(aQuestion, { minLength: 1, maxLength: 12, selector: (one) => one.key })
    .chain((questions) =>
      fc.integer({ min: 1, max: questions.length }).map((cut) => ({
        sections: [questions.slice(0, cut), questions.slice(cut)]
          .filter((some) => some.length > 0)
          .map((some, at) => section(`s${at}`, some)),
      })),
    );

  it('that is well formed is taken, and its stored text is its own', () => {
    fc.assert(
      fc.property(aForm, (form) => {
        const stored = read(form);
        expect(read(JSON.parse(stored.text))).toEqual(stored);
      }),
      { numRuns: 200 },
    );
  });

  it('is taken or refused with places, whatever it holds', () => {
    const anything = fc.object({
      key: fc.constantFrom(
        'key',
        'questions',
        'answers',
        'judge',
        'kind',
        'bands',
        'applies_if',
        'in',
        'within',
        '__proto__',
      ),
      values: [
        fc.string(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom('phrases', 'metric', 'human'),
      ],
      maxDepth: 5,
    });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 4 }), (sections) => {
        const faults = faultsOf({ sections });
        expect(faults.length).toBeGreaterThan(0);
        for (const fault of faults) expect(fault).toMatch(/^body\.sections/);
      }),
      { numRuns: 500 },
    );
  });
});
