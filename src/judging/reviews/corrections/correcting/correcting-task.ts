// Tasks of a thread for corrections: makes the corrected transcript, and evaluates it. Pure, so that tests run it without a
// thread.
import type { CallMetricsResponse, EngineResponse } from '../../../../calls/results/analysis.response.js';
import type { ResultsResponse } from '../../../../calls/results/analysis-results.response.js';
import type { TranscriptResponse } from '../../../../calls/results/analysis-transcript.response.js';
import { readVerdicts } from '../../../../calls/results/verdicts.js';
import type { Doubt } from '../../../../calls/review-tasks/doubt.js';
import { natureOf } from '../../../../judgement/call-kind/call-kind.js';
import { transcriptOf } from '../../../../judgement/form/evaluated-call.js';
import { judgeCall } from '../../../../judgement/judge-call.js';
import { overrule } from '../../../../judgement/overrule.js';
import { doubtOfCall } from '../../../../judgement/worth.js';
import type {
  AnalystEngine,
  AnalystReport,
  CallToAnalyse,
  NotJudgedReason,
  UsedTokens,
} from '../../../../ports/call-analyst.js';
import type { EngineGrade } from '../../../../ports/speech-to-text.js';
import type { Transcript } from '../../../../ports/transcript.js';
import type { QuotedAnswer } from '../../../../scorecards/evaluations/carried-answers.js';
import { lowestGrade } from '../../../../speech/pieces/pieces-by-engine.js';
import { removePromptInjection } from '../../../../speech/transcript/prompt-injection.js';
import { informedConfidence } from '../../../../speech/words/confidence.js';
import { type CheckedChanges, checkChanges } from './check-changes.js';
import { correctTranscript, withoutWords } from './correct-transcript.js';
import { correctedMetrics } from './corrected-metrics.js';
import { type RestatedQuote, restateVerdicts } from './restate-verdicts.js';
import type { TranscriptChanges } from './transcript-changes.js';

/** Stored JSON texts of the call, and other data that the correction needs. */
export interface CallToCorrect {
  readonly words: string;
  readonly metrics: string;
  readonly engine: string;
  /** Null where an earlier release did not store it: then the call ends with its last turn. */
  readonly durationMs: number | null;
  /** ISO 639-1; null: in the language of the call. */
  readonly outputLanguage: string | null;
}

export interface CorrectedCall {
  readonly call: CallToCorrect;
  readonly changes: TranscriptChanges;
  readonly version: number;
}

/** Answer of an analyst to the corrected transcript. */
export interface AnalystAnswer {
  /** Null where the analyst was not asked, or did not evaluate the call. */
  readonly report: AnalystReport | null;
  readonly notJudged: NotJudgedReason | null;
  readonly judgedBy: AnalystEngine;
  /** Tokens of the answer. Left out where no model tells them. */
  readonly used?: readonly UsedTokens[];
}

export interface JudgeTask extends CorrectedCall {
  readonly answer: AnalystAnswer;
}

export interface CheckTask {
  /** JSON text of the stored transcript, with or without words. */
  readonly transcript: string;
  readonly changes: TranscriptChanges;
}

export type CorrectingTask =
  | { readonly check: CheckTask }
  | { readonly read: CorrectedCall }
  | { readonly judge: JudgeTask }
  | { readonly restate: RestateTask };

/** JSON texts. */
export interface RestateTask {
  readonly words: string;
  /** Results of the machine for the next version. */
  readonly results: string;
  /** Persons' verdicts on the version before. */
  readonly verdicts: string | null;
  /** Quotations of persons for their answers to scorecards. */
  readonly answers: readonly QuotedAnswer[];
}

/** JSON texts, except for the quotations and the doubts. */
export interface RestatedResults {
  readonly results: string;
  readonly verdicts: string;
  readonly quotes: readonly RestatedQuote[];
  readonly doubt: Doubt;
}

/** JSON texts of the next version, as `analysis_payload` stores them, and its doubts. */
export interface JudgedVersion {
  readonly transcript: string;
  readonly words: string;
  /** Results of the machine alone. */
  readonly results: string;
  readonly metrics: string;
  readonly engine: string;
  /** Reasons why a person should review the call. */
  readonly doubt: Doubt;
}

export function runTask(task: CorrectingTask): CheckedChanges | CallToAnalyse | JudgedVersion | RestatedResults | null {
  if ('restate' in task) return restate(task.restate);
  if ('check' in task) return checkChanges(JSON.parse(task.check.transcript), task.check.changes);
  return 'read' in task ? callForAnalyst(task.read) : judgeVersion(task.judge);
}

/** The call as the analyst is shown it. Null for a call that is no conversation: it is not asked then. */
function callForAnalyst(corrected: CorrectedCall): CallToAnalyse | null {
  const transcript = transcriptOf(correctedTranscript(corrected));
  if (natureOf(transcript).kind !== 'conversation') return null;
  const { outputLanguage } = corrected.call;
  const durationMs = durationOf(corrected.call, transcript);
  const segments = removePromptInjection(transcript.segments).map((segment) => ({ ...segment, words: null }));
  return { segments, language: transcript.language, outputLanguage, durationMs, spotted: transcript.spotted };
}

function judgeVersion({ answer, ...corrected }: JudgeTask): JudgedVersion {
  const { call } = corrected;
  const { report, notJudged, judgedBy } = answer;
  const stored: TranscriptResponse = JSON.parse(call.words);
  const after = correctedTranscript(corrected);
  const transcript = transcriptOf(after);
  const results: ResultsResponse = judgeCall({ transcript, report, notJudged, outputLanguage: call.outputLanguage });
  const metrics: CallMetricsResponse = JSON.parse(call.metrics);
  const engine: EngineResponse = JSON.parse(call.engine);
  const isReworded = after.segments.some(({ text }, at) => text !== stored.segments[at]?.text);
  return {
    transcript: JSON.stringify(withoutWords(after)),
    words: JSON.stringify(after),
    results: JSON.stringify(results),
    doubt: doubtOfCall(results, transcript.diarization.roleConfidence),
    metrics: JSON.stringify(
      correctedMetrics({
        stored: metrics,
        before: stored.segments,
        after: transcript.segments,
        durationMs: durationOf(call, transcript),
      }),
    ),
    engine: JSON.stringify({
      ...engine,
      analysis: judgedBy.name,
      grade: lowestGrade([engine.grade as EngineGrade, judgedBy.grade]),
      mean_confidence: isReworded ? informedConfidence(transcript.segments) : engine.mean_confidence,
      rules_version: judgedBy.rulesVersion,
      analysis_engine: judgedBy.named ?? null,
    } satisfies EngineResponse),
  };
}

const durationOf = ({ durationMs }: CallToCorrect, { segments }: Pick<Transcript, 'segments'>) =>
  durationMs ?? segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);

function restate({ words, results, verdicts: before, answers }: RestateTask): RestatedResults {
  const transcript: TranscriptResponse = JSON.parse(words);
  const system: ResultsResponse = JSON.parse(results);
  const { verdicts, quotes } = restateVerdicts(transcript, readVerdicts(before), answers);
  const decided = overrule(system, verdicts);
  return {
    results: JSON.stringify(decided),
    verdicts: JSON.stringify(verdicts),
    quotes,
    doubt: doubtOfCall(decided, transcript.diarization.role_confidence),
  };
}

function correctedTranscript({ call, changes, version }: CorrectedCall): TranscriptResponse {
  return correctTranscript(JSON.parse(call.words), changes, version);
}
