import { ApiProperty } from '@nestjs/swagger';
import { ENGINE_TASKS, type EngineTask } from '../../ports/engine-trouble.js';
import {
  EvaluatedScorecardResponse,
  EvaluationCostResponse,
} from '../../scorecards/evaluations/evaluation.response.js';
import { type EngineDifference, type EngineFigures, MEASURES, type TrialFigures } from './figures/figures-task.js';
import type { TrialVerdict } from './figures/trial-figures.js';

/** `dry_run` stands in the answer to a dry run alone. */
export const ENGINE_TRIAL_STATUSES = ['processing', 'completed', 'canceled', 'failed', 'dry_run'] as const;
export type EngineTrialStatus = (typeof ENGINE_TRIAL_STATUSES)[number];
export const TRIAL_VERDICTS = ['better', 'worse', 'same', 'too_few'] as const satisfies readonly TrialVerdict[];

type Interval = readonly [number, number];
const INTERVAL = {
  type: 'array',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
  nullable: true,
  description: 'The interval of 95 %, by bootstrap over calls; null where there are too few.',
} as const;

export class TrialMeanResponse {
  @ApiProperty({ type: 'number', nullable: true, description: 'Mean over all minutes of the calls.', example: 1.9 })
  mean: number | null;
  @ApiProperty({ ...INTERVAL, example: [1.7, 2.1] })
  ci: Interval | null;
}

export class TrialEstimateResponse {
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'The value; null where it cannot be computed.',
    example: 0.74,
  })
  value: number | null;
  @ApiProperty({ ...INTERVAL, example: [0.62, 0.84] })
  ci: Interval | null;
}

export class WordErrorRateResponse extends TrialEstimateResponse {
  @ApiProperty({ type: 'integer', description: 'Words that people corrected.', example: 11204 })
  words: number;
  @ApiProperty({ type: 'integer', description: 'Calls with such words.', example: 22 })
  calls: number;
}

export class TrialAgreementResponse {
  @ApiProperty({
    description: 'Path of a finding, such as `quality.call_resolution`, or key of a question.',
    example: 'quality.call_resolution',
  })
  question: string;
  @ApiProperty({ type: 'integer', description: 'Calls that the engine and people have answered.', example: 48 })
  n: number;
  @ApiProperty({ type: 'number', nullable: true, description: 'Share of equal answers.', example: 0.86 })
  agreement: number | null;
  @ApiProperty({ type: () => TrialEstimateResponse, description: "Cohen's kappa." })
  kappa: TrialEstimateResponse;
  @ApiProperty({ type: () => TrialEstimateResponse, description: "Gwet's AC1." })
  ac1: TrialEstimateResponse;
}

export class TriedEngineResponse {
  @ApiProperty({ description: 'Name of the engine.', example: 'centre' })
  name: string;
  @ApiProperty({ type: 'integer', description: 'Calls that it has done.', example: 60 })
  calls: number;
  @ApiProperty({ type: 'integer', description: 'Calls at which it failed.', example: 0 })
  failed: number;
  @ApiProperty({ type: 'integer', description: 'Calls that were not tried; their items say why.', example: 0 })
  skipped: number;
  @ApiProperty({
    type: () => EvaluationCostResponse,
    nullable: true,
    description: 'Estimated before the start. Null, never 0, if its price is unknown.',
  })
  estimated_cost: EvaluationCostResponse | null;
  @ApiProperty({
    type: () => TrialMeanResponse,
    nullable: true,
    description: 'Seconds that it takes for a minute of a call. Null until the trial is completed.',
  })
  seconds_per_minute: TrialMeanResponse | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Dollars for a minute of a call. Null where the price is unknown, and until the trial is completed.',
    example: 0.0043,
  })
  cost_per_minute: number | null;
  @ApiProperty({
    type: () => WordErrorRateResponse,
    nullable: true,
    description:
      'Errors of all calls over their words. Null for `analysis`, and where no person has corrected a transcript.',
  })
  word_error_rate: WordErrorRateResponse | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Corrected calls in which agent and customer are swapped. Null as `word_error_rate`.',
    example: 0,
  })
  roles_wrong: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Corrected calls for which it detected another language. Null as `word_error_rate`.',
    example: 1,
  })
  languages_wrong: number | null;
  @ApiProperty({
    type: () => [TrialAgreementResponse],
    nullable: true,
    description: 'With the answers of reviews, by question. Null for `transcription`.',
    example: null,
  })
  agreement: TrialAgreementResponse[] | null;
}

export class EngineDifferenceResponse extends TrialEstimateResponse {
  @ApiProperty({
    type: [String],
    minItems: 2,
    maxItems: 2,
    description: 'The two engines. The value is the first minus the second.',
    example: ['centre', 'house'],
  })
  between: readonly [string, string];
  @ApiProperty({
    type: 'string',
    enum: MEASURES,
    description:
      '`word_error_rate`, `agreement` (AC1): compared with people. `disagreement`: no one has corrected or answered ' +
      'anything, and the two are compared with each other.',
    example: 'word_error_rate',
  })
  measure: EngineDifference['measure'];
  @ApiProperty({ type: 'string', nullable: true, description: 'Question, for `agreement`.', example: null })
  question: string | null;
  @ApiProperty({
    type: 'string',
    enum: TRIAL_VERDICTS,
    description:
      'Of the first: `better` has fewer errors, or agrees more. It asks for 99 %, and `ci` is 95 %: a trial compares ' +
      'several pairs. `too_few`: under 30 calls, or under 2,000 corrected words.',
    example: 'better',
  })
  verdict: TrialVerdict;
}

export class EngineTrialCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Calls times engines. Each counts as an evaluation.', example: 120 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Those that are done.', example: 118 })
  completed: number;
  @ApiProperty({ type: 'integer', description: 'Those that failed.', example: 0 })
  failed: number;
  @ApiProperty({ type: 'integer', description: 'Those that were not tried.', example: 2 })
  skipped: number;
}

export class EngineTrialResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the trial. For a dry run it refers to nothing.',
    example: '5c1f0e2d-4a6b-4f0e-9c39-6d8d1c3a7e52',
  })
  id: string;
  @ApiProperty({ enum: ['engine_trial'], description: 'Always `engine_trial`.', example: 'engine_trial' })
  object: 'engine_trial';
  @ApiProperty({ type: 'integer', description: 'When it was started, in Unix seconds.', example: 1790000000 })
  created: number;
  @ApiProperty({
    enum: ENGINE_TRIAL_STATUSES,
    description:
      '`completed`: the figures are there. `canceled`: what was done until then stays. `failed`: the figures could not be ' +
      'computed. `dry_run`: the answer to a dry run; there is no trial.',
    example: 'completed',
  })
  status: EngineTrialStatus;
  @ApiProperty({ description: 'False where it was started with a test key.', example: true })
  livemode: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'Your own name for it.', example: 'Vendors in autumn' })
  name: string | null;
  @ApiProperty({ enum: ENGINE_TASKS, description: 'What the engines do.', example: 'transcription' })
  task: EngineTask;
  @ApiProperty({
    type: () => EvaluatedScorecardResponse,
    nullable: true,
    description: 'Revision whose questions are answered; null for findings, and for `transcription`.',
    example: null,
  })
  scorecard: EvaluatedScorecardResponse | null;
  @ApiProperty({ type: 'integer', description: 'Calls of the trial.', example: 60 })
  calls: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Seed of the draw; null for named calls.',
    example: 'autumn',
  })
  seed: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Calls from which they were drawn; null for named calls.',
    example: 8123,
  })
  population: number | null;
  @ApiProperty({ type: () => EngineTrialCountsResponse, description: 'Progress.' })
  counts: EngineTrialCountsResponse;
  @ApiProperty({ type: () => [TriedEngineResponse], description: 'In the order of the request.' })
  engines: TriedEngineResponse[];
  @ApiProperty({
    type: () => [EngineDifferenceResponse],
    description: 'Each pair; empty until the trial is completed.',
  })
  differences: readonly EngineDifferenceResponse[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When the figures were computed, in Unix seconds: later corrections and reviews do not change them.',
    example: 1790000000,
  })
  as_of: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was completed or canceled, in Unix seconds; null until then.',
    example: 1790000000,
  })
  completed_at: number | null;

  static of(row: EngineTrialRow): EngineTrialResponse {
    const { id, created_at, status, livemode, name, task, calls, seed, population, settled_at } = row;
    const { total, completed, failed, skipped } = row;
    const figures: TrialFigures | null = row.figures === null ? null : JSON.parse(row.figures);
    const estimate: TrialCosts = JSON.parse(row.estimate);
    const at = settled_at && unixSeconds(settled_at);
    return {
      id,
      object: 'engine_trial',
      created: unixSeconds(created_at),
      status,
      livemode,
      name,
      task,
      scorecard:
        row.scorecard_id === null || row.revision === null
          ? null
          : { id: row.scorecard_id, name: row.scorecard_name ?? '', revision: row.revision },
      calls,
      seed,
      population,
      counts: { total, completed, failed, skipped },
      engines: row.engines.map((engine) => engineOf(engine, row, estimate, figures)),
      differences: figures?.differences ?? [],
      as_of: figures === null ? null : at,
      completed_at: at,
    };
  }
}

/** Estimated cost in millionths of a dollar, by engine; null where the price is not known. */
export type TrialCosts = Readonly<Record<string, number | null>>;

const NO_FIGURES: Omit<EngineFigures, 'name'> = {
  seconds_per_minute: null,
  cost_per_minute: null,
  word_error_rate: null,
  roles_wrong: null,
  languages_wrong: null,
  agreement: null,
};

function engineOf(
  name: string,
  { counted }: Pick<EngineTrialRow, 'counted'>,
  estimate: TrialCosts,
  figures: TrialFigures | null,
): TriedEngineResponse {
  const { calls = 0, failed = 0, skipped = 0 } = counted?.[name] ?? {};
  const known = figures?.engines.find((engine) => engine.name === name) ?? NO_FIGURES;
  return {
    ...known,
    name,
    calls,
    failed,
    skipped,
    estimated_cost: costOf(estimate[name] ?? null),
    agreement: known.agreement === null ? null : [...known.agreement],
  };
}

export const costOf = (micros: number | null): EvaluationCostResponse | null =>
  micros === null ? null : { amount_micros: micros, currency: 'usd' };

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export interface EngineTrialRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: EngineTrialStatus;
  readonly livemode: boolean;
  readonly name: string | null;
  readonly task: EngineTask;
  readonly engines: readonly string[];
  readonly scorecard_id: string | null;
  readonly scorecard_name: string | null;
  readonly revision: number | null;
  readonly calls: number;
  readonly seed: string | null;
  readonly population: number | null;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Items by engine, of calls that still exist. Null where there are none. */
  readonly counted: Readonly<
    Record<string, { readonly calls: number; readonly failed: number; readonly skipped: number }>
  > | null;
  /** JSON of {@link TrialCosts}. */
  readonly estimate: string;
  /** JSON of `TrialFigures`. */
  readonly figures: string | null;
  readonly settled_at: Date | null;
}

/** SQL query of {@link EngineTrialRow}s, to which conditions on `t` are added. */
export const SELECT_ENGINE_TRIALS = `
  SELECT t.id, t.created_at, t.status, t.livemode, t.name, t.task, t.engines, t.scorecard_id, s.name AS scorecard_name, t.revision,
    t.calls, t.seed, t.population, t.total, t.completed, t.failed, t.skipped, t.estimate, t.figures, t.settled_at,
    (SELECT json_object_agg(engine, json_build_object('calls', done, 'failed', failed, 'skipped', skipped))
     FROM (SELECT i.engine, count(*) FILTER (WHERE i.status = 'completed') AS done,
             count(*) FILTER (WHERE i.status = 'failed') AS failed, count(*) FILTER (WHERE i.status = 'skipped') AS skipped
           FROM engine_trial_item i WHERE i.trial_id = t.id GROUP BY i.engine) AS by_engine) AS counted
  FROM engine_trial t LEFT JOIN scorecard s ON s.id = t.scorecard_id`;

export class EngineTrialPageResponse {
  @ApiProperty({ type: () => [EngineTrialResponse], description: 'Newest first.' })
  items: EngineTrialResponse[];
  @ApiProperty({ type: 'integer', description: 'All trials of the account.', example: 1 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}

export class DeletedEngineTrialResponse {
  @ApiProperty({ format: 'uuid', description: 'Id of the trial.', example: '5c1f0e2d-4a6b-4f0e-9c39-6d8d1c3a7e52' })
  id: string;
  @ApiProperty({ enum: ['engine_trial'], description: 'Always `engine_trial`.', example: 'engine_trial' })
  object: 'engine_trial';
  @ApiProperty({ enum: [true], description: 'Always true.', example: true })
  deleted: true;
}
