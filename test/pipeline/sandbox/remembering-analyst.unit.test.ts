// The analyst of the sandbox answers the same question once.
import { describe, expect, it } from 'vitest';
import { RememberingAnalyst } from '../../../src/pipeline/sandbox/remembering-analyst.js';
import { CallAnalyst, type CallToAnalyse } from '../../../src/ports/call-analyst.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { reportOf } from '../../support/builders/judged-call.js';

class CountingAnalyst extends CallAnalyst {
  readonly engine = { name: 'rules', grade: 'local', rulesVersion: '1' } as const;
  readonly isCharged = false;
  asked = 0;
  failure: Error | null = null;
  readonly signals: AbortSignal[] = [];

  phrasesToSpot = () => ['a phrase'];
  assignRoles = async (_call: CallToAnalyse, signal: AbortSignal) => {
    this.count(signal);
    return { speakers: { speaker_0: { role: 'agent' as const, confidence: 1 } }, segments: null };
  };
  analyse = async (_call: CallToAnalyse, signal: AbortSignal) => {
    this.count(signal);
    return reportOf({});
  };
  check = async () => undefined;

  private count(signal: AbortSignal): void {
    this.asked += 1;
    this.signals.push(signal);
    if (this.failure) throw this.failure;
  }
}

const callOf = (text: string, language = 'en'): CallToAnalyse => ({
  segments: segmentsOf([['agent', text]]),
  language,
  outputLanguage: null,
  durationMs: 60_000,
  spotted: [],
});
const signal = () => new AbortController().signal;

describe('an analyst that remembers', () => {
  it('is asked once for calls that are the same, also at the same time, and again for any other', async () => {
    const rules = new CountingAnalyst();
    const analyst = new RememberingAnalyst(rules);
    const answers = await Promise.all([1, 2, 3].map(() => analyst.analyse(callOf('Hello.'), signal())));
    expect(answers, 'answers').toEqual([reportOf({}), reportOf({}), reportOf({})]);
    await analyst.analyse(callOf('Hello.'), signal());
    expect(rules.asked, 'questions').toBe(1);
    await analyst.analyse(callOf('Hello.', 'de'), signal());
    await analyst.analyse(callOf('Good morning.'), signal());
    await analyst.assignRoles(callOf('Hello.'), signal());
    expect(rules.asked, 'questions').toBe(4);
    expect([analyst.engine.name, analyst.phrasesToSpot('en')]).toEqual(['rules', ['a phrase']]);
  });

  it('forgets what failed, and the oldest of many', async () => {
    const rules = new CountingAnalyst();
    const analyst = new RememberingAnalyst(rules);
    rules.failure = new Error('Failed');
    await expect(analyst.analyse(callOf('Hello.'), signal())).rejects.toThrow('Failed');
    rules.failure = null;
    for (let at = 0; at < 65; at++) await analyst.analyse(callOf(`Call ${at}`), signal());
    const before = rules.asked;
    await analyst.analyse(callOf('Call 64'), signal());
    expect(rules.asked, 'questions after one that is remembered').toBe(before);
    await analyst.analyse(callOf('Call 0'), signal());
    expect(rules.asked, 'questions after one that is forgotten').toBe(before + 1);
  });

  it('a run that ends does not end the answer for others', async () => {
    const rules = new CountingAnalyst();
    const analyst = new RememberingAnalyst(rules);
    const ended = new AbortController();
    const first = analyst.analyse(callOf('Hello.'), ended.signal);
    const second = analyst.analyse(callOf('Hello.'), signal());
    ended.abort(new Error('The run has ended'));
    await expect(first).rejects.toThrow('The run has ended');
    await expect(second).resolves.toEqual(reportOf({}));
    expect(
      rules.signals.every(({ aborted }) => !aborted),
      'the question was ended',
    ).toBe(true);
    await expect(analyst.analyse(callOf('Hello.'), ended.signal)).rejects.toThrow('The run has ended');
  });
});
