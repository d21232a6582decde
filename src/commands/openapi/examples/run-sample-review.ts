// Reviews and corrects the sample call through the whole service, as a person would, and keeps the responses.
import type {
  Analysis,
  CallAnalysis,
  Correction,
  CreatedReviewLink,
  Dispute,
  Evaluation,
  Review,
  ReviewLink,
  ReviewQueueItem,
  ReviewSession,
} from '../../../../clients/typescript/src/index.js';
import { settled } from './settled.js';

const REVIEWER = { reviewer_id: 'mara' };

/** Responses and events exactly as clients receive them. */
export interface ReviewRun {
  readonly queue: unknown;
  readonly dismissed: ReviewQueueItem;
  readonly claimed: ReviewQueueItem;
  readonly released: ReviewQueueItem;
  readonly review: Review;
  readonly reviewList: unknown;
  readonly reviewed: Analysis;
  readonly reviewedNotification: unknown;
  readonly correctionAccepted: Correction;
  readonly correction: Correction;
  readonly correctionList: unknown;
  readonly corrected: Analysis;
  readonly correctedNotification: unknown;
  /** The version of the transcript that was corrected. */
  readonly firstVersion: Analysis;
  readonly createdLink: CreatedReviewLink;
  readonly link: ReviewLink;
  readonly linkList: unknown;
  readonly session: ReviewSession;
  readonly dispute: Dispute;
  readonly disputeList: unknown;
  readonly disputeResolved: Dispute;
}

interface ReviewStage {
  /** Id of the call, which is evaluated and waits in the review queue together with the other call. */
  readonly analysisId: string;
  readonly otherAnalysisId: string;
  readonly evaluationId: string;
  /** Waits for the next notification of the event at the webhook. */
  readonly next: (event: string) => Promise<unknown>;
}

/** @returns the responses, and the evaluation once it is acknowledged and a person has corrected one answer and given another */
export async function runSampleReview(
  api: CallAnalysis,
  stage: ReviewStage,
): Promise<{ readonly run: ReviewRun; readonly evaluation: Evaluation }> {
  const queued = await passThroughQueue(api, stage);
  const decided = await review(api, stage);
  await api.evaluations.acknowledge(stage.evaluationId, { agent_id: 'agent-7', note: 'I will say my name.' });
  const evaluation = await api.evaluations.answer(stage.evaluationId, 'advice', {
    ...REVIEWER,
    answer: 'wrong',
    rationale: 'A second plan does not mend a broken line.',
  });
  const disputed = await dispute(api, stage);
  const corrected = await correct(api, stage);
  return { run: { ...queued, ...decided, ...disputed, ...corrected, ...(await share(api, stage)) }, evaluation };
}

async function dispute({ evaluations, disputes }: CallAnalysis, { evaluationId }: ReviewStage) {
  const opened = await evaluations.dispute(evaluationId, {
    raised_by: 'agent-7',
    answers: [{ question: 'advice', claim: 'partly', note: 'The second plan was only to bridge the repair.' }],
  });
  return {
    dispute: opened,
    disputeList: await disputes.list(),
    disputeResolved: await disputes.resolve(opened.id, {
      reviewer_id: 'jonas',
      decision: 'overturned',
      answers: [{ question: 'advice', answer: 'partly', rationale: 'He names the repair as well.' }],
      note: 'The repair was promised too.',
    }),
  };
}

async function passThroughQueue({ reviewQueue }: CallAnalysis, { analysisId, otherAnalysisId }: ReviewStage) {
  const queue = await reviewQueue.list();
  const note = 'The same call was sent twice.';
  const dismissed = await reviewQueue.dismiss(otherAnalysisId, { ...REVIEWER, note });
  const claimed = await reviewQueue.claim({ ...REVIEWER, agent_id: 'agent-7' });
  if (claimed === null) throw new Error('The sample call is not in the queue');
  return { queue, dismissed, claimed, released: await reviewQueue.release(analysisId, REVIEWER) };
}

async function review({ analyses, reviews }: CallAnalysis, { analysisId, evaluationId, next }: ReviewStage) {
  return {
    review: await reviews.create(analysisId, {
      ...REVIEWER,
      findings: [
        {
          finding: 'quality.greeting',
          answer: 'no',
          note: 'Neither a name nor the company.',
          quotes: [{ segment_id: 0, quote: 'Yes, hello, support' }],
        },
        {
          finding: 'compliance.mandatory_disclosures',
          answer: 'yes',
          note: 'An announcement says it before the agent picks up.',
        },
      ],
      violations: [
        {
          rule: 'unauthorised_guarantee',
          segment_id: 4,
          upheld: false,
          note: 'A manner of speaking: nothing was sold.',
        },
      ],
      answers: [
        {
          evaluation_id: evaluationId,
          question: 'recording_notice',
          answer: 'yes',
          rationale: 'An announcement says it before the agent picks up.',
        },
      ],
      note: 'Talked through with the agent.',
    }),
    reviewedNotification: await next('analysis.reviewed'),
    reviewList: await reviews.listOfAnalysis(analysisId),
    reviewed: await analyses.get(analysisId),
  };
}

async function correct({ analyses }: CallAnalysis, { analysisId, next }: ReviewStage) {
  const { transcript } = await analyses.get(analysisId);
  const heard = transcript?.segments.find(({ id }) => id === 1);
  const correctionAccepted = await analyses.createCorrection(analysisId, {
    ...REVIEWER,
    base_version: 1,
    speakers: { agent: 'agent', customer: 'customer' },
    segments: [{ id: 1, text: heard?.text.replace('three days', 'five days') ?? null }],
    note: 'Five days, not three.',
  });
  return {
    correctionAccepted,
    correction: await settled(() => analyses.correction(analysisId, correctionAccepted.id)),
    correctedNotification: await next('analysis.corrected'),
    correctionList: await analyses.corrections(analysisId),
    corrected: await analyses.get(analysisId),
    firstVersion: await analyses.get(analysisId, { transcript_version: 1 }),
  };
}

async function share({ analyses, auth }: CallAnalysis, { analysisId }: ReviewStage) {
  const createdLink = await analyses.createReviewLink(analysisId, { ...REVIEWER, may: ['read', 'review'] });
  const [, token = ''] = createdLink.url.split('#review=');
  return {
    createdLink,
    link: await analyses.reviewLink(analysisId, createdLink.id),
    linkList: await analyses.reviewLinks(analysisId),
    session: await auth.openReviewSession({ token }),
  };
}
