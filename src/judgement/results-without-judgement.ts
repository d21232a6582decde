// The results of a call that is no conversation, or that the analyst did not judge: nothing is assessable, and both scores are
// null.
import type { ResultsResponse } from '../calls/results/analysis-results.response.js';
import { writePart } from '../calls/results/judged-findings.js';
import type { NotJudgedReason } from '../ports/call-analyst.js';
import type { Transcript } from '../ports/transcript.js';
import { hasPromptInjection } from '../speech/transcript/prompt-injection.js';
import type { CallNature } from './call-kind/call-kind.js';
import { notAssessed } from './judge-findings.js';
import { withScores } from './scores.js';
import type { StockSentences } from './stock-sentences.js';

export function resultsWithoutJudgement(
  { segments }: Pick<Transcript, 'segments'>,
  { kind, reason }: CallNature,
  /** Null for a call that is no conversation: then no analyst is asked. */
  notJudgedReason: NotJudgedReason | null,
  { notJudged }: StockSentences,
): ResultsResponse {
  const compliance = writePart('compliance', notAssessed);
  return withScores({
    call_kind: kind,
    not_judged_reason: notJudgedReason,
    compliance: {
      ...compliance,
      mandatory_disclosures: { ...compliance.mandatory_disclosures, missing: [] },
      violations: [],
    },
    quality: {
      sentiment_analysis: { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' },
      ...writePart('quality', notAssessed),
    },
    coaching: { customer_effort_score: null, strengths: [], recommendations: [] },
    observations: [],
    manipulation_suspected: hasPromptInjection(segments),
    summary: notJudged[reason ?? notJudgedReason ?? 'no_words'],
  });
}
