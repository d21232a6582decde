import { ApiProperty } from '@nestjs/swagger';

export const SPEAKER = {
  type: 'string',
  description: '`agent`, `customer`, or `speaker_N` where a role could not be told.',
  example: 'agent',
} as const;

export class WordResponse {
  @ApiProperty({ type: 'string', description: 'The word.', example: 'thank' })
  word: string;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 0.42 })
  start: number;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 0.7 })
  end: number;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: '0 to 1; null where the engine gives none.',
    example: 0.94,
  })
  confidence: number | null;
}

export class TranscriptSegmentResponse {
  @ApiProperty({ type: 'integer', description: 'Position in the transcript, from 0.', example: 0 })
  id: number;
  @ApiProperty(SPEAKER)
  speaker: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Channel it was heard on; null for mono.', example: 0 })
  channel: number | null;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 0.42 })
  start: number;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 4.9 })
  end: number;
  @ApiProperty({ type: 'string', description: 'What was said.', example: 'Thank you for calling. How can I help you?' })
  text: string;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: '0 to 1; null where the engine gives none.',
    example: 0.94,
  })
  confidence: number | null;
  @ApiProperty({
    type: () => [WordResponse],
    nullable: true,
    required: false,
    description: 'With `include=words` only; null where the engine gives none.',
  })
  words?: WordResponse[] | null;
}

export class DiarizationResponse {
  @ApiProperty({
    type: 'string',
    enum: ['channel', 'model', 'content', 'none'],
    description: 'How speakers were told apart: by channel, by their voices, by what was said, or not at all.',
    example: 'channel',
  })
  method: string;
  @ApiProperty({
    type: 'number',
    description:
      '0 to 1: how sure it is that `agent` is the agent. Below 0.6 nothing is judged; 0.5 on stereo means that nothing decided it, and channel 1 is taken for the agent.',
    example: 0.99,
  })
  role_confidence: number;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      "True with `model` where two voices were told apart by the recording's own statistics, not by a trained model; left out otherwise.",
    example: true,
  })
  heuristic?: boolean;
}

export class TranscriptResponse {
  @ApiProperty({
    type: 'string',
    description: 'One line per segment, with speaker labels.',
    example: 'Agent: Thank you for calling.\nCustomer: Hi.',
  })
  text: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'ISO 639-1; null when nothing was said.', example: 'en' })
  language: string | null;
  @ApiProperty({ type: () => [TranscriptSegmentResponse], description: 'Ascending by start.' })
  segments: TranscriptSegmentResponse[];
  @ApiProperty({ type: () => DiarizationResponse, description: 'How the speakers were told apart.' })
  diarization: DiarizationResponse;
}
