import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyseByRules, assignRolesByRules, loadRuleBooks } from '../../../src/adapters/rules/judge-by-rules.js';
import { RulesCallAnalyst } from '../../../src/adapters/rules/rules.call-analyst.js';
import { rulesInThread } from '../../../src/adapters/rules/rules-in-thread.js';
import type { CallToAnalyse } from '../../../src/ports/call-analyst.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { itInWhole } from '../../gates/it-in-whole.js';
import { describeAborts } from '../../ports/call-analyst.contract.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { goodCall } from '../../support/builders/rule-calls.js';

const neverAborted = new AbortController().signal;
let scratchDir: string;
beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'rules-in-thread-'));
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

async function failureOf(running: Promise<unknown>): Promise<unknown> {
  return running.then(
    () => expect.fail('the thread has answered'),
    (error: unknown) => error,
  );
}

/** The good call, over and over. */
function callOf(times: number): CallToAnalyse {
  const segments = segmentsOf(Array.from({ length: times }, () => goodCall).flat());
  return { segments, language: 'en', outputLanguage: null, durationMs: 100_000, spotted: [] };
}

async function saveProgram(text: string): Promise<string> {
  const path = join(scratchDir, `${Math.random()}.mjs`);
  await writeFile(path, text);
  return path;
}

// The other cases of the contract, in rules.call-analyst.unit.test.ts, ask about short calls.
describe('the contract of CallAnalyst: rules, asked about a call so long that a thread judges it', () => {
  const working = async () => new RulesCallAnalyst();
  // The thread has the call as soon as the analyst is asked, and its answer cannot arrive before this thread waits for it.
  const stuck = async () => ({ analyst: await working(), started: () => Promise.resolve() });
  describeAborts(
    { working, stuck, answering: { noCase: 'an answer is one message, which arrives whole' } },
    callOf(20),
  );
});

describe('the thread of the rules', () => {
  it('judges a call as this thread does', async () => {
    const books = loadRuleBooks();
    const call = callOf(1);
    expect(await rulesInThread('analyse', call, { signal: neverAborted })).toEqual(analyseByRules(books, call));
    expect(await rulesInThread('assignRoles', call, { signal: neverAborted })).toEqual(assignRolesByRules(books, call));
  });

  it('judges calls at the same time and one after another, also after a task that failed', async () => {
    const books = loadRuleBooks();
    const calls = [1, 2, 3].map(callOf);
    const expected = calls.map((call) => analyseByRules(books, call));
    const judged = () => Promise.all(calls.map((call) => rulesInThread('analyse', call, { signal: neverAborted })));
    expect(await judged()).toEqual(expected);
    const run = new AbortController();
    const running = rulesInThread('analyse', callOf(50), { signal: run.signal });
    run.abort(new Error('the claim is lost'));
    await expect(running).rejects.toThrow('the claim is lost');
    expect(await judged()).toEqual(expected);
  });

  itInWhole('judges a call of ten hours, while the event loop goes on', async () => {
    const call = callOf(500);
    const analyst = new RulesCallAnalyst();
    const before = performance.eventLoopUtilization();
    const report = await analyst.analyse(call, neverAborted);
    const { utilization } = performance.eventLoopUtilization(before);
    expect(report.findings.greeting.met, 'the greeting is met').toBe(true);
    // Judged on the event loop, all of the time.
    expect(utilization, 'the share of the time for which the event loop was busy').toBeLessThan(0.5);
  });

  it('ends when the call run is aborted', async () => {
    const run = new AbortController();
    const workerPath = await saveProgram('setInterval(() => {}, 1000);');
    const running = rulesInThread('analyse', callOf(1), { signal: run.signal, workerPath });
    run.abort(new Error('the claim is lost'));
    await expect(running).rejects.toThrow('the claim is lost');
    await expect(rulesInThread('analyse', callOf(1), { signal: run.signal })).rejects.toThrow('the claim is lost');
  });

  it('is stopped after its time-out', async () => {
    const workerPath = await saveProgram('setInterval(() => {}, 1000);');
    const running = rulesInThread('analyse', callOf(1), { signal: neverAborted, workerPath, timeoutMs: 200 });
    const error = await failureOf(running);
    expect(error, 'a thread that hangs is no failure that the pipeline knows').toBeInstanceOf(ProviderError);
    expect(error, 'the log does not say that the rules took too long').toMatchObject({
      retryable: true,
      cause: { message: 'Judging by rules took too long' },
    });
  });

  it.each([
    ['ends without an answer', 'process.exit(0);', 'ended without an answer'],
    ['throws', 'throw new Error("out of order");', 'out of order'],
  ])('rejects when the thread %s', async (_what, program, message) => {
    const workerPath = await saveProgram(program);
    const error = await failureOf(rulesInThread('analyse', callOf(1), { signal: neverAborted, workerPath }));
    expect(error, 'a thread that fails is no failure that the pipeline knows').toBeInstanceOf(ProviderError);
    expect(error, 'the log does not say why the thread failed').toMatchObject({
      retryable: true,
      cause: { message: expect.stringContaining(message) },
    });
  });
});
