import { ApiProperty } from '@nestjs/swagger';
import { SourceItemErrorResponse } from '../sources.responses.js';
import type { TriedObject, TriedSource } from './try-source.js';

export class TriedRecordingResponse {
  @ApiProperty({ type: 'string', description: 'Key of the object.', example: 'calls/2026/11/20/agent-7_cust-42.wav' })
  key: string;

  @ApiProperty({ type: 'integer', description: 'Size of the object.', example: 1_204_224 })
  size_bytes: number;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it was last written.',
    example: '2026-11-20T10:00:00.000Z',
  })
  modified_at: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The submission that the object would become; null if there is an `error`.',
    example: {
      agent_id: 'agent-7',
      contact_id: 'cust-42',
      external_id: 'acme-recordings/calls/2026/11/20/agent-7_cust-42.wav',
    },
  })
  submission: Readonly<Record<string, unknown>> | null;

  @ApiProperty({
    type: () => SourceItemErrorResponse,
    nullable: true,
    description: 'Why the object would not become a call.',
  })
  error: SourceItemErrorResponse | null;

  static of({ key, sizeBytes, modifiedAt, body, error }: TriedObject): TriedRecordingResponse {
    const shown = error && { loc: [...error.loc], msg: error.msg };
    return { key, size_bytes: sizeBytes, modified_at: modifiedAt.toISOString(), submission: body, error: shown };
  }
}

export class SourceTestResponse {
  @ApiProperty({ type: 'string', enum: ['source_test'], description: 'Always `source_test`.', example: 'source_test' })
  object: 'source_test';

  @ApiProperty({ type: [TriedRecordingResponse], description: 'The last 20 keys, last first.' })
  items: TriedRecordingResponse[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why the bucket could not be read completely; null otherwise.',
    example: null,
  })
  error: string | null;

  static of({ objects, error }: TriedSource): SourceTestResponse {
    return { object: 'source_test', items: objects.map(TriedRecordingResponse.of), error };
  }
}
