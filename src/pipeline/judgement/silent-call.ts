// The results of a call in which no speech was recognised: nothing is assessable and both scores are null.
import type { ResultsResponse } from '../../analysis/analysis-results.response.js';
import { type FindingEvidence, findingEvidence } from './judge-findings.js';

export function resultsOfSilentCall(): ResultsResponse {
  const notAssessable = (): FindingEvidence => findingEvidence([], 0, true, false);
  return {
    compliance: {
      identity_verification: { performed: false, ...notAssessable() },
      privacy_protection: { performed: false, ...notAssessable() },
      mandatory_disclosures: { performed: false, ...notAssessable(), missing: [] },
      purpose_declaration: { performed: false, ...notAssessable() },
      violations: [],
      score: null,
    },
    quality: {
      sentiment_analysis: { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' },
      call_resolution: { resolved: false, ...notAssessable() },
      greeting: { present: false, ...notAssessable() },
      empathetic_language: { present: false, ...notAssessable() },
      overall_score: null,
    },
    coaching: { customer_effort_score: null, strengths: [], recommendations: [] },
    observations: [],
    manipulation_suspected: false,
    summary: 'No speech was found in this recording, so there was nothing to judge.',
  };
}
