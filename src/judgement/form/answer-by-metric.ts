// Questions that are answered by how the talk went.
import type { CallMetricsResponse } from '../../calls/results/analysis.response.js';
import type { Role } from '../../ports/transcript.js';
import type { JudgedAnswer, NotAssessableReason } from '../../scorecards/answers/judged-answer.js';
import type { FormQuestion, QuestionJudge } from '../../scorecards/form/form.js';
import type { EvaluatedCall } from './evaluated-call.js';
import type { FormEvidence } from './form-evidence.js';
import { notAssessable, type ProofContext, prove } from './proof.js';

type Metric = Exclude<keyof CallMetricsResponse, 'leakage_suspected'>;

/**
 * Knowledge that a figure rests on beside the times of speech. `roles`: who is the agent. `turns`: that each turn has a role,
 * whichever. A rate of words also needs the words: a party that is known to have been heard badly has too few, a silent one has
 * no rate.
 */
const BASES: Readonly<Record<Metric, { on: 'sound' | 'turns' | 'roles'; wordsOf?: Role }>> = {
  agent_talk_seconds: { on: 'roles' },
  customer_talk_seconds: { on: 'roles' },
  silence_seconds: { on: 'sound' },
  overtalk_seconds: { on: 'sound' },
  interruptions: { on: 'turns' },
  agent_words_per_minute: { on: 'roles', wordsOf: 'agent' },
  customer_words_per_minute: { on: 'roles', wordsOf: 'customer' },
  talk_ratio: { on: 'roles' },
  paused_seconds: { on: 'sound' },
};

export function answerByMetric(
  question: FormQuestion,
  { metric, bands }: QuestionJudge<'metric'>,
  metrics: EvaluatedCall['metrics'],
  context: ProofContext,
): JudgedAnswer {
  if (!isMetric(metric)) return notAssessable(question, 'no_band');
  const obstacle = metrics?.leakage_suspected ? 'leakage' : whyUnknown(metric, context.evidence);
  if (obstacle !== null) return notAssessable(question, obstacle);
  const value = metrics?.[metric];
  if (value === undefined) return notAssessable(question, 'no_band');
  const band = bands.find(({ below }) => below === null || value < below);
  if (!band) return notAssessable(question, 'no_band');
  const claim = {
    answer: band.answer,
    confidence: 1,
    citations: [],
    hasFalseQuote: false,
    flagged: false,
    rationale: context.rationales.metric(metric, value),
    restsOn: 'measurement' as const,
  };
  return prove(question, claim, context);
}

/** True of a figure of the recording, which no party brings about alone. */
export function isOfSound({ metric }: QuestionJudge<'metric'>): boolean {
  return isMetric(metric) && BASES[metric].on === 'sound';
}

function whyUnknown(metric: Metric, { ofCall }: FormEvidence): NotAssessableReason | null {
  const { on, wordsOf } = BASES[metric];
  if (on !== 'sound' && !ofCall.hasEveryRole) return 'roles_unknown';
  if (on === 'roles' && !ofCall.rolesKnown) return 'roles_unknown';
  return wordsOf && (!ofCall.speaks(wordsOf) || ofCall.isHeardBadly(wordsOf)) ? 'not_heard' : null;
}

function isMetric(name: string): name is Metric {
  return Object.hasOwn(BASES, name);
}
