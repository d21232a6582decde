// The threads that judge calls by scorecards: what becomes of a call that takes too long, or more memory than a thread has.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COSTLY_QUESTIONS, longTranscript } from '../../../../bench/evaluations/dearest-form.mjs';
import type { StoredCall } from '../../../../src/judgement/form/evaluated-call.js';
import { Judging, TooCostly } from '../../../../src/judging/evaluating/threads/judging.js';
import { TaskRunner } from '../../../../src/judging/evaluating/threads/judging-task.js';
import type { Transcript } from '../../../../src/ports/transcript.js';
import { toTranscriptResponse } from '../../../../src/speech/transcript/transcript-wire.js';
import { CLEAR_TRANSCRIPT, judge, reportOf } from '../../../support/builders/judged-call.js';
import { byFinding, byPhrases, formOf, questionOf } from '../../../support/builders/judged-form.js';
import { collectGarbage } from '../../../support/processes/collect-garbage.js';

const neverAborted = new AbortController().signal;
let scratchDir: string;
beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'judging-'));
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

const storedCall = (transcript: Transcript = CLEAR_TRANSCRIPT): StoredCall => ({
  words: JSON.stringify(toTranscriptResponse(transcript, true)),
  metrics: JSON.stringify({ silence_seconds: 5 }),
  results: JSON.stringify(judge(reportOf())),
  duration_ms: String(transcript.segments.at(-1)?.endMs),
  damaged: false,
  output_language: null,
});

const FORM = JSON.stringify(
  formOf([
    byPhrases(['call is recorded'], { key: 'said' }),
    byFinding('greeting', { key: 'found' }),
    { ...byPhrases(['x'], { key: 'person' }), judge: { kind: 'human' } },
  ]),
);

const MEASURED = questionOf(
  { kind: 'metric', metric: 'silence_seconds', bands: [{ below: null, answer: 'no' }] },
  { key: 'measured', speaker: null },
);

async function programOf(text: string): Promise<string> {
  const path = join(scratchDir, `${Math.random()}.mjs`);
  await writeFile(path, `import { parentPort } from 'node:worker_threads';\n${text}`);
  return path;
}

const reasonsIn = ({ judged }: { readonly judged: string }) =>
  JSON.parse(judged).map(({ question, state, reason }: Record<string, string>) => [question, state, reason]);

describe('a thread that judges by scorecards', () => {
  const task = { form: FORM, call: storedCall(), proposals: new Map() };

  it('answers as the task does without a thread, and shows a model the call', async () => {
    const judging = new Judging();
    const runner = new TaskRunner();
    expect(await judging.judge('a', task, neverAborted)).toEqual(runner.run({ judge: task }));
    expect(await judging.read('a', task.call, neverAborted)).toEqual(runner.run({ read: task.call }));
  });

  it('judges the dearest form on a call of ten hours while the event loop goes on, and says that its phrases cost too much', async () => {
    const form = JSON.stringify(formOf([...COSTLY_QUESTIONS, MEASURED]));
    const before = performance.eventLoopUtilization();
    const judged = await new Judging().judge(
      'a',
      { form, call: storedCall(longTranscript()), proposals: new Map() },
      neverAborted,
    );
    const { utilization } = performance.eventLoopUtilization(before);
    const reasons = reasonsIn(judged);
    expect(reasons.slice(0, -1)).toEqual(COSTLY_QUESTIONS.map(({ key }) => [key, 'not_assessable', 'too_costly']));
    expect(reasons.at(-1), 'the question that needs no phrases').toEqual(['measured', 'answered', null]);
    // Judged on the event loop, nearly all of the time.
    expect(utilization, 'the share of the time for which the event loop was busy').toBeLessThan(0.5);
  });

  it('that takes too long with the phrases judges the rest [fault 97]', async () => {
    // Stands still for as long as it is asked for the phrases.
    const workerPath = await programOf(`parentPort.on('message', ({ judge }) => {
      while (judge.maxSteps !== 0);
      parentPort.postMessage({ judged: 'without the phrases' });
    });`);
    const judging = new Judging({ workerPath, timeoutMs: 1_000 });
    expect(await judging.judge('a', task, neverAborted)).toEqual({ judged: 'without the phrases' });
  });

  it.each([
    ['takes too long with everything', 'for (;;);', 200],
    [
      'takes more memory than a thread may',
      'const kept = []; for (;;) kept.push(new Array(1_000_000).fill(1.5));',
      60_000,
    ],
  ])(
    'that %s gives an answer: every question but those for people is too_costly [fault 97]',
    async (_, program, timeoutMs) => {
      const judging = new Judging({ workerPath: await programOf(program), timeoutMs });
      await expect(judging.judge('a', task, neverAborted)).rejects.toThrow(TooCostly);
      expect(reasonsIn(judging.judgeNothing(FORM))).toEqual([
        ['said', 'not_assessable', 'too_costly'],
        ['found', 'not_assessable', 'too_costly'],
        ['person', 'awaiting_human', null],
      ]);
    },
  );

  it('ends when the claim is lost, and the next task has its turn', async () => {
    const workerPath = await programOf(`parentPort.on('message', ({ read }) => {
      while (read.words === 'stuck');
      parentPort.postMessage('read');
    });`);
    const judging = new Judging({ workerPath });
    const run = new AbortController();
    const stuck = judging.read('a', { ...storedCall(), words: 'stuck' }, run.signal);
    const next = judging.read('a', storedCall(), neverAborted);
    run.abort(new Error('the claim is lost'));
    await expect(stuck).rejects.toThrow('the claim is lost');
    expect(await next).toBe('read');
  });
});

describe('the forms that a thread has judged by', () => {
  it('are let go but for the last: their patterns take some megabytes each [fault 97]', async () => {
    const runner = new TaskRunner();
    const call = storedCall();
    const judgeBy = (at: number) =>
      runner.run({
        judge: {
          form: JSON.stringify(
            formOf([byPhrases([`first ${'a'.repeat(at + 1)}`], { key: 'own' }), ...COSTLY_QUESTIONS]),
          ),
          call,
          proposals: new Map(),
        },
      });
    judgeBy(0);
    await collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let at = 1; at <= 30; at += 1) judgeBy(at);
    await collectGarbage();
    const kept = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
    expect(kept, 'MiB that thirty further forms have left').toBeLessThan(20);
  });
});
