// The call as the page shows it, and as the service has it now.
import type {
  CompletedAnalysis,
  Review,
  ReviewedEvaluation,
  ReviewScoreChange,
} from '../../../../../clients/typescript/src/browser.js';
import { read } from '../../../api/api.js';
import { type Beside, readBeside } from './beside.js';
import { type Draft, emptyDraft, rebased } from './draft.js';

/** The way to show it again. */
export interface Shown {
  call(): CompletedAnalysis;
  beside(): Beside | null;
  show(call: CompletedAnalysis, beside: Beside): void;
}

/** Changes of the scores: those of the call, and those of its evaluations. */
export interface ScoreChange {
  readonly scores: ReviewScoreChange;
  readonly evaluations: readonly ReviewedEvaluation[];
}

export const emptyDraftOf = (shown: Shown): Draft => emptyDraft(versionOf(shown.call()), newestOf(shown.beside()));

const versionOf = ({ transcript }: CompletedAnalysis): number => transcript?.version ?? 1;
const newestOf = (beside: Beside | null): string | null => beside?.reviews[0]?.id ?? null;

export async function reread(
  callId: string,
  signal: AbortSignal,
): Promise<readonly [call: CompletedAnalysis, beside: Beside]> {
  const [call, beside] = await Promise.all([
    read((client) => client.analyses.get(callId, {}, { signal }), signal),
    read((client) => readBeside(client, callId, signal), signal),
  ]);
  if (call.status !== 'completed') throw new Error('A call that was completed stays so');
  return [call, beside];
}

/** The draft put upon the call as others left it. */
export function upon(draft: Draft, call: CompletedAnalysis, beside: Beside, wasSwapped: boolean): Draft {
  const segments = call.transcript?.segments ?? [];
  const { evaluations } = beside;
  return rebased(draft, { version: versionOf(call), seenReview: newestOf(beside), segments, wasSwapped, evaluations });
}

export const scoresOf = ({ results }: CompletedAnalysis) => ({
  compliance: results.compliance.score,
  quality: results.quality.overall_score,
});

export function changeOf({ scores }: Review, before: Beside | null, after: Beside): ScoreChange {
  const evaluations = after.evaluations.flatMap(({ id, score, outcome }) => {
    const was = before?.evaluations.find((one) => one.id === id);
    if (!was || (was.score === score && was.outcome === outcome)) return [];
    return [{ evaluation_id: id, before: { score: was.score, outcome: was.outcome }, after: { score, outcome } }];
  });
  return { scores, evaluations };
}
