import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

export const SPEAKER: ApiPropertyOptions = {
  allOf: [{ $ref: '#/components/schemas/Speaker' }],
  description: '`agent`, `customer`, or `speaker_N` if the role is unknown.',
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
  @ApiProperty({ type: 'string', description: 'Text.', example: 'Thank you for calling. How can I help you?' })
  text: string;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: '0 to 1; null if the engine gives none, or the text was corrected.',
    example: 0.94,
  })
  confidence: number | null;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'Whether its words or its speaker were corrected individually; renaming a speaker does not edit each of ' +
      'its segments. Omitted in analyses made before transcripts could be corrected.',
    example: false,
  })
  edited?: boolean;
  @ApiProperty({
    type: () => [WordResponse],
    nullable: true,
    required: false,
    description: 'With `include=words` only; null if the engine gives none, or the text was corrected.',
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
      'Confidence that `agent` is the agent, 0 to 1. Below 0.6 the call is not evaluated; 0.5 on stereo means ' +
      'that nothing identified the agent, and channel 1 is assumed; 1 if a reviewer assigned the speakers.',
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
      "Audio quality of the party for transcription, 0 to 1: the engine's mean word probability, else an " +
      'estimate from the signal-to-noise ratio. Null if unknown, which never means good.',
    example: 0.81,
  })
  score: number | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: ['engine', 'signal'] },
    description:
      "Basis of `score` and `assessable`: the speech engine's own probabilities, the sound of the recording, or " +
      'both.',
    example: ['engine', 'signal'],
  })
  basis: string[];
  @ApiProperty({
    type: 'boolean',
    description:
      'True if the audio is good enough to conclude that the party did not say something. Otherwise nothing ' +
      'missing counts against the party.',
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
      'Why the party is not assessable; empty otherwise. `no_speech`: no speech. `role_unknown`: role unknown. ' +
      '`not_known`: audio quality unknown. `low_confidence`: low transcription confidence. `noisy`: background ' +
      'noise. `narrow_band`: telephone quality, and the engine needs more. `clipped`: recording level too high. ' +
      '`words_missing`: far fewer words than were spoken, or more than a person can say.',
    example: [],
  })
  reasons: string[];
}

export class HearingResponse {
  @ApiProperty({ type: () => PartyHearingResponse, description: 'Audio quality of the agent.' })
  agent: PartyHearingResponse;
  @ApiProperty({ type: () => PartyHearingResponse, description: 'Audio quality of the customer.' })
  customer: PartyHearingResponse;
}

export class TranscriptResponse {
  @ApiProperty({
    type: 'integer',
    required: false,
    description:
      '1 for the original transcript; each correction adds one. Omitted in analyses made before transcripts ' +
      'could be corrected, which are at version 1.',
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
      'ISO 639-1: as detected by the engine, else as given in the request, else as detected from the words. Null ' +
      'if nothing was said, or the words are too few, in several languages, or ambiguous.',
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
    description: 'Audio quality of each party. Omitted in analyses made before this was measured.',
  })
  hearing?: HearingResponse;
}
