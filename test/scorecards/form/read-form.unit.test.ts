import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answers,
  faultsOf,
  formOf,
  metric,
  phrases,
  question,
  read,
  section,
  withJudge,
  withQuestion,
} from '../sent-forms.js';

describe('a form', () => {
  it('has every default filled in, in one order, so that equal forms have equal hashes [scorecards 10]', () => {
    const { text, contentHash } = read(withQuestion({}));
    expect(JSON.parse(text)).toEqual({
      language: null,
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

  it('keeps the condition of a question', () => {
    const condition = { question: 'q', in: ['yes', 'no'] };
    const form = formOf({ sections: [section('a', [question('q'), question('r', { applies_if: condition })])] });
    expect(form.sections[0].questions[1].applies_if, 'The condition was lost').toEqual(condition);
  });

  it.each(['sales', 'service'])('ships ready: a %s line', (name) => {
    const body = JSON.parse(readFileSync(`samples/scorecards/${name}-line.json`, 'utf8'));
    expect(faultsOf(body.revision ?? body)).toEqual([]);
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
