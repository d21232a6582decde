import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

export const SPEAKER: ApiPropertyOptions = {
  allOf: [{ $ref: '#/components/schemas/Speaker' }],
  description: '`agent`, `customer`, or `speaker_N` where a role could not be told.',
  example: 'agent',
};

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
    description: '0 to 1; null where the engine gives none, and where a person has edited the text.',
    example: 0.94,
  })
  confidence: number | null;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'A person has put its words or its speaker right by itself; a new name for all turns of a speaker is no edit of each. Left out in analyses made before transcripts could be corrected.',
    example: false,
  })
  edited?: boolean;
  @ApiProperty({
    type: () => [WordResponse],
    nullable: true,
    required: false,
    description: 'With `include=words` only; null where the engine gives none, and where a person has edited the text.',
  })
  words?: WordResponse[] | null;
}

export class DiarizationResponse {
  @ApiProperty({
    type: 'string',
    enum: ['channel', 'model', 'content', 'none'],
    description: 'How speakers were distinguished: by channel, by their voices, by what was said, or not at all.',
    example: 'channel',
  })
  method: string;
  @ApiProperty({
    type: 'number',
    description:
      '0 to 1: how sure it is that `agent` is the agent. Below 0.6 nothing is judged; 0.5 on stereo means that nothing decided it, and channel 1 is taken for the agent; 1 where a person has said who is who.',
    example: 0.99,
  })
  role_confidence: number;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      "True with `model` where two voices were distinguished by the recording's own statistics, not by a trained model; left out otherwise.",
    example: true,
  })
  heuristic?: boolean;
}

export class PartyHearingResponse {
  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      "How well the party was heard, 0 to 1: the engine's mean word probability, else an estimate from the signal-to-noise ratio. Null where it is not known, which never means heard well.",
    example: 0.81,
  })
  score: number | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: ['engine', 'signal'] },
    description:
      "What `score` and `assessable` rest on: the speech engine's own probabilities, the sound of the recording, or both.",
    example: ['engine', 'signal'],
  })
  basis: string[];
  @ApiProperty({
    type: 'boolean',
    description:
      'True where the party was heard well enough to conclude what the party did not say. Otherwise nothing is held against the party for not having been heard.',
    example: true,
  })
  assessable: boolean;
  @ApiProperty({
    type: 'array',
    items: {
      type: 'string',
      enum: [
        'no_speech',
        'role_unknown',
        'not_known',
        'low_confidence',
        'noisy',
        'narrow_band',
        'clipped',
        'words_missing',
      ],
    },
    description:
      'Why the party is not assessable; empty otherwise. `no_speech`: the party said nothing. `role_unknown`: who the party is could not be told. `not_known`: neither the engine nor the recording tells how well the party was heard. `low_confidence`: the probabilities of the words are too low for this engine. `noisy`: too little louder than the background. `narrow_band`: telephone sound, and the engine needs more. `clipped`: recorded so loud that the sound is distorted. `words_missing`: far fewer words than were spoken, or more than anyone can say.',
    example: [],
  })
  reasons: string[];
}

export class HearingResponse {
  @ApiProperty({ type: () => PartyHearingResponse, description: 'How well the agent was heard.' })
  agent: PartyHearingResponse;
  @ApiProperty({ type: () => PartyHearingResponse, description: 'How well the customer was heard.' })
  customer: PartyHearingResponse;
}

export class TranscriptResponse {
  @ApiProperty({
    type: 'integer',
    required: false,
    description:
      '1 as the engine heard it; each correction by a person is one more. Left out in analyses made before transcripts could be corrected, which are at version 1.',
    example: 1,
  })
  version?: number;
  @ApiProperty({
    type: 'string',
    description: 'One line per segment, with speaker labels.',
    example: 'Agent: Thank you for calling.\nCustomer: Hi.',
  })
  text: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'ISO 639-1: as the engine heard it, else as the request names it, else by the words. Null when nothing was said, and where the words are few, in several languages, or in one that is easily taken for another.',
    example: 'en',
  })
  language: string | null;
  @ApiProperty({ type: () => [TranscriptSegmentResponse], description: 'Ascending by start.' })
  segments: TranscriptSegmentResponse[];
  @ApiProperty({ type: () => DiarizationResponse, description: 'How the speakers were distinguished.' })
  diarization: DiarizationResponse;
  @ApiProperty({
    type: () => HearingResponse,
    required: false,
    description: 'How well each party was heard. Left out in analyses made before this was measured.',
  })
  hearing?: HearingResponse;
}
