// Judges the sample call by a sample form through the whole service, and keeps what clients see of it.
import { setTimeout } from 'node:timers/promises';
import type { CallApi } from '../call-api.js';
import type { SampleScorecard } from '../demo-scorecard.js';

/** Of the sample form: enough for an example, and a question of each kind that needs no language model. */
const SHOWN_QUESTIONS = [
  'recording_notice',
  'account_opened',
  'identity',
  'secret_asked',
  'understanding',
  'silence',
  'advice',
];
const POLL_MS = 100;

/** What clients saw, as it came. */
export interface ScorecardRun {
  readonly scorecard: Resource;
  readonly scorecardInForce: unknown;
  readonly scorecardList: unknown;
  readonly draft: unknown;
  readonly published: unknown;
  readonly revisionList: unknown;
  readonly tried: { readonly items: readonly Resource[] };
  readonly accepted: Resource;
  readonly evaluation: unknown;
  readonly evaluationList: unknown;
  readonly reviewed: unknown;
  readonly estimate: unknown;
  readonly rescoreAccepted: unknown;
  readonly rescore: Resource;
  readonly rescoreList: unknown;
  readonly evaluationNotification: unknown;
  readonly rescoreNotification: unknown;
}

interface Resource {
  readonly id: string;
  readonly status: string;
}

/**
 * @param analysisId a completed call whose webhook takes `evaluation.completed`
 * @param next gives the next notification at the webhook
 */
export async function runSampleScorecard(
  api: CallApi,
  { analysisId, sample, webhookUrl, next }: ScorecardStage,
): Promise<ScorecardRun> {
  const scorecard = await api.send<Resource>('POST', '/scorecards', sample.scorecard);
  const revisions = `/scorecards/${scorecard.id}/revisions`;
  const draft = await api.send('POST', revisions, shortened(sample.revision));
  const tried = await api.send<ScorecardRun['tried']>('POST', `${revisions}/1/try`, { analysis_ids: [analysisId] });
  const published = await api.send('POST', `${revisions}/1/publish`, {});
  const accepted = await api.send<Resource>('POST', `/analysis/${analysisId}/evaluations`, {
    scorecard_id: scorecard.id,
  });
  const evaluation = await settled(api, `/evaluations/${accepted.id}`);
  const evaluationNotification = await next();
  const order = { scorecard_id: scorecard.id, filter: { agent_id: 'agent-7' } };
  const estimate = await api.send('POST', '/rescores', { ...order, dry_run: true });
  const rescoreAccepted = await api.send<Resource>('POST', '/rescores', { ...order, webhook_url: webhookUrl });
  const rescore = await settled(api, `/rescores/${rescoreAccepted.id}`);
  return {
    scorecard,
    draft,
    tried,
    published,
    accepted,
    evaluation,
    evaluationNotification,
    estimate,
    rescoreAccepted,
    rescore,
    rescoreNotification: await next(),
    evaluationList: await api.send('GET', '/evaluations?limit=1'),
    reviewed: await api.send('PUT', `/evaluations/${accepted.id}/answers/advice`, {
      answer: 'wrong',
      rationale: 'A second plan does not mend a broken line.',
      reviewer_id: 'mara',
    }),
    scorecardInForce: await api.send('GET', `/scorecards/${scorecard.id}`),
    scorecardList: await api.send('GET', '/scorecards'),
    revisionList: await api.send('GET', revisions),
    rescoreList: await api.send('GET', '/rescores'),
  };
}

export interface ScorecardStage {
  readonly analysisId: string;
  readonly sample: SampleScorecard;
  readonly webhookUrl: string;
  readonly next: () => Promise<unknown>;
}

function shortened({ sections, ...form }: SampleScorecard['revision']): SampleScorecard['revision'] {
  const kept = sections.map(({ questions, ...section }) => ({
    ...section,
    questions: questions.filter(({ key }) => SHOWN_QUESTIONS.includes(key)),
  }));
  return { ...form, sections: kept.filter(({ questions }) => questions.length > 0) };
}

async function settled(api: CallApi, path: string): Promise<Resource> {
  for (;;) {
    const seen = await api.send<Resource>('GET', path);
    if (seen.status !== 'processing') return seen;
    await setTimeout(POLL_MS);
  }
}
