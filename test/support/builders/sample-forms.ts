// The forms in samples/scorecards, and the calls of the samples as the judgement of a form reads them.
import { readFileSync } from 'node:fs';
import { RulesCallAnalyst } from '../../../src/adapters/rules/rules.call-analyst.js';
import type { EvaluatedCall } from '../../../src/judgement/form/evaluated-call.js';
import { judgeCall } from '../../../src/judgement/judge-call.js';
import { computeTalkMetrics } from '../../../src/judgement/talk-metrics.js';
import { readInput } from '../../../src/platform/http/validation/read-input.js';
import type { Form } from '../../../src/scorecards/form/form.js';
import { RevisionRequest } from '../../../src/scorecards/form/form.requests.js';
import { storedForm } from '../../../src/scorecards/form/read-form.js';
import { segmentsOf } from '../audio/segments.js';
import { transcriptOf } from './judged-call.js';
import type { Script } from './rule-calls.js';

export function sampleForm(name: 'service-line' | 'sales-line'): Form {
  const { revision } = JSON.parse(readFileSync(`samples/scorecards/${name}.json`, 'utf8'));
  return JSON.parse(storedForm(readInput(RevisionRequest, revision, 'body')).text);
}

const analyst = new RulesCallAnalyst();

/** Judged by the rules; both parties are heard well. */
export async function evaluatedCall(
  script: Script,
  more: Partial<EvaluatedCall['transcript']> = {},
): Promise<EvaluatedCall> {
  const segments = segmentsOf(script, { pauseMs: 1000, words: true, confidence: 0.9 });
  const transcript = transcriptOf(segments, more);
  const durationMs = (segments.at(-1)?.endMs ?? 0) + 1000;
  const { language, spotted } = transcript;
  const call = { segments, language, outputLanguage: null, durationMs, spotted };
  const report = await analyst.analyse(call, new AbortController().signal);
  return {
    transcript,
    durationMs,
    damaged: false,
    outputLanguage: null,
    metrics: computeTalkMetrics({ segments, durationMs }),
    results: judgeCall({ transcript, report }),
  };
}
