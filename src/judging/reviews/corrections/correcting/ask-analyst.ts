// Asks the analyst about a stored call.
import type { CallAnalyst, CallToAnalyse } from '../../../../ports/call-analyst.js';
import { whyNotJudgedBy } from '../../../../ports/provider-error.js';
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
  return analyst.analyse(shown, signal).then(
    (report): AnalystAnswer => ({ ...notAsked, report }),
    (error: unknown): AnalystAnswer => {
      const notJudged = whyNotJudgedBy(error);
      if (notJudged === null) throw error;
      return { ...notAsked, notJudged };
    },
  );
}
