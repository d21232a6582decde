// Makes the stored evaluation from the answers to the form, with the engine and its cost. Pure.

import type { Doubt } from '../../../calls/review-tasks/doubt.js';
import type { Proposals } from '../../../judgement/form/answer-by-model.js';
import type { JudgeTokens, NotJudgedReason } from '../../../ports/call-analyst.js';
import type { FormJudge, JudgeCost, ProposedAnswer } from '../../../ports/form-judge.js';
import type { PublishedScorecard } from '../../../scorecards/cards/published-scorecards.js';
import type { EvaluationProvenanceResponse } from '../../../scorecards/evaluations/evaluation.response.js';
import type { CompletedEvaluation } from '../../../scorecards/evaluations/evaluation-claims.js';
import type { AnsweredBatch } from './ask-batches.js';
import type { JudgedForm } from './judging-task.js';
import type { CallToEvaluate } from './stored-call.js';

export interface JudgedEvaluation extends CompletedEvaluation {
  /** Doubts that a person should review. */
  readonly doubt: Doubt;
}

/** @param batches the answers of a language model; null where none was configured */
export function assembleEvaluation(
  judged: JudgedForm,
  { contentHash }: Pick<PublishedScorecard, 'contentHash'>,
  call: CallToEvaluate,
  batches: readonly AnsweredBatch[] | null,
  costOf: FormJudge['costOf'],
): JudgedEvaluation {
  const provenance: EvaluationProvenanceResponse = {
    ...provenanceOf(batches ?? [], costOf),
    revision_hash: `sha256:${contentHash.toString('hex')}`,
    transcript_hash: `sha256:${call.transcriptHash}`,
  };
  return { ...judged, provenance: JSON.stringify(provenance) };
}

/** @param batches null where no language model was configured */
export function proposalsOf(
  { isScenario }: Pick<CallToEvaluate, 'isScenario'>,
  batches: readonly AnsweredBatch[] | null,
): Proposals {
  if (isScenario) return 'scenario';
  if (batches === null) return 'no_language_model';
  const proposals = new Map<string, ProposedAnswer | NotJudgedReason>();
  for (const { answers, declined } of batches) {
    for (const answer of answers) proposals.set(answer.question, answer);
    if (declined) for (const question of declined.questions) proposals.set(question, declined.reason);
  }
  return proposals;
}

/** Names the engine of the last batch, when workers of two versions asked. */
function provenanceOf(batches: readonly AnsweredBatch[], costOf: FormJudge['costOf']) {
  const { judgedBy } = batches.at(-1) ?? {};
  const inputTokens = totalOf(batches.map((batch) => batch.inputTokens));
  const outputTokens = totalOf(batches.map((batch) => batch.outputTokens));
  const cached = totalOf(batches.map((batch) => batch.cachedInputTokens ?? 0)) ?? 0;
  const inBackground = (count: keyof JudgeTokens) =>
    totalOf(batches.map(({ background }) => background?.[count] ?? 0)) ?? 0;
  const background = {
    inputTokens: inBackground('inputTokens'),
    outputTokens: inBackground('outputTokens'),
    cachedInputTokens: inBackground('cachedInputTokens'),
  };
  return {
    judge: judgedBy?.name ?? null,
    prompt_version: judgedBy?.promptVersion ?? null,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost:
      inputTokens === null || outputTokens === null
        ? null
        : toCostResponse(costOf(inputTokens, outputTokens, cached, background)),
  };
}

/** Null where nothing was counted, or one count is not known: a sum of the others would look complete. */
function totalOf(tokens: readonly (number | null)[]): number | null {
  if (tokens.length === 0) return null;
  return tokens.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

const toCostResponse = (cost: JudgeCost | null) =>
  cost && { amount_micros: cost.amountMicros, currency: cost.currency };
