import { ApiProperty } from '@nestjs/swagger';
import { CalibrationResponse } from '../../../wire/calibration.response.js';
import { VIAS, type Via } from '../../../wire/via.js';

export class CalibrationPageResponse {
  @ApiProperty({ type: [CalibrationResponse], description: 'Newest first.' })
  items: CalibrationResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of sessions that match.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class RatingQuoteResponse {
  @ApiProperty({ type: 'integer', description: 'Segment that holds the quotation.', example: 3 })
  segment_id: number;

  @ApiProperty({ description: 'As the reviewer gave it.', example: 'how are you holding up' })
  quote: string;
}

export class RatingAnswerResponse {
  @ApiProperty({ description: 'Key of the question.', example: 'empathy' })
  question: string;

  @ApiProperty({ description: 'Key of the answer, `na` or `not_assessable`.', example: 'yes' })
  answer: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The reviewer’s note.', example: null })
  note: string | null;

  @ApiProperty({ type: () => [RatingQuoteResponse], description: 'The reviewer’s quotes.' })
  quotes: RatingQuoteResponse[];
}

export interface RatingRow {
  readonly calibration_id: string;
  readonly analysis_id: string;
  readonly reviewer_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** JSON text of the answers. */
  readonly given: string;
  readonly via: Via;
}

export class RatingResponse {
  @ApiProperty({ enum: ['rating'], description: 'Always `rating`.', example: 'rating' })
  object: 'rating';

  @ApiProperty({ format: 'uuid', description: 'The session.', example: '3b8e6c1d-7f40-4a9e-8d25-1c6f0b9e7a34' })
  calibration_id: string;

  @ApiProperty({ format: 'uuid', description: 'The call.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  analysis_id: string;

  @ApiProperty({ description: 'Who rated.', example: 'mara' })
  reviewer_id: string;

  @ApiProperty({ type: 'integer', description: 'When it was first given, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ type: 'integer', description: 'When it was last changed, in Unix seconds.', example: 1790000060 })
  updated: number;

  @ApiProperty({ enum: VIAS, description: 'The credential that wrote it.', example: 'review_link' })
  via: Via;

  @ApiProperty({ type: () => [RatingAnswerResponse], description: 'In the order of the form.' })
  answers: RatingAnswerResponse[];

  static of(this: void, row: RatingRow): RatingResponse {
    return {
      object: 'rating',
      calibration_id: row.calibration_id,
      analysis_id: row.analysis_id,
      reviewer_id: row.reviewer_id,
      created: Math.floor(row.created_at.getTime() / 1000),
      updated: Math.floor(row.updated_at.getTime() / 1000),
      via: row.via,
      answers: JSON.parse(row.given),
    };
  }
}

export class ItemAudioResponse {
  @ApiProperty({ type: 'string', format: 'uri', nullable: true, description: 'Link to the recording, for an hour.' })
  url: string | null;
}

/** Schema of the document alone: the service writes the text itself. */
export class CalibrationItemResponse {
  @ApiProperty({ enum: ['calibration_item'], description: 'Always `calibration_item`.', example: 'calibration_item' })
  object: 'calibration_item';

  @ApiProperty({ format: 'uuid', description: 'The session.', example: '3b8e6c1d-7f40-4a9e-8d25-1c6f0b9e7a34' })
  calibration_id: string;

  @ApiProperty({ format: 'uuid', description: 'The call.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  analysis_id: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The form, as `GET /scorecards/{id}/revisions` has it.',
  })
  form: object;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The transcript, as `GET /analysis/{id}` has it.',
  })
  transcript: object | null;

  @ApiProperty({ type: () => ItemAudioResponse, description: 'The recording.' })
  audio: ItemAudioResponse;

  @ApiProperty({ type: () => RatingResponse, nullable: true, description: 'The rating of this reviewer; null before.' })
  rating: RatingResponse | null;
}
