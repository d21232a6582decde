import { ApiProperty } from '@nestjs/swagger';
import { VIAS, type Via } from '../../wire/via.js';
import type { Form } from '../form/form.js';
import { FORM_EXAMPLE } from '../form/form-example.js';
import { FORM_SECTION } from '../form/scorecard-references.js';
import { GATE_STATUSES, type GateStatus } from './gates.js';
import type { RevisionRow } from './revisions.service.js';

export const REVISION_STATUSES = ['draft', 'published'] as const;

export class ForcedPublicationResponse {
  @ApiProperty({ type: 'integer', description: 'When; Unix seconds.', example: 1795165200 })
  at: number;

  @ApiProperty({ type: 'string', enum: VIAS, description: 'By which kind of credential.', example: 'token' })
  via: Via;

  @ApiProperty({
    type: 'string',
    description: 'By whom: id of the member, or of the API key.',
    example: '7d1f0c52-8f0a-4c59-9f0e-2b6c6a1d9e44',
  })
  by: string;
}

export class GateResponse {
  @ApiProperty({
    type: 'string',
    enum: GATE_STATUSES,
    description:
      '`passed`: people agree with it as before. `too_few`: too few rated calls to tell (50, and 10 of the rarest answer). ' +
      '`forced`: ' +
      'nothing was compared.',
    example: 'passed',
  })
  status: GateStatus;
}

export class ScorecardRevisionResponse implements Form {
  @ApiProperty({
    type: 'string',
    enum: ['scorecard_revision'],
    description: 'Always `scorecard_revision`.',
    example: 'scorecard_revision',
  })
  object: 'scorecard_revision';

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'The scorecard that it belongs to.',
    example: 'c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36',
  })
  scorecard_id: string;

  @ApiProperty({ type: 'integer', description: 'Number of the revision, from 1.', example: 3 })
  revision: number;

  @ApiProperty({
    type: 'string',
    enum: REVISION_STATUSES,
    description: 'A draft can be changed and tested; a published revision scores calls and never changes.',
    example: 'published',
  })
  status: (typeof REVISION_STATUSES)[number];

  @ApiProperty({ type: 'integer', description: 'When it was created; Unix seconds.', example: 1795165200 })
  created: number;

  @ApiProperty({ type: 'boolean', description: 'Mode of the scorecard: false for test mode.', example: true })
  livemode: boolean;

  @ApiProperty({
    type: 'string',
    description: 'SHA-256 of the form with every default filled in: equal forms have equal hashes.',
    example: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  content_hash: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'ISO 639-1: the language of the phrases. Null: phrases count in calls of every language.',
    example: 'en',
  })
  language: string | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Minimum rounded score for the outcome `passed`. Null: every score passes.',
    example: 80,
  })
  pass_mark: number | null;

  @ApiProperty({
    type: 'number',
    description: 'Below this coverage there is no score, and the outcome is `not_assessable`.',
    example: 0.5,
  })
  min_coverage: number;

  @ApiProperty({
    type: 'array',
    items: FORM_SECTION,
    description: 'The form, with every default filled in.',
    example: FORM_EXAMPLE.sections,
  })
  sections: Form['sections'];

  @ApiProperty({
    type: () => ForcedPublicationResponse,
    nullable: true,
    required: false,
    description: 'Set if it was published in spite of the gate of its scorecard.',
    example: null,
  })
  forced?: ForcedPublicationResponse | null;

  @ApiProperty({
    type: () => GateResponse,
    required: false,
    description:
      'Only in the response of a publication, if the scorecard has a gate and the revision was not published before.',
  })
  gate?: GateResponse;

  static of(row: RevisionRow): ScorecardRevisionResponse {
    const form: Form = JSON.parse(row.form);
    return {
      object: 'scorecard_revision',
      scorecard_id: row.scorecard_id,
      revision: row.number,
      status: row.status,
      created: Math.floor(row.created_at.getTime() / 1000),
      livemode: row.livemode,
      content_hash: `sha256:${row.content_hash.toString('hex')}`,
      forced:
        row.forced_at && row.forced_via && row.forced_by
          ? { at: Math.floor(row.forced_at.getTime() / 1000), via: row.forced_via, by: row.forced_by }
          : null,
      ...form,
    };
  }
}

export class ScorecardRevisionPageResponse {
  @ApiProperty({ type: [ScorecardRevisionResponse], description: 'Newest first.' })
  items: ScorecardRevisionResponse[];

  @ApiProperty({ type: 'integer', description: 'All revisions of the scorecard.', example: 3 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class DeletedRevisionResponse {
  @ApiProperty({
    type: 'string',
    enum: ['scorecard_revision'],
    description: 'Always `scorecard_revision`.',
    example: 'scorecard_revision',
  })
  object: 'scorecard_revision';

  @ApiProperty({ type: 'integer', description: 'Number of the deleted revision. It is not used again.', example: 3 })
  revision: number;

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}

/** A `ScorecardRevisionPageResponse` as JSON text, one revision after the other. */
export async function* revisionPageJson(
  rows: AsyncIterable<RevisionRow>,
  rest: Omit<ScorecardRevisionPageResponse, 'items'>,
): AsyncGenerator<string, void, undefined> {
  let before = '{"items":[';
  for await (const row of rows) {
    yield before + JSON.stringify(ScorecardRevisionResponse.of(row));
    before = ',';
  }
  yield `${before === ',' ? '' : before}],${JSON.stringify(rest).slice(1)}`;
}
