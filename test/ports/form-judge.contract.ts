// The cases that every implementation of FormJudge must pass. The test file of each adapter registers them.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallToAnalyse } from '../../src/ports/call-analyst.js';
import { type AskedQuestion, type FormJudge, MAX_QUESTIONS_A_BATCH } from '../../src/ports/form-judge.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import type { Segment } from '../../src/ports/transcript.js';
import { isCase, type NoCase } from './no-case.js';

export interface FormJudgeSetup {
  /** A judge that answers every question that it is asked. */
  readonly working: (() => Promise<FormJudge>) | NoCase;
  /** A judge without an answer yet. */
  readonly stuck: (() => Promise<StuckJudge>) | NoCase;
  /** A judge whose answer has begun and never ends. */
  readonly answering: (() => Promise<StuckJudge>) | NoCase;
  readonly odd: readonly OddJudgement[] | NoCase;
  readonly failures: readonly JudgementFailure[] | NoCase;
  /** Keys and provider texts, which neither clients nor the log may hold. What was said and asked is checked in any case. */
  readonly secrets: readonly string[];
  /** Hosts, which the log may hold and clients may not. */
  readonly hosts: readonly string[];
  /** A judge without an engine: it stands in where no language model is configured. */
  readonly absent: (() => FormJudge) | NoCase;
}

export interface StuckJudge {
  readonly judge: FormJudge;
  /** Resolves once the judge is where the case wants it to be aborted. */
  started(): Promise<unknown>;
}

export interface JudgementFailure {
  readonly what: string;
  readonly retryable: boolean;
  judge(): Promise<FormJudge>;
}

export interface OddJudgement {
  readonly what: string;
  judge(): Promise<FormJudge>;
}

const CALL: CallToAnalyse = {
  segments: ['Thank you for calling Acme.', 'Hi, I would like to change my plan.'].map((text, id): Segment => {
    const span = { startMs: id * 1000, endMs: id * 1000 + 900 };
    return { id, speaker: id === 0 ? 'agent' : 'customer', channel: id, ...span, text, confidence: null, words: null };
  }),
  language: 'en',
  outputLanguage: null,
  durationMs: 2000,
  spotted: [],
};
const QUESTION = 'Did the agent greet the customer?';
const questionsOf = (count: number): AskedQuestion[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `question_${index}`,
    text: QUESTION,
    guidance: null,
    speaker: 'agent',
    within: null,
    answers: [
      { key: 'yes', label: 'Yes', needsQuote: true },
      { key: 'no', label: 'No', needsQuote: false },
    ],
    na: index % 2 === 0,
  }));
const never = () => new AbortController().signal;

export function describeFormJudge(name: string, setup: FormJudgeSetup): void {
  const { working, absent } = setup;
  describe(`the contract of FormJudge: ${name}`, () => {
    if (isCase(working)) describeAnswers(working);
    if (isCase(absent)) describeAbsence(absent);
    describeAborts(setup);
    describeFailures(setup);
    describeOddAnswers(setup);
  });
}

function describeAnswers(working: () => Promise<FormJudge>): void {
  it('has a name and a version of its prompt', async () => {
    const { engine } = await working();
    expect(engine?.name, 'clients cannot read the name of the judge').toMatch(/^[\w:.-]+$/);
    expect(engine?.promptVersion, 'answers of two versions look alike').toMatch(/^[\w.-]+$/);
  });

  it.each([
    ['one question', 1, CALL],
    ['as many as a batch holds', MAX_QUESTIONS_A_BATCH, CALL],
    ['a call in which nothing was said', 2, { ...CALL, segments: [] }],
    ['a call of no known language', 2, { ...CALL, language: null }],
  ])('proposes answers to the questions asked, each once: %s', async (_what, count, call) => {
    const questions = questionsOf(count);
    const proposed = await (await working()).answer(call, questions, never());
    expectProposals(proposed, questions);
    const answered = new Set(proposed.answers.map(({ question }) => question));
    expect(answered, 'questions of the batch were lost').toEqual(new Set(questions.map(({ key }) => key)));
  });

  it('tells a price in whole millionths that grows with the tokens, or none', async () => {
    const judge = await working();
    const [few, many] = [judge.costOf(1, 1), judge.costOf(1_000_000, 1_000_000)];
    if (few === null || many === null) return expect([few, many], 'one price is told').toEqual([null, null]);
    for (const { amountMicros } of [few, many]) expect(amountMicros, 'millionths').toSatisfy(Number.isSafeInteger);
    expect(many.amountMicros, 'more tokens cost no more').toBeGreaterThan(few.amountMicros);
    const cached = judge.costOf(1_000_000, 1_000_000, 500_000);
    expect(cached?.amountMicros, 'what is read from the cache costs more').toBeLessThanOrEqual(many.amountMicros);
  });

  it('estimates more for more questions and for a longer call', async () => {
    const judge = await working();
    const few = judge.estimateTokens(1000, questionsOf(1));
    const many = judge.estimateTokens(100_000, questionsOf(MAX_QUESTIONS_A_BATCH));
    expect(few.inputTokens, 'a batch seems to cost nothing').toBeGreaterThan(0);
    expect(many.inputTokens, 'a longer call seems to cost no more').toBeGreaterThan(few.inputTokens);
    expect(many.outputTokens, 'more questions seem to cost no more').toBeGreaterThan(few.outputTokens);
  });
}

function describeAbsence(absent: () => FormJudge): void {
  it('has no engine, and foretells neither tokens nor a price', () => {
    const judge = absent();
    expect(judge.engine, 'the pipeline would ask it').toBeNull();
    expect(judge.costOf(1000, 100), 'a price is told for what no model answers').toBeNull();
    expect(judge.estimateTokens(100_000, questionsOf(2))).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  it.each([
    ['at all', never()],
    ['with a signal that is aborted', AbortSignal.abort(new Error('aborted before'))],
  ])('an answer is a fault of this service, not of a provider: asked %s', async (_what, signal) => {
    const error = await absent()
      .answer(CALL, questionsOf(1), signal)
      .catch((reason: unknown) => reason);
    expect(error, 'a judge without a model answers').toBeInstanceOf(Error);
    expect(error, 'the pipeline would ask again').not.toBeInstanceOf(ProviderError);
    expect(String(error), 'the operator is not told why').toMatch(/^Error: No language model is configured[^\n]*$/);
  });
}

function describeAborts({ working, stuck, answering }: FormJudgeSetup): void {
  if (isCase(working)) {
    it("rejects with the signal's reason when it was aborted before", async () => {
      const reason = new Error('aborted before');
      const asked = (await working()).answer(CALL, questionsOf(1), AbortSignal.abort(reason));
      await expect(asked, 'an evaluation that was given up is judged').rejects.toBe(reason);
    });

    it('judges the next call while the signal of the one before aborts', async () => {
      const judge = await working();
      const before = new AbortController();
      const proposed = await judge.answer(CALL, questionsOf(2), before.signal);
      const next = judge.answer(CALL, questionsOf(2), never());
      before.abort(new Error('aborted after'));
      expect(await next, 'the abort of a call that was judged changes the next one').toEqual(proposed);
    });
  }

  for (const [when, start] of [
    ['while the judge works', stuck],
    ['after the answer has begun', answering],
  ] as const) {
    if (!isCase(start)) continue;
    it(`rejects with the signal's reason when it is aborted ${when}`, async () => {
      const { judge, started } = await start();
      const controller = new AbortController();
      const asked = judge.answer(CALL, questionsOf(1), controller.signal);
      await Promise.race([started(), asked]);
      const reason = new Error('aborted in the middle');
      controller.abort(reason);
      await expect(asked, 'an evaluation that was given up goes on, or ends with another error').rejects.toBe(reason);
    });
  }
}

function describeFailures({ failures, secrets, hosts }: FormJudgeSetup): void {
  if (!isCase(failures)) return;
  it.each(failures)('reports as a ProviderError: $what', async ({ what, retryable, judge }) => {
    const error = await (await judge()).answer(CALL, questionsOf(2), never()).then(
      () => expect.fail(`${what}, and the questions are answered`),
      (reason: unknown) => reason,
    );
    expect(error, `${what}, and the error is no ProviderError`).toBeInstanceOf(ProviderError);
    expect(error, `${what}, and the evaluation is ${retryable ? 'given up' : 'tried again'}`).toMatchObject({
      retryable,
    });
    expectDiscreet(error, secrets, hosts);
  });
}

function describeOddAnswers({ odd, secrets, hosts }: FormJudgeSetup): void {
  if (!isCase(odd)) return;
  it.each(odd)('reads an odd answer as proposals of the port, or refuses it: $what', async ({ judge }) => {
    const questions = questionsOf(2);
    const outcome = await (await judge()).answer(CALL, questions, never()).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) return expectProposals(outcome, questions);
    expect(outcome, `an odd answer fails the evaluation without a reason: ${outcome}`).toBeInstanceOf(ProviderError);
    expectDiscreet(outcome, secrets, hosts);
  });
}

/** Fails unless the error is one sentence for the client, and neither it nor its cause, which is logged, tells too much. */
function expectDiscreet(error: unknown, secrets: readonly string[], hosts: readonly string[]): void {
  expect(String(error), 'the error is not one sentence').toMatch(/^ProviderError: [A-Z][^\n]*$/);
  for (const host of hosts) expect(String(error), 'the error tells what no client may read').not.toContain(host);
  const cause = error instanceof Error ? String(error.cause) : '';
  for (const text of [...secrets, QUESTION, ...CALL.segments.map((segment) => segment.text)]) {
    expect(String(error), 'the error tells what no client may read').not.toContain(text);
    expect(cause, 'the log tells what it must not hold').not.toContain(text);
  }
}

const clean = z.string().regex(/^[^\0\p{Surrogate}]*$/u);
const tokens = z.int().nonnegative().nullable();
const proposalsShape = z.strictObject({
  answers: z.array(
    z.strictObject({
      question: z.string(),
      answer: z.string().nullable(),
      confidence: z.number().min(0).max(1),
      rationale: clean,
      quotes: z.array(z.strictObject({ segmentId: z.int().nonnegative(), quote: clean.min(1) })),
    }),
  ),
  inputTokens: tokens,
  outputTokens: tokens,
  cachedInputTokens: z.int().nonnegative().optional(),
});

function expectProposals(proposed: unknown, questions: readonly AskedQuestion[]): void {
  const { error, data } = proposalsShape.safeParse(proposed);
  const faults = (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(faults, 'the proposals do not have the shape of the port').toEqual([]);
  const answers = data?.answers ?? [];
  const keys = answers.map(({ question }) => question);
  expect(new Set(keys).size, 'a question has two answers').toBe(keys.length);
  for (const { question: key, answer } of answers) {
    const question = questions.find((each) => each.key === key);
    const allowed = [null, ...(question?.answers.map((each) => each.key) ?? []), ...(question?.na ? ['na'] : [])];
    expect(question, `an answer to a question that was not asked: ${key}`).toBeDefined();
    expect(allowed, `${key} has an answer that the question does not know`).toContain(answer);
  }
}
