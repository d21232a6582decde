// Forms as files, compared with each other, and what stands beside them, without a browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramsOf, textsOf } from '../../web/src/views/forms/card/card-fields.js';
import { addQuestion, changeQuestion, move, remove } from '../../web/src/views/forms/model/changes.js';
import { takenBy, verdictOf } from '../../web/src/views/forms/model/compared-tries.js';
import { differencesOf } from '../../web/src/views/forms/model/differences.js';
import { ID, identified, type PlainForm } from '../../web/src/views/forms/model/draft.js';
import { formOf, isSameForm, readFormFile, writeFormFile } from '../../web/src/views/forms/model/form-json.js';
import { addIds } from '../../web/src/views/forms/try/call-ids.js';
import { fileOf, plain, questionIn, serviceLine as sample, WORDS } from './sample-form.js';

const SAMPLES = 'samples/scorecards';
const sampleTexts = readdirSync(SAMPLES).map((name) => [name, readFileSync(join(SAMPLES, name), 'utf8')] as const);

describe('a form as a file', () => {
  it.each(sampleTexts)('%s is the same after it was read and written', (_name, text) => {
    const { scorecard, form } = fileOf(text);
    expect(JSON.parse(writeFormFile(scorecard, form))).toEqual(JSON.parse(text));
    expect(plain(form), 'a form alone').toEqual(plain(fileOf(JSON.stringify(JSON.parse(text).revision)).form));
  });

  it('keeps what a newer service has, and leaves out what a service adds', () => {
    const revision = {
      object: 'scorecard_revision',
      scorecard_id: 'x',
      revision: 3,
      status: 'draft',
      created: 1,
      livemode: true,
      content_hash: 'sha256:x',
      theme: { dark: true },
      sections: [
        {
          key: 'a',
          title: 'A',
          weight: '1.50',
          tint: [1],
          questions: [
            { key: 'q', text: '?', weight: 1, answers: [], judge: { kind: 'oracle', depth: 3 }, hints: null },
          ],
        },
      ],
    };
    const { theme, sections } = revision;
    expect(plain(formOf(revision))).toEqual({ theme, sections });
  });

  it('is refused with the place of what a form cannot hold', () => {
    expect(readFormFile('{')).toEqual({ reason: 'json' });
    const wrong = (change: (form: Record<string, unknown>) => unknown) => {
      const form = JSON.parse(JSON.stringify(sample()));
      return readFormFile(JSON.stringify({ revision: change(form) ?? form }));
    };
    const faults: [(form: { sections: Record<string, never>[] }) => unknown, string][] = [
      [() => ({}), 'revision.sections'],
      [(form) => Object.assign(form, { sections: [5] }), 'revision.sections.0'],
      [(form) => Object.assign(form.sections[0] ?? {}, { title: 5 }), 'revision.sections.0.title'],
      [(form) => Object.assign(form.sections[1] ?? {}, { questions: {} }), 'revision.sections.1.questions'],
    ];
    for (const [change, path] of faults) {
      const answer = wrong((form) => {
        const made = change(form as never);
        return path === 'revision.sections' ? made : undefined;
      });
      expect(answer, path).toEqual({ reason: 'shape', path });
    }
    const question = (change: object) => {
      const form = JSON.parse(JSON.stringify(sample()));
      Object.assign(form.sections[0].questions[0], change);
      return readFormFile(JSON.stringify(form));
    };
    const path = 'sections.0.questions.0';
    const members: [object, string][] = [
      [{ text: null }, 'text'],
      [{ guidance: 5 }, 'guidance'],
      [{ judge: 'person' }, 'judge'],
      [{ judge: { kind: 'phrases', any: 'hello' } }, 'judge.any'],
      [{ judge: { kind: 'metric', bands: ['low'] } }, 'judge.bands.0'],
      [{ applies_if: { question: 'x' } }, 'applies_if'],
      [{ within: 60 }, 'within'],
      [{ answers: [{ key: 'yes' }] }, 'answers.0.label'],
    ];
    for (const [change, member] of members)
      expect(question(change), member).toEqual({ reason: 'shape', path: `${path}.${member}` });
  });

  it('is the same form with its defaults filled in or not', () => {
    const short = { sections: [{ key: 'a', questions: [{ judge: { kind: 'phrases', any: ['x'] } }] }] };
    const filled = {
      content_hash: 'sha256:x',
      language: null,
      min_coverage: 0.5,
      sections: [
        { questions: [{ na: false, automation: 'score', judge: { none: [], any: ['x'], kind: 'phrases' } }], key: 'a' },
      ],
    };
    expect(isSameForm(short, filled), 'the same').toBe(true);
    expect(isSameForm(short, { ...filled, min_coverage: 0.6 }), 'another coverage').toBe(false);
  });
});

it('differences between revisions are told by their keys', () => {
  const before = plain(sample()) as PlainForm;
  const form = identified(before);
  expect(differencesOf(before, before)).toEqual([]);
  const goodbye = questionIn(form, 'goodbye');
  const silence = questionIn(form, 'silence');
  const [without] = remove(form, goodbye[ID]);
  const [more] = addQuestion(without, form.sections[0]?.[ID] ?? 0, WORDS);
  const after = changeQuestion(more, silence[ID], (one) => ({ ...one, weight: 6, na: true }));
  expect(differencesOf(before, { ...after, pass_mark: 70 })).toEqual([
    { kind: 'changed', what: 'form', name: '', members: ['pass_mark'] },
    { kind: 'added', what: 'question', name: '', members: [] },
    { kind: 'changed', what: 'question', name: silence.text, members: ['weight', 'na'] },
    { kind: 'removed', what: 'question', name: goodbye.text, members: [] },
  ]);
  expect(differencesOf(before, move(form, silence[ID], 1)).map(({ kind }) => kind)).toEqual(['moved']);
});

describe('tries', () => {
  const evaluation = (answer: string | null, state = 'answered', provenance: unknown = null) =>
    ({ answers: [{ question: 'q', answer, state }], provenance }) as never;
  const answered = (answer: string | null, state = 'answered') => ({ question: 'q', answer, state }) as never;

  it('are compared answer by answer', () => {
    expect(verdictOf(answered('yes'), evaluation('yes'))).toBe('same');
    expect(verdictOf(answered('yes'), evaluation('no'))).toBe('differs');
    expect(verdictOf(answered(null, 'skipped'), evaluation(null, 'not_assessable'))).toBe('differs');
    expect(verdictOf({ question: 'p' } as never, evaluation('no'))).toBe('new');
    expect([verdictOf(answered('yes'), null), verdictOf(undefined, evaluation('no'))]).toEqual(['unknown', 'unknown']);
  });

  it('take tokens, and no cost where one price is not known', () => {
    const asked = (cost: unknown) =>
      evaluation('yes', 'answered', { judge: 'm', input_tokens: 10, output_tokens: 2, cost });
    expect(takenBy([evaluation('yes')])).toBeNull();
    expect(takenBy([asked({ amount_micros: 5 }), asked({ amount_micros: 7 }), evaluation('no')])).toEqual({
      inputTokens: 20,
      outputTokens: 4,
      micros: 12,
    });
    expect(takenBy([asked({ amount_micros: 5 }), asked(null)])?.micros).toBeNull();
  });

  it('take ids in any text, at most twenty, each once', () => {
    const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    expect(addIds([id(1)], `https://x.example/app/calls/${id(2)}, ${id(1).toUpperCase()}; nothing`)).toEqual([
      id(1),
      id(2),
    ]);
    const many = Array.from({ length: 30 }, (_, n) => id(n)).join('\n');
    expect(addIds([], many), 'ids').toHaveLength(20);
  });
});

describe('name and reach of a form', () => {
  const card = {
    name: 'A',
    description: null,
    default: true,
    applies_to: {
      language: ['en'],
      agent_id: ['a, b', 'c'],
      metadata: { team: ['x', 'y'] },
      sample_percent: 10,
      later: 1,
    },
    metadata: { team: 'sales', level: 3, ok: true, none: null, three: '3', long: 'a\nb' },
    dispute_window_days: 21,
    target_agreement: 0.8275,
  } as never;

  it('that nobody touched go back as they came', () => {
    const { name, default: isDefault, applies_to, metadata } = card as Record<string, unknown>;
    expect(paramsOf(card, textsOf(card))).toEqual({
      name,
      description: null,
      default: isDefault,
      applies_to,
      metadata,
      dispute_window_days: 21,
      target_agreement: 0.8275,
    });
    expect(textsOf(card).target, 'in percent').toBe('82.75');
    const same = paramsOf(card, { ...textsOf(card), metadata: `${textsOf(card).metadata}\n` });
    expect(same.metadata, 'written and read again').toEqual(metadata);
  });

  it('are read from what was typed', () => {
    const typed = {
      languages: 'de, fr',
      agents: '',
      fits: 'team: a, b\nx',
      percent: 'many',
      target: '82,5',
      disputeDays: '0',
      metadata: 'a: 1\nb: "1"',
    };
    expect(paramsOf(card, { ...textsOf(card), ...typed })).toMatchObject({
      dispute_window_days: 0,
      target_agreement: 0.825,
      applies_to: {
        language: ['de', 'fr'],
        agent_id: null,
        metadata: { team: ['a', 'b'], x: [] },
        sample_percent: 'many',
        later: 1,
      },
      metadata: { a: 1, b: '1' },
    });
  });
});
