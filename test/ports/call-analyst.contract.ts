// The cases that every implementation of CallAnalyst must pass. The test file of each adapter registers them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnalystReport, CallAnalyst, CallToAnalyse } from '../../src/ports/call-analyst.js';
import { eachFinding } from '../../src/ports/findings.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import type { Segment } from '../../src/ports/transcript.js';
import { isCase, type NoCase } from './no-case.js';

export interface CallAnalystSetup {
  /** An analyst that works. */
  working(): Promise<CallAnalyst>;
  /** An analyst that works on the call, and has no answer yet. */
  readonly stuck: (() => Promise<StuckAnalyst>) | NoCase;
  /** An analyst whose answer has begun and never ends. */
  readonly answering: (() => Promise<StuckAnalyst>) | NoCase;
  /** Answers of a provider that no contract has. */
  readonly odd: readonly OddAnalysis[] | NoCase;
  readonly failures: readonly AnalysisFailure[] | NoCase;
  /** Keys, hosts and provider texts that no error message may hold. What was said in the call is checked in any case. */
  readonly secrets: readonly string[];
  /** An analyst that cannot be used until an operator acts. */
  readonly unusable: (() => Promise<CallAnalyst>) | NoCase;
}

export interface StuckAnalyst {
  readonly analyst: CallAnalyst;
  /** Resolves once the analyst works on the call. */
  started(): Promise<unknown>;
}

export interface AnalysisFailure {
  readonly what: string;
  readonly retryable: boolean;
  analyst(): Promise<CallAnalyst>;
}

export interface OddAnalysis {
  readonly what: string;
  analyst(): Promise<CallAnalyst>;
}

const CALL = callOf([
  ['agent', 'Thank you for calling Acme, my name is Dana. This call is recorded.'],
  ['customer', 'Hello. I think I have been charged twice for the same month.'],
  ['agent', 'I am sorry to hear that. I have sent the refund to your bank.'],
]);
const SAID = CALL.segments.map(({ text }) => text);
const QUESTIONS = ['analyse', 'assignRoles'] as const;
const never = () => new AbortController().signal;

export function describeCallAnalyst(name: string, setup: CallAnalystSetup): void {
  describe(`the contract of CallAnalyst: ${name}`, () => {
    describeFacts(setup);
    describeReports(setup);
    describeRoles(setup);
    describeAborts(setup, CALL);
    describeFailures(setup);
    describeOddAnswers(setup);
  });
}

function describeFacts({ working, unusable }: CallAnalystSetup): void {
  it('has a name, a grade and a version of its rules', async () => {
    const { engine } = await working();
    expect(engine.name).toMatch(/^[\w:.-]+$/);
    expect(['production', 'local', 'demo']).toContain(engine.grade);
    expect(engine.rulesVersion).toMatch(/^[\w.-]+$/);
  });

  it('names phrases to spot for any language, each once', async () => {
    const analyst = await working();
    for (const language of ['en', 'de', 'en-GB', 'xx', null]) {
      const phrases = analyst.phrasesToSpot(language);
      expect(phrases.filter((phrase) => phrase.trim() === '')).toEqual([]);
      expect(new Set(phrases).size, 'different phrases').toBe(phrases.length);
    }
  });

  it('resolves the check of a usable analyst', async () => {
    await expect((await working()).check()).resolves.toBeUndefined();
  });

  if (!isCase(unusable)) return;
  it('rejects the check of an unusable analyst with one sentence for the operator', async () => {
    const error = await rejectionOf((await unusable()).check(), 'an unusable analyst passes its check');
    expect(error, 'the check rejects with something that is no error').toBeInstanceOf(Error);
    expect(error instanceof Error && error.message, 'the check does not tell one sentence').toMatch(/^[A-Z][^\n]*\.$/);
  });
}

function describeReports({ working }: CallAnalystSetup): void {
  it('gives a report of the shape of the port, and changes nothing of the call', async () => {
    expectReport(await (await working()).analyse(deepFrozen(CALL), never()), 'a call');
  });

  it.each(['en', 'de', 'fr', 'pt-BR', null])('judges a call in any language: %s', async (language) => {
    expectReport(await (await working()).analyse({ ...CALL, language }, never()), `a call in the language ${language}`);
  });

  it('judges a call in which nothing was said', async () => {
    expectReport(await (await working()).analyse(callOf([]), never()), 'a call without words');
  });

  it('judges any words of any speaker', async () => {
    const analyst = await working();
    const line = fc.tuple(fc.constantFrom('agent', 'customer', 'speaker_0'), fc.string({ unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
        expectReport(await analyst.analyse(callOf(lines), never()), `the words ${JSON.stringify(lines)}`);
      }),
      { numRuns: 20 },
    );
  });
}

function describeRoles({ working }: CallAnalystSetup): void {
  it.each([
    ['a label for each voice', CALL],
    ['labels without roles', callOf([...CALL.segments].map(({ text }, index) => [`speaker_${index % 2}`, text]))],
    ['one label for all voices', callOf(CALL.segments.map(({ text }) => ['speaker_0', text]))],
  ])('gives roles only to labels and segments of the call: %s', async (_what, call) => {
    const { speakers, segments } = await (await working()).assignRoles(deepFrozen(call), never());
    const labels = new Set<string>(call.segments.map(({ speaker }) => speaker));
    expect(Object.keys(speakers).filter((label) => !labels.has(label))).toEqual([]);
    const ids = new Set(call.segments.map(({ id }) => String(id)));
    expect(Object.keys(segments ?? {}).filter((id) => !ids.has(id))).toEqual([]);
    for (const given of [...Object.values(speakers), ...Object.values(segments ?? {})]) roleShape.parse(given);
  });

  it('gives no roles where nothing was said', async () => {
    expect(await (await working()).assignRoles(callOf([]), never())).toEqual({ speakers: {}, segments: null });
  });
}

/** @param call that the analyst is given */
export function describeAborts(
  { working, stuck, answering }: Pick<CallAnalystSetup, 'working' | 'stuck' | 'answering'>,
  call: CallToAnalyse,
): void {
  it.each(QUESTIONS)("rejects with the signal's reason when it was aborted before: %s", async (question) => {
    const reason = new Error('aborted before');
    const asked = (await working())[question](call, AbortSignal.abort(reason));
    await expect(asked, 'a call that was given up is judged').rejects.toBe(reason);
  });

  for (const [when, start] of [
    ['in the middle', stuck],
    ['in the answer', answering],
  ] as const) {
    if (!isCase(start)) continue;
    it.each(QUESTIONS)(`rejects with the signal's reason when it is aborted ${when}: %s`, async (question) => {
      const { analyst, started } = await start();
      const controller = new AbortController();
      const asked = analyst[question](call, controller.signal);
      await Promise.race([started(), asked]);
      const reason = new Error(`aborted ${when}`);
      controller.abort(reason);
      await expect(asked, 'a call that was given up is judged, or ends with another error').rejects.toBe(reason);
    });
  }

  it.each(QUESTIONS)('judges the next call while the signal of the one before aborts: %s', async (question) => {
    const analyst = await working();
    const before = new AbortController();
    const given = await analyst[question](call, before.signal);
    const next = analyst[question](call, never());
    before.abort(new Error('aborted after'));
    expect(await next, 'the abort of a call that was judged changes the next one').toEqual(given);
  });
}

function describeFailures({ failures, secrets }: CallAnalystSetup): void {
  if (!isCase(failures)) return;
  it.each(failures)('reports as a ProviderError: $what', async ({ what, retryable, analyst }) => {
    for (const question of QUESTIONS) {
      const asked = (await analyst())[question](CALL, never());
      const error = await rejectionOf(asked, `${what}, and ${question} gives an answer`);
      expect(error, `${what}, and the error of ${question} is no ProviderError`).toBeInstanceOf(ProviderError);
      expect(error, `${what}, and ${question} is ${retryable ? 'given up' : 'asked again'}`).toMatchObject({
        retryable,
      });
      expect(String(error), `${what}, and ${question} does not tell one sentence`).toMatch(
        /^ProviderError: [A-Z][^\n]*$/,
      );
      for (const text of [...secrets, ...SAID])
        expect(String(error), `${what}, and ${question} tells what no client may read`).not.toContain(text);
    }
  });
}

function describeOddAnswers({ odd, secrets }: CallAnalystSetup): void {
  if (!isCase(odd)) return;
  const cases = odd.map((each) => [each.what, each] as const);
  it.each(cases)('reads an odd answer as a report and roles of the port, or refuses it: %s', async (_what, each) => {
    for (const question of QUESTIONS) {
      const given: unknown = await (await each.analyst())[question](CALL, never()).catch((error: unknown) => error);
      if (given instanceof Error) {
        expect(given, `${question} fails the call without a reason for the client: ${given}`).toBeInstanceOf(
          ProviderError,
        );
        for (const text of [...secrets, ...SAID])
          expect(String(given), `${question} tells what no client may read`).not.toContain(text);
      } else {
        const shape = question === 'analyse' ? reportShape : rolesShape;
        expect(shape.safeParse(given).error?.issues ?? [], `${question} gives what the port does not know`).toEqual([]);
      }
    }
  });
}

function callOf(lines: ReadonlyArray<readonly [string, string]>): CallToAnalyse {
  const segments = lines.map(([speaker, text], id): Segment => {
    const span = { startMs: id * 5000, endMs: id * 5000 + 4000 };
    return { id, speaker: speaker as Segment['speaker'], channel: null, ...span, text, confidence: null, words: null };
  });
  return { segments, language: 'en', outputLanguage: null, durationMs: lines.length * 5000, spotted: [] };
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}

/** @param fulfilled what is wrong where it does not reject */
async function rejectionOf(promise: Promise<unknown>, fulfilled: string): Promise<unknown> {
  return promise.then(
    () => expect.fail(fulfilled),
    (reason: unknown) => reason,
  );
}

/** @param judged what the analyst was given */
function expectReport(report: AnalystReport, judged: string): void {
  expect(reportShape.safeParse(report).error?.issues ?? [], `the report on ${judged} is not of the port`).toEqual([]);
}

const confidence = z.number().min(0).max(1);
const sentence = z.string().min(1);
const count = z.int().nonnegative();
const quotes = z.array(z.strictObject({ segmentId: z.int().nonnegative(), quote: sentence }));
const finding = z.strictObject({
  met: z.boolean(),
  confidence,
  quotes,
  spotted: z.boolean(),
  assessable: z.boolean().optional(),
});
const rule = z.string().regex(/^[a-z][a-z_]*$/);
const role = z.enum(['agent', 'customer']);
const roleShape = z.strictObject({ role, confidence });
const rolesShape = z.strictObject({
  speakers: z.record(z.string(), roleShape),
  segments: z.record(z.string(), roleShape).nullable(),
});
const sentiment = z.enum(['positive', 'neutral', 'negative', 'mixed']);
const reportShape = z.strictObject({
  findings: z.strictObject(eachFinding(() => finding)),
  missingDisclosures: z.array(sentence),
  violations: z.array(z.strictObject({ rule, description: sentence.nullable(), confidence, quotes })),
  observations: z
    .array(
      z.strictObject({
        rule,
        category: z.enum(['customer_signal', 'agent_practice', 'agent_conduct']),
        description: sentence,
        speaker: role,
        observed: z.boolean(),
        confidence,
        quotes,
      }),
    )
    .optional(),
  sentiment: z.strictObject({ overall: sentiment, customer: sentiment, agent: sentiment }),
  customerEffortScore: z.int().min(1).max(5).nullable(),
  strengths: z.array(sentence),
  recommendations: z.array(sentence),
  summary: z.string(),
  isStockProse: z.boolean().optional(),
  manipulationSuspected: z.boolean(),
  tokens: z
    .strictObject({ inputTokens: count, outputTokens: count, cachedInputTokens: count, background: z.unknown() })
    .partial({ background: true })
    .optional(),
});
