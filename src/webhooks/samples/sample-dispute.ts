// The made-up dispute, calibration session, change of a judge, hold and erasure that sample events carry.
import type { CalibrationResponse } from '../../wire/calibration.response.js';
import type { DisputeResponse, DisputeStatus } from '../../wire/dispute.response.js';
import type { JudgeChangeResponse } from '../../wire/drift.response.js';
import type { ErasureResponse } from '../../wire/erasure.response.js';
import type { HoldResponse } from '../../wire/hold.response.js';
import { SAMPLE_ID } from './sample-analysis.js';

/** @param at when the sample was made */
export function makeSampleDispute(at: Date, status: DisputeStatus): DisputeResponse {
  const isResolved = status === 'resolved';
  return {
    id: SAMPLE_ID,
    object: 'dispute',
    created: unixSeconds(at),
    livemode: false,
    analysis_id: SAMPLE_ID,
    evaluation_id: SAMPLE_ID,
    scorecard_id: SAMPLE_ID,
    agent_id: 'sample-agent',
    raised_by: 'sample-agent',
    via: 'api_key',
    answers: [
      { question: 'recording_notice', answer: 'no', answered_by: null, claim: 'yes', note: 'I said so at the start.' },
    ],
    status,
    decision: isResolved ? 'overturned' : null,
    reviewer_id: isResolved ? 'sample-reviewer' : null,
    note: isResolved ? 'The agent says so in the first sentence.' : null,
    review_id: isResolved ? SAMPLE_ID : null,
    resolved_at: isResolved ? unixSeconds(at) : null,
  };
}

/** @param at when the sample was made */
export const makeSampleCalibration = (at: Date): CalibrationResponse => ({
  id: SAMPLE_ID,
  object: 'calibration',
  created: unixSeconds(at),
  livemode: false,
  name: 'Sample',
  status: 'closed',
  scorecard_id: SAMPLE_ID,
  revision: 1,
  sample_id: null,
  analysis_ids: [SAMPLE_ID],
  reviewer_ids: ['sample-reviewer', 'other-reviewer'],
  expert_id: null,
  blind: true,
  due_at: null,
  closed_at: unixSeconds(at),
  progress: [
    { reviewer_id: 'sample-reviewer', done: 1, of: 1 },
    { reviewer_id: 'other-reviewer', done: 1, of: 1 },
  ],
  agreement: null,
});

/** @param at when the sample was made */
export const makeSampleJudgeChange = (at: Date): JudgeChangeResponse => ({
  id: SAMPLE_ID,
  object: 'judge_change',
  created: unixSeconds(at),
  livemode: false,
  scorecard_id: SAMPLE_ID,
  revision: 1,
  was: { engine: 'analysis', model: 'openai:sample-1', prompt_version: 'form-1', rules_version: 'form-rules-1' },
  is: { engine: 'analysis', model: 'openai:sample-2', prompt_version: 'form-1', rules_version: 'form-rules-1' },
  same: 0.81,
  ci: [0.75, 0.87],
  changed: ['recording_notice'],
});

export const makeSampleHold = (at: Date): HoldResponse => ({
  id: SAMPLE_ID,
  object: 'hold',
  created: unixSeconds(at),
  livemode: false,
  name: 'Sample',
  reason: 'A sample of a hold',
  status: 'released',
  held: 1,
  until: null,
  released_at: unixSeconds(at),
  release_reason: 'A sample of a release',
});

/** @param at when the sample was made. Its signature is none. */
export const makeSampleErasure = (at: Date): ErasureResponse => {
  const counts = {
    analyses: 1,
    recordings: 2,
    evaluations: 1,
    reviews: 0,
    deliveries: 1,
    exports: 0,
    idempotent_answers: 1,
  };
  const subject_hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  return {
    id: SAMPLE_ID,
    object: 'erasure',
    created: unixSeconds(at),
    livemode: false,
    subject: 'contact',
    subject_hash,
    scope: 'calls',
    reason: 'A sample of an erasure',
    reference: null,
    status: 'completed',
    counts,
    deferred: [],
    delivered_before: ['https://example.com/hooks'],
    error_message: null,
    completed_at: unixSeconds(at),
    receipt: {
      erasure_id: SAMPLE_ID,
      subject_hash,
      counts,
      deferred: [],
      completed_at: unixSeconds(at),
      audit_head: { sequence: 1, hash: subject_hash },
      key_id: 'sample',
      signature: 'sample',
    },
  };
};

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
