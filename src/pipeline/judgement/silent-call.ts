// The results of a call in which no speech was recognised: nothing is assessable and both scores are null.
import type { ResultsResponse } from '../../analysis/analysis-results.response.js';
import { notAssessable } from './judge-findings.js';
import type { StockSentences } from './stock-sentences.js';

export function resultsOfSilentCall({ noSpeech }: StockSentences): ResultsResponse {
  return {
    compliance: {
      identity_verification: { performed: false, ...notAssessable().evidence },
      privacy_protection: { performed: false, ...notAssessable().evidence },
      mandatory_disclosures: { performed: false, ...notAssessable().evidence, missing: [] },
      purpose_declaration: { performed: false, ...notAssessable().evidence },
      violations: [],
      score: null,
    },
    quality: {
      sentiment_analysis: { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'neutral' },
      call_resolution: { resolved: false, ...notAssessable().evidence },
      greeting: { present: false, ...notAssessable().evidence },
      empathetic_language: { present: false, ...notAssessable().evidence },
      professionalism: { present: false, ...notAssessable().evidence },
      overall_score: null,
    },
    coaching: { customer_effort_score: null, strengths: [], recommendations: [] },
    observations: [],
    manipulation_suspected: false,
    summary: noSpeech,
  };
}
