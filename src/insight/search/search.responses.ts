// The calls in which something was said, as clients receive them.
import { ApiProperty } from '@nestjs/swagger';
import { SPEAKER } from '../../calls/results/analysis-transcript.response.js';

export class SearchHitResponse {
  @ApiProperty({
    type: 'integer',
    description: 'The segment of the present transcript in which the match begins.',
    example: 7,
  })
  segment_id: number;

  @ApiProperty(SPEAKER)
  speaker: string;

  @ApiProperty({
    type: 'number',
    description: 'Start of the segment, in seconds from the start of the call.',
    example: 31.4,
  })
  start: number;

  @ApiProperty({
    type: 'number',
    description: 'End of the segment; if a phrase continues in a later segment of the speaker, the end of that one.',
    example: 37.9,
  })
  end: number;

  @ApiProperty({
    type: 'string',
    description: 'The match with the words around it. `…` marks omitted words.',
    example: '…I would like a refund for the second invoice…',
  })
  snippet: string;
}

export class FoundCallResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Id of the analysis.',
    example: '7b1d5d3c-8c1e-4c8e-9f57-0a6f5c3c9b52',
  })
  analysis_id: string;

  @ApiProperty({ type: 'integer', description: '`created` of the analysis, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The agent; null where none was named.',
    example: 'agent-7',
  })
  agent_id: string | null;

  @ApiProperty({ type: () => [SearchHitResponse], description: 'At most three matches, in the order of the call.' })
  hits: SearchHitResponse[];
}

export class SearchPageResponse {
  @ApiProperty({ type: () => [FoundCallResponse], description: 'Newest first.' })
  items: FoundCallResponse[];

  @ApiProperty({
    type: 'integer',
    description: 'How many calls match: exact up to 10,000, and never more.',
    example: 1,
  })
  total: number;

  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'True where more than 10,000 calls match; left out otherwise.',
    example: true,
  })
  total_capped?: boolean;

  @ApiProperty({
    type: 'integer',
    required: false,
    description:
      'Unix seconds. The search stopped before all calls were searched: `items` and `total` cover calls whose ' +
      '`created` is greater. Repeat the search with this value as `created_before` to continue. Omitted if all ' +
      'calls were searched.',
    example: 1788000000,
  })
  searched_back_to?: number;

  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'True while transcripts are still being indexed, for example after an update of the service: calls may be ' +
      'missing. Omitted otherwise.',
    example: true,
  })
  indexing?: boolean;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}
