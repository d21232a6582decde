// Evaluates the sample call by a sample form through the whole service, and keeps the responses.
import type {
  CallAnalysis,
  Evaluation,
  Rescore,
  Scorecard,
  ScorecardRevision,
} from '../../../../clients/typescript/src/index.js';
import type { SampleScorecard } from '../../demo/demo-scorecard.js';
import { settled } from './settled.js';

/** Questions of the sample form to show: one of each kind that needs no language model. */
const SHOWN_QUESTIONS = [
  'recording_notice',
  'account_opened',
  'identity',
  'secret_asked',
  'understanding',
  'silence',
  'advice',
];

/** Responses and events exactly as clients receive them. */
export interface ScorecardRun {
  readonly scorecard: Scorecard;
  readonly scorecardInForce: Scorecard;
  readonly scorecardList: unknown;
  readonly draft: ScorecardRevision;
  readonly published: ScorecardRevision;
  readonly revisionList: unknown;
  readonly tried: { readonly items: readonly Evaluation[] };
  readonly accepted: Evaluation;
  readonly evaluation: Evaluation;
  readonly evaluationList: unknown;
  readonly estimate: Rescore;
  readonly rescoreAccepted: Rescore;
  readonly rescore: Rescore;
  readonly rescoreList: unknown;
  readonly evaluationNotification: unknown;
  readonly rescoreNotification: unknown;
}

export async function runSampleScorecard(
  { scorecards, evaluations, rescores }: CallAnalysis,
  { analysisId, sample, webhookUrl, next }: ScorecardStage,
): Promise<ScorecardRun> {
  const scorecard = await scorecards.create(sample.scorecard);
  const { id } = scorecard;
  const draft = await scorecards.createRevision(id, shortened(sample.revision));
  const tried = await scorecards.tryRevision(id, 1, { analysis_ids: [analysisId] });
  const published = await scorecards.publishRevision(id, 1);
  const accepted = await evaluations.create(analysisId, { scorecard_id: id });
  const evaluation = await settled(() => evaluations.get(accepted.id));
  const evaluationNotification = await next('evaluation.completed');
  const evaluationList = await evaluations.list({ limit: 1 });
  const order = { scorecard_id: id, filter: { agent_id: 'agent-7' } };
  const estimate = await rescores.create({ ...order, dry_run: true });
  const rescoreAccepted = await rescores.create({ ...order, webhook_url: webhookUrl });
  return {
    scorecard,
    draft,
    tried,
    published,
    accepted,
    evaluation,
    evaluationNotification,
    evaluationList,
    estimate,
    rescoreAccepted,
    rescore: await settled(() => rescores.get(rescoreAccepted.id)),
    rescoreNotification: await next('rescore.completed'),
    rescoreList: await rescores.list(),
    scorecardInForce: await scorecards.get(id),
    scorecardList: await scorecards.list(),
    revisionList: await scorecards.listRevisions(id),
  };
}

interface ScorecardStage {
  /** A completed call whose webhook takes `evaluation.completed`. */
  readonly analysisId: string;
  readonly sample: SampleScorecard;
  readonly webhookUrl: string;
  /** Waits for the next notification of the event at the webhook. */
  readonly next: (event: string) => Promise<unknown>;
}

function shortened({ sections, ...form }: SampleScorecard['revision']): SampleScorecard['revision'] {
  const kept = sections.map(({ questions, ...section }) => ({
    ...section,
    questions: questions.filter(({ key }) => SHOWN_QUESTIONS.includes(key)),
  }));
  return { ...form, sections: kept.filter(({ questions }) => questions.length > 0) };
}
