// The results of a call that is no conversation, or that the analyst did not judge: nothing is assessable, and both scores are
// null.
import type { ResultsResponse } from '../calls/results/analysis-results.response.js';
import type { NotJudgedReason } from '../ports/not-judged.js';
import type { Transcript } from '../ports/transcript.js';
import { hasPromptInjection } from '../speech/transcript/prompt-injection.js';
import type { CallNature } from './call-kind/call-kind.js';
import { notAssessable } from './judge-findings.js';
import { withScores } from './scores.js';
import type { StockSentences } from './stock-sentences.js';

export function resultsWithoutJudgement(
  { segments }: Pick<Transcript, 'segments'>,
  { kind, reason }: CallNature,
  /** Null for a call that is no conversation: then no analyst is asked. */
  notJudgedReason: NotJudgedReason | null,
  { notJudged }: StockSentences,
): ResultsResponse {
  return withScores({
    call_kind: kind,
    not_judged_reason: notJudgedReason,
    compliance: {
      identity_verification: { performed: false, ...notAssessable().evidence },
      privacy_protection: { performed: false, ...notAssessable().evidence },
      mandatory_disclosures: { performed: false, ...notAssessable().evidence, missing: [] },
      purpose_declaration: { performed: false, ...notAssessable().evidence },
      violations: [],
    },
    quality: {
      sentiment_analysis: { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' },
      call_resolution: { resolved: false, ...notAssessable().evidence },
      greeting: { present: false, ...notAssessable().evidence },
      empathetic_language: { present: false, ...notAssessable().evidence },
      professionalism: { present: false, ...notAssessable().evidence },
    },
    coaching: { customer_effort_score: null, strengths: [], recommendations: [] },
    observations: [],
    manipulation_suspected: hasPromptInjection(segments),
    summary: notJudged[reason ?? notJudgedReason ?? 'no_words'],
  });
}
