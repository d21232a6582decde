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
    description: 'End of the segment; where a phrase runs into a later segment of the speaker, the end of that one.',
    example: 37.9,
  })
  end: number;

  @ApiProperty({
    type: 'string',
    description: 'The match with the words around it, as they stand in the transcript. `…` where words are left out.',
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

  @ApiProperty({ type: () => [SearchHitResponse], description: 'At most three places, by their time in the call.' })
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
      'Unix seconds. The time of the search ended before all calls were searched: `items` and `total` are of those whose `created` is ' +
      'greater. The same search with this value as `created_before` goes on from there. Left out where all were searched.',
    example: 1788000000,
  })
  searched_back_to?: number;

  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'True while words of the account are still being made searchable, as after an update of the service: calls may be missing. Left ' +
      'out otherwise.',
    example: true,
  })
  indexing?: boolean;

  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'The most that the page holds.', example: 20 })
  limit: number;
}
