// Asks the analyst about a stored call.
import type { CallAnalyst, CallToAnalyse, ModelTokens } from '../../../../ports/call-analyst.js';
import { ProviderError, whyNotJudgedBy } from '../../../../ports/provider-error.js';
import type { AnalystAnswer } from './correcting-task.js';

/** @param shown null: the call is no conversation, and the analyst is not asked @throws ProviderError */
export async function askAnalyst(
  analyst: CallAnalyst,
  shown: CallToAnalyse | null,
  signal: AbortSignal,
): Promise<AnalystAnswer> {
  const { name, grade, rulesVersion, named } = analyst.engine;
  const notAsked = { report: null, notJudged: null, judgedBy: { name, grade, rulesVersion, ...(named && { named }) } };
  if (shown === null) return notAsked;
  const withTokens = (answer: AnalystAnswer, tokens: ModelTokens | null = null): AnalystAnswer =>
    tokens === null ? answer : { ...answer, used: [{ engine: named?.name ?? null, tokens }] };
  return analyst.analyse(shown, signal).then(
    ({ tokens, ...report }) => withTokens({ ...notAsked, report }, tokens),
    (error: unknown) => {
      const notJudged = whyNotJudgedBy(error);
      if (notJudged === null) throw error;
      return withTokens({ ...notAsked, notJudged }, error instanceof ProviderError ? error.tokens : null);
    },
  );
}
