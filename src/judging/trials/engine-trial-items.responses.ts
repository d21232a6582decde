import { ApiProperty } from '@nestjs/swagger';
import { SPEAKER } from '../../calls/results/analysis-transcript.response.js';
import { EvaluationCostResponse } from '../../scorecards/evaluations/evaluation.response.js';
import { SKIPPED_REASONS, type SkippedReason } from './trial-item-claims.js';

export const TRIAL_ITEM_STATUSES = ['processing', 'completed', 'failed', 'skipped', 'canceled'] as const;

export class TriedTurnResponse {
  @ApiProperty({ type: 'integer', description: 'Position in the hearing, from 0.', example: 0 })
  id: number;
  @ApiProperty(SPEAKER)
  speaker: string;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 0.42 })
  start: number;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 4.9 })
  end: number;
  @ApiProperty({ type: 'string', description: 'What was heard.', example: 'Thank you for calling.' })
  text: string;
}

export class HearingOfCallResponse {
  @ApiProperty({ type: 'string', nullable: true, description: 'ISO 639-1; null if it is not known.', example: 'en' })
  language: string | null;
  @ApiProperty({ type: () => [TriedTurnResponse], description: 'Ascending by start.' })
  segments: readonly TriedTurnResponse[];
}

export class TriedAnswerResponse {
  @ApiProperty({ description: 'Path of a finding, or key of a question.', example: 'quality.greeting' })
  question: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Null: not assessable.', example: 'yes' })
  answer: string | null;
}

export class ComparedSpanResponse {
  @ApiProperty({ type: 'integer', description: 'Index of the segment.', example: 3 })
  segment: number;
  @ApiProperty({ type: 'integer', description: 'Its first character that differs.', example: 12 })
  from: number;
  @ApiProperty({ type: 'integer', description: 'The character after the last one that differs.', example: 19 })
  to: number;
}

export class DifferingWordsResponse {
  @ApiProperty({ type: () => [ComparedSpanResponse], description: 'In `reference`; empty: words were added.' })
  said: readonly ComparedSpanResponse[];
  @ApiProperty({ type: () => [ComparedSpanResponse], description: 'In `transcript`; empty: words are missing.' })
  heard: readonly ComparedSpanResponse[];
}

export class TrialReferenceResponse {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Null: people corrected the transcript, or answered the questions. Else the engine that stands in for them.',
    example: null,
  })
  engine: string | null;
  @ApiProperty({ type: () => HearingOfCallResponse, nullable: true, description: 'For `transcription` only.' })
  transcript: HearingOfCallResponse | null;
  @ApiProperty({
    type: () => [TriedAnswerResponse],
    nullable: true,
    description: 'For `analysis` only.',
    example: null,
  })
  answers: readonly TriedAnswerResponse[] | null;
}

export class EngineTrialItemResponse {
  @ApiProperty({
    enum: ['engine_trial_item'],
    description: 'Always `engine_trial_item`.',
    example: 'engine_trial_item',
  })
  object: 'engine_trial_item';
  @ApiProperty({ format: 'uuid', description: 'The call.', example: '3f9c2b1e-7a54-4a8e-9d3b-5c1f0e2d4a6b' })
  analysis_id: string;
  @ApiProperty({ description: 'The engine.', example: 'centre' })
  engine: string;
  @ApiProperty({ enum: TRIAL_ITEM_STATUSES, description: 'State of this call by this engine.', example: 'completed' })
  status: (typeof TRIAL_ITEM_STATUSES)[number];
  @ApiProperty({
    type: 'string',
    enum: SKIPPED_REASONS,
    nullable: true,
    description:
      'Why it was not tried. `scenario`: a call of the sandbox, about which no engine is asked. `recording_gone`: the ' +
      'recording is deleted or withheld. `recording_masked`: parts of it are masked. `engine_gone`: the service no longer ' +
      'has the engine. `no_conversation`: there is nothing to judge. `account_full`: the account holds as much as it may.',
    example: null,
  })
  skipped_reason: SkippedReason | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed; null otherwise.', example: null })
  error_message: string | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'Seconds that the engine took.', example: 9.2 })
  seconds: number | null;
  @ApiProperty({
    type: () => EvaluationCostResponse,
    nullable: true,
    description: 'Null, never 0, if its price is unknown.',
  })
  cost: EvaluationCostResponse | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Wrong words, by a corrected transcript, once the figures are computed.',
    example: 12,
  })
  errors: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Words of the corrected transcript.', example: 512 })
  words: number | null;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description: 'Whether agent and customer are swapped. Null as `errors`.',
    example: false,
  })
  roles_wrong: boolean | null;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description: 'Whether it detected another language. Null as `errors`.',
    example: false,
  })
  language_wrong: boolean | null;
  @ApiProperty({
    type: () => HearingOfCallResponse,
    nullable: true,
    description: 'What the engine heard. With `analysis_id`, and for `transcription`, only.',
  })
  transcript: HearingOfCallResponse | null;
  @ApiProperty({
    type: () => [TriedAnswerResponse],
    nullable: true,
    description: 'What the engine answered. With `analysis_id`, and for `analysis`, only.',
    example: null,
  })
  answers: readonly TriedAnswerResponse[] | null;
  @ApiProperty({
    type: () => [DifferingWordsResponse],
    nullable: true,
    description: 'Where `transcript` differs from that of `reference`. Null as `transcript`, and without a reference.',
  })
  differing_words: readonly DifferingWordsResponse[] | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Questions whose answer differs from that of `reference`. Null as `answers`, and without a reference.',
    example: null,
  })
  differing_questions: readonly string[] | null;
  @ApiProperty({
    type: () => TrialReferenceResponse,
    nullable: true,
    description:
      'What it is compared with. Null without `analysis_id`, and where neither people nor the first engine have anything ' +
      'about the call.',
  })
  reference: TrialReferenceResponse | null;
}

export class EngineTrialItemPageResponse {
  @ApiProperty({ type: () => [EngineTrialItemResponse], description: 'By call, and by engine.' })
  items: EngineTrialItemResponse[];
  @ApiProperty({ type: 'integer', description: 'All items that match.', example: 2 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}
