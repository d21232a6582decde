// What of the form builder needs no browser: changes, keys, and the place of each fault.
import { describe, expect, it } from 'vitest';
import { CallAnalysisError } from '../../clients/typescript/src/browser.js';
import openapi from '../../openapi.json' with { type: 'json' };
import { gateRefusals, gateUnfinished } from '../../src/judging/revisions/gate-errors.js';
import { findFormFaults } from '../../src/scorecards/form/find-form-faults.js';
import {
  addAnswer,
  addQuestion,
  addSection,
  canMove,
  changeQuestion,
  duplicate,
  emptyForm,
  move,
  newJudge,
  putBack,
  remove,
} from '../../web/src/views/forms/model/changes.js';
import {
  amountOf,
  type Form,
  ID,
  numberOf,
  placeOf,
  questionsOf,
  shareOf,
} from '../../web/src/views/forms/model/draft.js';
import { type FaultItem, faultsIn, openFaults } from '../../web/src/views/forms/model/faults.js';
import {
  addStability,
  findingsIn,
  findingsOf,
  isUnstable,
  subjectOf,
} from '../../web/src/views/forms/model/findings.js';
import { isRefusedByGate, judgedSoFar } from '../../web/src/views/forms/model/gate.js';
import {
  freeKey,
  keyFrom,
  withAnswerKey,
  withLabel,
  withQuestionKey,
  withText,
  withTitle,
} from '../../web/src/views/forms/model/keys.js';
import { plain, questionIn, serviceLine as sample, WORDS } from './sample-form.js';

const NONE: ReadonlySet<string> = new Set();

const keysOf = (form: Form): string[] => questionsOf(form).map(({ key }) => key);

describe('changes of a form', () => {
  it('start with a form of one question that a person answers, and the service finds no other fault than missing words', () => {
    const form = emptyForm(WORDS);
    expect(plain(form)).toMatchObject({
      sections: [{ key: 'section', questions: [{ key: 'question', judge: { kind: 'human' } }] }],
    });
    expect(findFormFaults(plain(form.sections) as never)).toEqual([]);
  });

  it('add parts with keys of their own', () => {
    const [two, section] = addSection(emptyForm(WORDS), WORDS);
    const [three] = addQuestion(two, section, WORDS);
    expect(keysOf(three)).toEqual(['question', 'question_2', 'question_3']);
    expect(three.sections.map(({ key }) => key)).toEqual(['section', 'section_2']);
    const first = questionsOf(three)[0];
    const [four] = addAnswer(three, first?.[ID] ?? 0);
    expect(questionsOf(four)[0]?.answers.map(({ key }) => key)).toEqual(['yes', 'no', 'answer']);
    expect(findFormFaults(plain(four.sections) as never)).toEqual([]);
  });

  it('move a question through its section and on into the next, and there and back is the same', () => {
    const form = sample();
    const first = form.sections[0]?.questions[0];
    const id = first?.[ID] ?? 0;
    expect([canMove(form, id, -1), canMove(form, id, 1)]).toEqual([false, true]);
    expect(move(form, id, -1), 'no further up').toEqual(form);
    let moved = form;
    const steps = form.sections[0]?.questions.length ?? 0;
    for (let step = 0; step < steps; step++) moved = move(moved, id, 1);
    expect(numberOf(moved, id)).toBe('2.1');
    for (let step = 0; step < steps; step++) moved = move(moved, id, -1);
    expect(plain(moved)).toEqual(plain(form));
    const [section] = form.sections;
    const down = move(form, section?.[ID] ?? 0, 1);
    expect(down.sections.map(({ key }) => key).slice(0, 2)).toEqual([form.sections[1]?.key, form.sections[0]?.key]);
    const answer = first?.answers[0]?.[ID] ?? 0;
    expect(placeOf(move(form, answer, 1), id).question?.answers[1]?.[ID]).toBe(answer);
  });

  it('duplicate with keys of their own, and conditions inside a section lead to its own copies', () => {
    const form = sample();
    const asked = questionsOf(form).find(({ applies_if }) => applies_if);
    const section = placeOf(form, asked?.[ID] ?? 0).section;
    const [twice, id] = duplicate(form, section?.[ID] ?? 0, WORDS);
    const made = placeOf(twice, id).section;
    expect(made?.title).toBe(`${section?.title} (copy)`);
    expect(made?.questions.find(({ applies_if }) => applies_if)?.applies_if?.question).toBe('account_opened_2');
    expect(findFormFaults(plain(twice.sections) as never)).toEqual([]);
    expect(new Set(keysOf(twice)).size, 'keys').toBe(questionsOf(twice).length);
    const [more, copy] = duplicate(form, asked?.[ID] ?? 0, WORDS);
    expect(placeOf(more, copy).question?.key).toBe(`${asked?.key}_2`);
    expect(plain({ ...placeOf(more, copy).question, key: asked?.key })).toEqual(plain(asked));
  });

  it('are undone where a part stood, whatever was typed since', () => {
    const form = sample();
    const question = form.sections[1]?.questions[1];
    const parts = [form.sections[1], question, question?.answers[1]];
    for (const part of parts) {
      const [without, removed] = remove(form, part?.[ID] ?? 0);
      expect(JSON.stringify(without).length, 'less than before').toBeLessThan(JSON.stringify(form).length);
      const typed = { ...without, pass_mark: 91 };
      expect(removed && plain(putBack(typed, removed))).toEqual(plain({ ...form, pass_mark: 91 }));
    }
    expect(remove(form, -1)).toEqual([form, null]);
  });

  it('give each kind of judge answers that the question has', () => {
    for (const kind of ['phrases', 'metric', 'finding', 'model', 'human']) {
      const form = emptyForm(WORDS);
      const question = questionsOf(form)[0];
      if (!question) throw new Error('no question');
      const next = changeQuestion(form, question[ID], (one) => ({ ...one, judge: newJudge(kind, one) }));
      expect(findFormFaults(plain(next.sections) as never), kind).toEqual([]);
      expect(questionsOf(next)[0]?.judge.kind).toBe(kind);
    }
  });
});

describe('keys', () => {
  it('come from the words, in letters that the service takes', () => {
    const words = ['Did the agent greet?', 'Größe & Maß', '  24 hours: answered', 'Да', 'x'.repeat(80)];
    expect(words.map(keyFrom)).toEqual(['did_the_agent_greet', 'grosse_mass', 'hours_answered', '', 'x'.repeat(40)]);
    expect(keyFrom(`Was ${'everything '.repeat(9)}said`).length).toBeLessThanOrEqual(40);
    expect(freeKey('', ['question'], 'question')).toBe('question_2');
    expect(freeKey('na', [], 'answer'), 'kept for not applicable').toBe('answer');
  });

  it('follow the words of a new question, letter by letter, and stay once the question was published', () => {
    let form = emptyForm(WORDS);
    const id = questionsOf(form)[0]?.[ID] ?? 0;
    for (const text of ['D', 'Di', 'Did', 'Did s', 'Did she greet?']) form = withText(form, id, text, NONE);
    expect(keysOf(form)).toEqual(['did_she_greet']);
    form = withText(form, id, 'Did he greet?', new Set(['did_she_greet']));
    expect(keysOf(form)).toEqual(['did_she_greet']);
    const own = withText(withQuestionKey(form, id, 'greeting'), id, 'Hello?', NONE);
    expect(keysOf(own), 'a key that a person gave stays').toEqual(['greeting']);
    const section = form.sections[0]?.[ID] ?? 0;
    expect(withTitle(form, section, 'Opening', NONE).sections[0]?.key).toBe('opening');
  });

  it('take along what refers to them', () => {
    const form = sample();
    const asked = questionIn(form, 'account_opened');
    const renamed = withQuestionKey(form, asked[ID], 'opened');
    expect(questionsOf(renamed).flatMap(({ applies_if }) => applies_if?.question ?? [])).toEqual(['opened']);
    const yes = asked.answers[0]?.[ID] ?? 0;
    const other = withAnswerKey(form, yes, 'sure');
    expect(questionIn(other, 'account_opened').judge.answer).toBe('sure');
    expect(questionsOf(other).flatMap(({ applies_if }) => applies_if?.in ?? [])).toEqual(['sure']);
    const silence = questionIn(form, 'silence').answers[0]?.[ID] ?? 0;
    const banded = questionIn(withAnswerKey(form, silence, 'brief'), 'silence').judge;
    expect(banded.bands?.map(({ answer }) => answer)).toEqual(['brief', 'acceptable', 'long']);
    expect(findFormFaults(plain(other.sections) as never)).toEqual([]);
  });

  it('of answers follow their labels', () => {
    const form = emptyForm(WORDS);
    const question = questionsOf(form)[0];
    const yes = question?.answers[0]?.[ID] ?? 0;
    expect(placeOf(withLabel(form, yes, 'Of course', NONE), yes).answer?.key).toBe('of_course');
    expect(placeOf(withLabel(form, yes, 'Of course', new Set(['question'])), yes).answer?.key).toBe('yes');
  });
});

describe('faults', () => {
  const item = (path: string, msg = 'is wrong'): FaultItem => ({ loc: ['body', ...path.split('.')], msg });
  const fieldOf = (form: Form, path: string) => {
    const [fault] = faultsIn(form, [item(path)]);
    const { section, question, answer } = placeOf(form, fault?.part ?? 0);
    return [(answer ?? question ?? section)?.key ?? 'form', fault?.field];
  };

  it('stand at the field of the member that the service names', () => {
    const form = sample();
    const at = 'sections.1.questions.0';
    const question = form.sections[1]?.questions[0]?.key;
    const places: [string, string | undefined, string][] = [
      ['pass_mark', 'form', 'pass_mark'],
      ['min_coverage', 'form', 'min_coverage'],
      ['language', 'form', 'language'],
      ['sections', 'form', ''],
      ['sections.1.title', form.sections[1]?.key, 'title'],
      ['sections.1.weight', form.sections[1]?.key, 'weight'],
      ['sections.1.questions', form.sections[1]?.key, ''],
      [`${at}.answers.1.points`, form.sections[1]?.questions[0]?.answers[1]?.key, 'points'],
      [`${at}.answers.1.future.deep`, form.sections[1]?.questions[0]?.answers[1]?.key, ''],
      [`${at}.answers`, question, 'answers'],
      [`${at}.within`, question, 'within.from'],
      [`${at}.within.seconds`, question, 'within.seconds'],
      [`${at}.applies_if`, question, 'applies_if.question'],
      [`${at}.applies_if.question`, question, 'applies_if.question'],
      [`${at}.applies_if.in.1`, question, 'applies_if.in'],
      [`${at}.judge`, question, 'judge.kind'],
      [`${at}.judge.any.2`, question, 'judge.any'],
      [`${at}.judge.none.0`, question, 'judge.none'],
      [`${at}.judge.bands`, question, 'judge.bands'],
      [`${at}.judge.bands.1`, question, 'judge.bands.1.answer'],
      [`${at}.judge.bands.1.below`, question, 'judge.bands.1.below'],
      [`${at}.automation`, question, 'automation'],
      [`${at}.future`, question, ''],
      ['sections.77.title', 'form', ''],
      ['future', 'form', ''],
    ];
    for (const [path, part, field] of places) expect(fieldOf(form, path), path).toEqual([part, field]);
  });

  it('of every member that the API document has stand at a field of their own', () => {
    const form = sample();
    const prefixes = {
      RevisionRequest: '',
      FormSectionRequest: 'sections.0.',
      FormQuestionRequest: 'sections.0.questions.0.',
      FormAnswerRequest: 'sections.0.questions.0.answers.0.',
      QuoteWindowRequest: 'sections.0.questions.0.within.',
      QuestionConditionRequest: 'sections.0.questions.0.applies_if.',
      PhrasesJudgeRequest: 'sections.0.questions.0.judge.',
      MetricJudgeRequest: 'sections.0.questions.0.judge.',
      FindingJudgeRequest: 'sections.0.questions.0.judge.',
      ModelJudgeRequest: 'sections.0.questions.0.judge.',
      HumanJudgeRequest: 'sections.0.questions.0.judge.',
      MetricBandRequest: 'sections.0.questions.0.judge.bands.0.',
    };
    for (const [schema, prefix] of Object.entries(prefixes)) {
      const { properties } = openapi.components.schemas[schema as keyof typeof prefixes];
      for (const name of Object.keys(properties).filter((one) => one !== 'sections' && one !== 'questions'))
        expect(fieldOf(form, prefix + name)[1], `${schema}.${name}`).not.toBe('');
    }
  });

  it('go with their part, and leave when the member is changed or the part is deleted', () => {
    const form = sample();
    const [section, other] = form.sections;
    const question = section?.questions[0];
    if (!section || !other || !question) throw new Error('no question');
    const faults = faultsIn(form, [item('sections.0.questions.0.text'), item('sections.1.weight'), item('sections')]);
    const moved = move(move(form, question[ID], 1), section[ID], 1);
    expect(openFaults(moved, faults.slice(0, 2)), 'after moving').toHaveLength(2);
    const typed = changeQuestion(form, question[ID], (one) => ({ ...one, text: `${one.text}!` }));
    expect(openFaults(typed, faults).map(({ field }) => field)).toEqual(['weight']);
    expect(openFaults(remove(form, other[ID])[0], faults.slice(1, 2)), 'of a deleted part').toEqual([]);
  });
});

describe('numbers of a form', () => {
  it('are read as they are typed, and stay texts where they are none', () => {
    expect(['10', ' 1,5 ', '1.', '', '-', 'ten', '1e3'].map(amountOf)).toEqual([10, 1.5, 1, '', '-', 'ten', 1000]);
  });

  it('are shares of what stands beside them', () => {
    const weights = [{ weight: 20 }, { weight: 60 }, { weight: 'x' }];
    expect([shareOf(20, weights), shareOf('x', weights), shareOf(0, [{ weight: 0 }])]).toEqual([0.25, 0, null]);
  });
});

describe('the gate', () => {
  const told = ({ status, message: detail }: { readonly status: number; readonly message: string }) =>
    new CallAnalysisError({ kind: 'api', status, detail });

  it('is read in the sentences of the service', () => {
    const unfinished = told(gateUnfinished(41, 100));
    expect(judgedSoFar(unfinished)).toEqual({ n: 41, of: 100 });
    expect(isRefusedByGate(unfinished), 'unfinished').toBe(false);
    for (const refusal of gateRefusals()) {
      expect(isRefusedByGate(told(refusal)), refusal.message).toBe(true);
      expect(judgedSoFar(told(refusal))).toBeNull();
    }
    const archived = new CallAnalysisError({ kind: 'api', status: 400, detail: 'The scorecard is archived' });
    expect(isRefusedByGate(archived), 'archived').toBe(false);
  });
});

describe('findings of a check', () => {
  const finding = (code: string, ...loc: string[]) => ({
    loc: ['sections', '0', 'questions', '0', ...loc],
    code: code as 'no_na',
    message: code,
  });

  it('stay with their question, and go with what they are about', () => {
    const form = sample();
    const [first] = questionsOf(form);
    const found = findingsIn(form, [
      finding('never_varies'),
      finding('no_guidance', 'guidance'),
      finding('absence_auto_fail', 'answers', '1', 'auto_fail'),
    ]);
    expect(found.map((one) => subjectOf(form, one))).toEqual(['', expect.any(String), first?.answers[1]?.label]);
    expect(first && findingsOf(form, first, found), 'findings of the question').toHaveLength(3);
    const moved = move(form, first?.[ID] ?? 0, 1);
    const after = placeOf(moved, first?.[ID] ?? 0).question;
    expect(after && findingsOf(moved, after, found), 'findings after a move').toHaveLength(3);
    const mended = changeQuestion(form, first?.[ID] ?? 0, (one) => ({ ...one, guidance: 'Yes, if it was said.' }));
    expect(openFaults(mended, found).map(({ msg }) => msg)).toEqual(['never_varies', 'absence_auto_fail']);
  });

  it('add up over several requests', () => {
    const once = [{ question: 'q', same: 4, of: 5 }];
    expect(addStability([], once)).toEqual(once);
    expect(addStability(once, [{ question: 'q', same: 5, of: 5 }])).toEqual([{ question: 'q', same: 9, of: 10 }]);
    expect([9, 8].map((same) => isUnstable({ question: 'q', same, of: 10 }))).toEqual([false, true]);
  });
});
