// The made-up evaluation that a sample event carries: of the made-up analysis, by a made-up scorecard.

import type { EvaluationAnswerResponse } from '../../scorecards/answers/answers.response.js';
import type { EvaluationResponse } from '../../scorecards/evaluations/evaluation.response.js';
import { SAMPLE_GREETING, SAMPLE_ID } from './sample-analysis.js';

const { id: segment_id, speaker, start, end, text: quote } = SAMPLE_GREETING;

const RECORDING_NOTICE: EvaluationAnswerResponse = {
  question: 'recording_notice',
  state: 'answered',
  answer: 'yes',
  confidence: 0.95,
  points: 1,
  flagged: false,
  rationale: 'The agent says so in the first sentence.',
  citations: [{ segment_id, speaker, start, end, quote, verification: 'verified' }],
  source: 'phrases',
  reason: null,
  reviewer_id: null,
  system: null,
};

/** @param at when the sample was made */
export function makeSampleEvaluation(at: Date): EvaluationResponse {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    id: SAMPLE_ID,
    object: 'evaluation',
    created: seconds,
    status: 'completed',
    livemode: false,
    analysis_id: SAMPLE_ID,
    agent_id: 'sample-agent',
    contact_id: 'sample-contact',
    scorecard: { id: SAMPLE_ID, name: 'Sample', revision: 1 },
    rescore_id: null,
    completed_at: seconds,
    error_message: null,
    error_code: null,
    score: 100,
    coverage: 1,
    outcome: 'passed',
    system_score: 100,
    system_outcome: 'passed',
    superseded: false,
    acknowledged: null,
    open_dispute: null,
    disputable_until: null,
    sections: [{ key: 'opening', score: 100, coverage: 1 }],
    auto_fails: [],
    answers: [RECORDING_NOTICE],
    provenance: {
      judge: null,
      prompt_version: null,
      revision_hash: `sha256:${'0'.repeat(64)}`,
      transcript_hash: `sha256:${'0'.repeat(64)}`,
      input_tokens: null,
      output_tokens: null,
      cost: null,
    },
  };
}
