// Whether the judge of a scorecard has changed, by the calls that it watches, as clients receive it in the API and in
// notifications.
import { ApiProperty } from '@nestjs/swagger';

export const DRIFT_VERDICTS = ['steady', 'judge_changed', 'too_few'] as const;
export type DriftVerdict = (typeof DRIFT_VERDICTS)[number];

export class JudgeVersionResponse {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Name of the engine in this installation. Null where no language model is asked.',
    example: 'analysis',
  })
  engine: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The language model, as `judge` in the provenance of evaluations. Null where none is asked.',
    example: 'openai:gpt-6-luna',
  })
  model: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Version of the prompt, as in the provenance of evaluations. Null where no language model is asked.',
    example: 'form-1',
  })
  prompt_version: string | null;

  @ApiProperty({
    type: 'string',
    description:
      'Version of the rules by which answers are checked, and questions without a language model are answered.',
    example: 'form-rules-1',
  })
  rules_version: string;
}

class JudgesComparedResponse {
  @ApiProperty({
    type: () => JudgeVersionResponse,
    nullable: true,
    description: 'The judge that the present one is compared with: the one at first, or after the last change.',
  })
  was: JudgeVersionResponse | null;

  @ApiProperty({
    type: () => JudgeVersionResponse,
    nullable: true,
    description: 'The judge at the last check. Equal to `was` where a provider has changed a model without a word.',
  })
  is: JudgeVersionResponse | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'Share of equal answers, over all pairs of a judging then and one now. At first, and after a change of the form, that of ' +
      'the same judge asked several times: its own noise. Null with `too_few`.',
    example: 0.97,
  })
  same: number | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    nullable: true,
    description:
      '95 % interval of `same`, by 2,000 resamples of the calls, seeded from their ids as those of agreement are.',
    example: [0.94, 0.99],
  })
  ci: readonly number[] | null;

  @ApiProperty({
    type: [String],
    description: 'Keys of the questions that differ beyond chance. May be empty where all questions differ a little.',
    example: ['empathy'],
  })
  changed: readonly string[];
}

export class DriftResponse extends JudgesComparedResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'End of the last check, in Unix seconds. Null before the first.',
    example: 1790000000,
  })
  checked_at: number | null;

  @ApiProperty({
    type: 'string',
    enum: DRIFT_VERDICTS,
    description:
      '`judge_changed`: answers differ beyond the own noise of the judge. `steady`: they do not. `too_few`: fewer than 20 ' +
      'calls are left in the set.',
    example: 'steady',
  })
  verdict: DriftVerdict;
}

export interface JudgeChangeRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly scorecard_id: string;
  readonly revision: number;
  /** JSON text of `JudgesComparedResponse`. */
  readonly compared: string;
}

export const SELECT_JUDGE_CHANGES =
  'SELECT c.id, c.created_at, c.livemode, c.scorecard_id, c.revision, c.compared FROM judge_change c';

export class JudgeChangeResponse extends JudgesComparedResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the change.',
    example: '5e7c1b9a-3d2f-4c86-a1e0-9b4d7f6a2c18',
  })
  id: string;

  @ApiProperty({ enum: ['judge_change'], description: 'Always `judge_change`.', example: 'judge_change' })
  object: 'judge_change';

  @ApiProperty({ type: 'integer', description: 'When it was found, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'Mode of the calls that are watched.', example: true })
  livemode: boolean;

  @ApiProperty({ format: 'uuid', description: 'The scorecard.', example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11' })
  scorecard_id: string;

  @ApiProperty({ type: 'integer', description: 'Its revision.', example: 3 })
  revision: number;

  static of(this: void, row: JudgeChangeRow): JudgeChangeResponse {
    const compared: JudgesComparedResponse = JSON.parse(row.compared);
    return {
      id: row.id,
      object: 'judge_change',
      created: Math.floor(row.created_at.getTime() / 1000),
      livemode: row.livemode,
      scorecard_id: row.scorecard_id,
      revision: row.revision,
      ...compared,
    };
  }
}
