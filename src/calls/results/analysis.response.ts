import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FAILURE_CODES, type FailureCode } from '../../ports/failure-code.js';
import { ANALYSIS } from './analysis-references.js';
import { ResultsResponse } from './analysis-results.response.js';
import { TranscriptResponse } from './analysis-transcript.response.js';
import { RedactedSpanResponse, RedactionResponse } from './redaction.response.js';

export const CALL_DIRECTIONS = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

export class CallMetricsResponse {
  @ApiProperty({ type: 'number', description: 'Seconds in which the agent talks.', example: 51.2 })
  agent_talk_seconds: number;
  @ApiProperty({ type: 'number', description: 'Seconds in which the customer talks.', example: 30.1 })
  customer_talk_seconds: number;
  @ApiProperty({ type: 'number', description: 'Seconds in which neither party talks.', example: 11.4 })
  silence_seconds: number;
  @ApiProperty({ type: 'number', description: 'Seconds of overtalk.', example: 0.4 })
  overtalk_seconds: number;
  @ApiProperty({ type: 'integer', description: 'Number of interruptions.', example: 1 })
  interruptions: number;
  @ApiProperty({ type: 'number', description: "Words per minute of the agent's talk.", example: 148 })
  agent_words_per_minute: number;
  @ApiProperty({ type: 'number', description: "Words per minute of the customer's talk.", example: 131 })
  customer_words_per_minute: number;
  @ApiProperty({ type: 'number', description: "The agent's share of the talking, 0 to 1.", example: 0.63 })
  talk_ratio: number;
  @ApiProperty({
    type: 'number',
    required: false,
    description:
      'Seconds of silence in which the recording was paused: digital silence or one steady tone on all channels ' +
      'for three seconds or more. Part of `silence_seconds`. Omitted if it was not measured.',
    example: 0,
  })
  paused_seconds?: number;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'True if one party may be audible in the other’s channel, so that talk time may be counted twice. Omitted ' +
      'otherwise.',
    example: true,
  })
  leakage_suspected?: boolean;
}

export class CallResponse {
  @ApiProperty({ type: 'string', description: 'Your identifier of the agent.', example: 'agent-7' })
  agent_id: string;
  @ApiProperty({ type: 'string', description: 'Your identifier of the customer.', example: 'cust-42' })
  contact_id: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Your identifier of the recording, unique within an account and mode.',
    example: 'pbx-1732012345.67',
  })
  external_id: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Your `call_started_at` in UTC; null when you gave none.',
    example: '2026-11-20T08:58:00.000Z',
  })
  started_at: string | null;
  @ApiProperty({
    type: 'string',
    enum: [...CALL_DIRECTIONS, null],
    nullable: true,
    description: 'Who called, as you gave it: the customer (`inbound`) or the agent (`outbound`).',
    example: 'inbound',
  })
  direction: CallDirection | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Decoded duration; null until it is known.',
    example: 92340,
  })
  duration_ms: number | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'The same in seconds.', example: 92.34 })
  duration_seconds: number | null;
  @ApiProperty({ type: () => CallMetricsResponse, nullable: true, description: 'Null until completed.' })
  metrics: CallMetricsResponse | null;
}

export class AudioResponse {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'Link to the recording, valid for an hour; Range requests are supported. Null until it is stored.',
    example:
      'https://calls.example.com/api/v1/recordings/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?expires=1790003600&signature=c2ln',
  })
  url: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Size of the file.', example: 1478400 })
  size_bytes: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The same number under its other name.',
    example: 1478400,
  })
  file_size: number | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: ['flac', 'mp3', 'mp4', 'm4a', 'ogg', 'wav', 'webm', null],
    description: 'Content type of the bytes, independent of the file name.',
    example: 'wav',
  })
  format: string | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Decoded duration; null until it is known.',
    example: 92.34,
  })
  duration_seconds: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Channels of the recording.', example: 2 })
  channels: number | null;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description:
      'True if part of the recording is missing or could not be decoded: the rest was used, and only that is ' +
      'billed. Null until known.',
    example: false,
  })
  damaged: boolean | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Audio tracks of the recording. Two mono tracks are used as channels 0 and 1; otherwise only the default ' +
      'track, else the first, is used. Null until known.',
    example: 1,
  })
  tracks: number | null;
}

export class NamedEngineResponse {
  @ApiProperty({ type: 'string', description: 'Name of the engine in this installation.', example: 'careful' })
  name: string;
  @ApiProperty({ type: 'string', description: 'Provider that the engine asks.', example: 'openai' })
  provider: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Model of the provider; null where it has no choice of models.',
    example: 'gpt-6-luna',
  })
  model: string | null;
}

export class EngineResponse {
  @ApiProperty({
    type: 'string',
    description:
      'Engine that transcribed the call. If workers with different engines took part, all of them, largest share ' +
      'first, joined by ` + `.',
    example: 'openai:gpt-transcribe',
  })
  transcription: string;
  @ApiProperty({ type: 'string', description: 'Engine that evaluated the call.', example: 'openai:gpt-6-luna' })
  analysis: string;
  @ApiProperty({
    type: 'string',
    enum: ['production', 'local', 'demo'],
    description: 'Grade of the result: that of the weakest engine.',
    example: 'production',
  })
  grade: string;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Mean word confidence, 0 to 1; null where the engine gives none.',
    example: 0.82,
  })
  mean_confidence: number | null;
  @ApiProperty({ type: 'string', description: 'Version of the yardstick.', example: '1' })
  rules_version: string;
  @ApiPropertyOptional({
    type: () => NamedEngineResponse,
    nullable: true,
    description:
      'Engine that transcribed the largest share, as the installation names it. Null for a sample call; left out for a ' +
      'call of an earlier release.',
    example: { name: 'transcription', provider: 'openai', model: 'gpt-transcribe' },
  })
  transcription_engine?: NamedEngineResponse | null;
  @ApiPropertyOptional({
    type: () => NamedEngineResponse,
    nullable: true,
    description: 'Engine that evaluated the call, as the installation names it. Null and left out as above.',
    example: { name: 'analysis', provider: 'openai', model: 'gpt-6-luna' },
  })
  analysis_engine?: NamedEngineResponse | null;
}

export class RetainedUntilResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The recording. Unix seconds; null: no limit.',
    example: null,
  })
  recording: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The transcript. Unix seconds; null: no limit.',
    example: null,
  })
  transcript: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'All of it. Unix seconds; null: no limit.',
    example: null,
  })
  analysis: number | null;
}

export class AnalysisMetadataResponse {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description:
      'URL that receives the notification, as you gave it; characters beyond ASCII in punycode and percent-encoded.',
    example: null,
  })
  webhook_url: string | null;
  @ApiProperty({ type: [String], description: 'Events that are notified.', example: ['analysis.completed'] })
  webhook_events: readonly string[];
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Null until completed.',
    example: '2026-11-20T10:00:00.000Z',
  })
  completed_at: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'From acceptance to the final state.', example: 8123 })
  processing_time_ms: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed; null otherwise.', example: null })
  error_message: string | null;
  @ApiProperty({
    type: 'string',
    enum: FAILURE_CODES,
    nullable: true,
    description:
      'Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as ' +
      '`not_processable`.',
    example: null,
  })
  error_code: FailureCode | null;
  @ApiProperty({
    type: 'boolean',
    description:
      'True if the analysis failed and its recording is still stored, can be downloaded from its URL, or is of ' +
      'the sandbox: `POST /analysis/{id}/retry` starts it again. Also true if it is completed, and its ' +
      '`not_judged_reason` is `too_long_for_model` or `unusable_answer`: a retry evaluates it again.',
    example: false,
  })
  retryable: boolean;
  @ApiProperty({ type: 'string', description: 'Version of this object.', example: '1' })
  version: string;
  @ApiProperty({
    type: () => RetainedUntilResponse,
    description: 'Times at which its parts are deleted, unless a hold keeps them. All null until it is final.',
  })
  retained_until: RetainedUntilResponse;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the transcript was deleted by its retention; null otherwise.',
    example: null,
  })
  transcript_deleted_at: string | null;
  @ApiProperty({
    type: () => EngineResponse,
    nullable: true,
    description: 'Engines that produced the result; null until completed.',
  })
  engine: EngineResponse | null;
}

export class ProgressResponse {
  @ApiProperty({
    type: 'string',
    enum: ['queued', 'fetching', 'measuring', 'transcribing', 'analysing', 'settling'],
    description: 'Current step.',
    example: 'transcribing',
  })
  stage: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Progress in percent.', example: 40 })
  percent: number;
}

export class AnalysisResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the object.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['analysis'], description: 'Type of the object.', example: 'analysis' })
  object: string;
  @ApiProperty({ type: 'integer', description: 'Unix seconds.', example: 1790000000 })
  created: number;
  @ApiProperty({
    type: 'string',
    enum: ['processing', 'completed', 'failed'],
    description: '`completed` and `failed` are final, but for a failed one that you start again.',
    example: 'completed',
  })
  status: string;
  @ApiProperty({ type: 'boolean', description: 'False when it was created with a test key.', example: true })
  livemode: boolean;
  @ApiProperty({ type: () => ProgressResponse, nullable: true, description: 'Null once it is final.' })
  progress: ProgressResponse | null;
  @ApiProperty({ type: () => CallResponse, description: 'The call.' })
  call: CallResponse;
  @ApiProperty({ type: () => AudioResponse, description: 'The recording.' })
  audio: AudioResponse;
  @ApiProperty({ type: () => RedactionResponse, description: 'Masking of the call.' })
  redaction: RedactionResponse;
  @ApiProperty({
    type: () => [RedactedSpanResponse],
    required: false,
    description: 'Positions of masked words, without their content. With `include=redactions` only.',
  })
  redactions?: RedactedSpanResponse[];
  @ApiProperty({
    type: () => TranscriptResponse,
    nullable: true,
    description: 'Null until completed, and once it is deleted.',
  })
  transcript: TranscriptResponse | null;
  @ApiProperty({ type: () => ResultsResponse, nullable: true, description: 'Null until completed.' })
  results: ResultsResponse | null;
  @ApiProperty({
    allOf: [{ $ref: '#/components/schemas/AnalysisMetadataResponse' }],
    description: "The service's own members, and beside them your custom keys as you gave them.",
  })
  metadata: AnalysisMetadataResponse;
}

export class AnalysisListResponse {
  @ApiProperty({ type: 'string', enum: ['list'], description: 'Type of the object.', example: 'list' })
  object: string;
  @ApiProperty({ type: 'array', items: ANALYSIS, description: 'Newest first.' })
  data: AnalysisResponse[];
  @ApiProperty({ type: 'boolean', description: 'True when there are more beyond this page.', example: false })
  has_more: boolean;
  @ApiProperty({ type: 'integer', description: 'Number of matches.', example: 1 })
  total: number;
}

export class DeletedAnalysisResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the object.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['analysis'], description: 'Type of the deleted object.', example: 'analysis' })
  object: string;
  @ApiProperty({ type: 'boolean', enum: [true], description: 'Always true.', example: true })
  deleted: boolean;
}
