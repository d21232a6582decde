import { ApiProperty } from '@nestjs/swagger';

const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'];
const SPEAKER = {
  type: 'string',
  description: '`agent`, `customer`, or `speaker_N` where a role could not be told.',
  example: 'agent',
} as const;

export class CallMetricsResponse {
  @ApiProperty({ type: 'number', description: 'Seconds in which the agent talks.', example: 51.2 })
  agent_talk_seconds: number;
  @ApiProperty({ type: 'number', description: 'Seconds in which the customer talks.', example: 30.1 })
  customer_talk_seconds: number;
  @ApiProperty({ type: 'number', description: 'Seconds in which nobody talks.', example: 11.4 })
  silence_seconds: number;
  @ApiProperty({ type: 'number', description: 'Seconds in which both talk at once.', example: 0.4 })
  overtalk_seconds: number;
  @ApiProperty({ type: 'integer', description: 'Times that one broke in on the other.', example: 1 })
  interruptions: number;
  @ApiProperty({ type: 'number', description: "Words per minute of the agent's talk.", example: 148 })
  agent_words_per_minute: number;
  @ApiProperty({ type: 'number', description: "Words per minute of the customer's talk.", example: 131 })
  customer_words_per_minute: number;
  @ApiProperty({ type: 'number', description: "The agent's share of the talking, 0 to 1.", example: 0.63 })
  talk_ratio: number;
}

export class CallResponse {
  @ApiProperty({ type: 'string', description: 'Your own identifier of the agent.', example: 'agent-7' })
  agent_id: string;
  @ApiProperty({ type: 'string', description: 'Your own identifier of the customer.', example: 'cust-42' })
  contact_id: string;
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
    description: 'Link to the recording that works for an hour and takes Range requests; null until it is stored.',
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
    description: 'What the bytes are, whatever the file was called.',
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
      'True when the recording is cut short or damaged: what could be decoded was used, and only that is billed. ' +
      'Null until it is known.',
    example: false,
  })
  damaged: boolean | null;
}

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
  @ApiProperty({ type: 'number', description: '0 to 1: how sure it is that `agent` is the agent.', example: 0.99 })
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

export class CitationResponse {
  @ApiProperty({ type: 'integer', description: 'Segment that holds the quotation.', example: 3 })
  segment_id: number;
  @ApiProperty(SPEAKER)
  speaker: string;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 10.1 })
  start: number;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 12.8 })
  end: number;
  @ApiProperty({
    type: 'string',
    description: 'Verbatim part of the segment.',
    example: 'can you confirm your date of birth',
  })
  quote: string;
  @ApiProperty({
    type: 'string',
    enum: ['verified', 'repaired'],
    description: 'Equal but for white space, or equal but for case and punctuation.',
    example: 'verified',
  })
  verification: string;
}

class EvidenceResponse {
  @ApiProperty({ type: 'number', description: '0 to 1.', example: 0.97 })
  confidence: number;
  @ApiProperty({
    type: 'string',
    description: 'Verbatim from the transcript; empty where nothing was found.',
    example: 'can you confirm your date of birth',
  })
  evidence: string;
  @ApiProperty({ type: 'boolean', description: 'True when a person should look.', example: false })
  flagged: boolean;
  @ApiProperty({ type: 'boolean', description: 'False when the transcript does not allow a judgement.', example: true })
  assessable: boolean;
  @ApiProperty({
    type: () => [CitationResponse],
    description: 'Where it was said, each checked against the transcript.',
  })
  citations: CitationResponse[];
}

export class PerformedFindingResponse extends EvidenceResponse {
  @ApiProperty({ type: 'boolean', description: 'Whether the agent did it.', example: true })
  performed: boolean;
}

export class DisclosuresFindingResponse extends PerformedFindingResponse {
  @ApiProperty({ type: [String], description: 'Required disclosures that were not made.', example: [] })
  missing: string[];
}

export class PresentFindingResponse extends EvidenceResponse {
  @ApiProperty({ type: 'boolean', description: 'Whether it was there.', example: true })
  present: boolean;
}

export class ResolvedFindingResponse extends EvidenceResponse {
  @ApiProperty({ type: 'boolean', description: "Whether the customer's matter was settled.", example: true })
  resolved: boolean;
}

export class ViolationResponse {
  @ApiProperty({ type: 'string', description: 'Stable name of the rule.', example: 'card_security_code_requested' })
  rule: string;
  @ApiProperty({
    type: 'string',
    description: 'One sentence for a person.',
    example: "The agent asked for the card's security code.",
  })
  description: string;
  @ApiProperty({ type: 'number', description: '0 to 1.', example: 0.9 })
  confidence: number;
  @ApiProperty({
    type: 'string',
    description: 'Verbatim from the transcript.',
    example: 'the security code on the back',
  })
  evidence: string;
  @ApiProperty({ type: 'boolean', description: 'Always true: a person should confirm it.', example: true })
  flagged: boolean;
  @ApiProperty({ type: () => [CitationResponse], description: 'Where it was said.' })
  citations: CitationResponse[];
}

export class ComplianceResponse {
  @ApiProperty({ type: () => PerformedFindingResponse, description: 'The agent checked who was calling.' })
  identity_verification: PerformedFindingResponse;
  @ApiProperty({ type: () => PerformedFindingResponse, description: 'The agent protected the customer’s data.' })
  privacy_protection: PerformedFindingResponse;
  @ApiProperty({ type: () => DisclosuresFindingResponse, description: 'The agent made the required disclosures.' })
  mandatory_disclosures: DisclosuresFindingResponse;
  @ApiProperty({ type: () => PerformedFindingResponse, description: 'The agent said what the call is for.' })
  purpose_declaration: PerformedFindingResponse;
  @ApiProperty({ type: () => [ViolationResponse], description: 'What the agent did and must not do.' })
  violations: ViolationResponse[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '0 to 100; null with nothing left to judge.',
    example: 88,
  })
  score: number | null;
}

export class SentimentResponse {
  @ApiProperty({ type: 'string', enum: SENTIMENTS, description: 'Of the whole call.', example: 'positive' })
  overall_sentiment: string;
  @ApiProperty({ type: 'string', enum: SENTIMENTS, description: 'Of the customer.', example: 'neutral' })
  customer_sentiment: string;
  @ApiProperty({ type: 'string', enum: SENTIMENTS, description: 'Of the agent.', example: 'positive' })
  agent_sentiment: string;
}

export class QualityResponse {
  @ApiProperty({ type: () => SentimentResponse, description: 'How the parties felt.' })
  sentiment_analysis: SentimentResponse;
  @ApiProperty({ type: () => ResolvedFindingResponse, description: "Whether the customer's matter was settled." })
  call_resolution: ResolvedFindingResponse;
  @ApiProperty({ type: () => PresentFindingResponse, description: 'The agent greeted the customer.' })
  greeting: PresentFindingResponse;
  @ApiProperty({ type: () => PresentFindingResponse, description: 'The agent showed understanding.' })
  empathetic_language: PresentFindingResponse;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '0 to 100; null with nothing left to judge.',
    example: 84,
  })
  overall_score: number | null;
}

export class CoachingResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 5,
    description: '1 (easy) to 5 (hard); null when it cannot be told.',
    example: 2,
  })
  customer_effort_score: number | null;
  @ApiProperty({ type: [String], description: 'What went well.', example: ['Showed understanding for the customer.'] })
  strengths: string[];
  @ApiProperty({
    type: [String],
    description: 'What to do better.',
    example: ['Say at the start that the call is recorded.'],
  })
  recommendations: string[];
}

export class ObservationResponse {
  @ApiProperty({ type: 'string', description: 'Stable name of the rule.', example: 'churn_threat' })
  rule: string;
  @ApiProperty({
    type: 'string',
    enum: ['customer_signal', 'agent_practice', 'agent_conduct'],
    description: 'What kind of fact it is.',
    example: 'customer_signal',
  })
  category: string;
  @ApiProperty({ type: 'string', description: 'One sentence for a person.', example: 'The customer spoke of leaving.' })
  description: string;
  @ApiProperty(SPEAKER)
  speaker: string;
  @ApiProperty({ type: 'boolean', description: 'False for an expected practice that was not heard.', example: true })
  observed: boolean;
  @ApiProperty({ type: 'number', description: '0 to 1.', example: 0.9 })
  confidence: number;
  @ApiProperty({ type: 'string', description: 'Verbatim from the transcript.', example: 'I will cancel my account' })
  evidence: string;
  @ApiProperty({ type: () => [CitationResponse], description: 'Where it was said.' })
  citations: CitationResponse[];
}

export class ResultsResponse {
  @ApiProperty({ type: () => ComplianceResponse, description: 'Regulatory adherence.' })
  compliance: ComplianceResponse;
  @ApiProperty({ type: () => QualityResponse, description: 'Professionalism and outcome.' })
  quality: QualityResponse;
  @ApiProperty({ type: () => CoachingResponse, description: 'What the agent can learn from the call.' })
  coaching: CoachingResponse;
  @ApiProperty({ type: () => [ObservationResponse], description: 'Further facts of the call.' })
  observations: ObservationResponse[];
  @ApiProperty({
    type: 'boolean',
    description: 'Somebody on the call spoke to the analyst; it moved no score.',
    example: false,
  })
  manipulation_suspected: boolean;
  @ApiProperty({
    type: 'string',
    description: 'The call in a few sentences.',
    example: 'The customer was charged twice; the agent refunded the second payment.',
  })
  summary: string;
}

export class EngineResponse {
  @ApiProperty({ type: 'string', description: 'What transcribed.', example: 'openai:gpt-transcribe' })
  transcription: string;
  @ApiProperty({ type: 'string', description: 'What analysed.', example: 'openai:gpt-6-luna' })
  analysis: string;
  @ApiProperty({
    type: 'string',
    enum: ['production', 'local', 'demo'],
    description: 'How far the result may be trusted.',
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
}

export class AnalysisMetadataResponse {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description:
      'Where the notification goes: as you gave it, characters beyond ASCII in punycode and percent-encoded.',
    example: null,
  })
  webhook_url: string | null;
  @ApiProperty({ type: [String], description: 'Events that are notified.', example: ['analysis.completed'] })
  webhook_events: string[];
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
  @ApiProperty({ type: 'string', description: 'Version of this object.', example: '1' })
  version: string;
  @ApiProperty({
    type: () => EngineResponse,
    nullable: true,
    description: 'What produced the result; null until completed.',
  })
  engine: EngineResponse | null;
}

export class ProgressResponse {
  @ApiProperty({
    type: 'string',
    enum: ['queued', 'fetching', 'measuring', 'transcribing', 'analysing', 'settling'],
    description: 'The step it is at.',
    example: 'transcribing',
  })
  stage: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Of the whole way.', example: 40 })
  percent: number;
}

export class AnalysisResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Its id.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['analysis'], description: 'What it is.', example: 'analysis' })
  object: string;
  @ApiProperty({ type: 'integer', description: 'Unix seconds.', example: 1790000000 })
  created: number;
  @ApiProperty({
    type: 'string',
    enum: ['processing', 'completed', 'failed'],
    description: '`completed` and `failed` are final.',
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
  @ApiProperty({ type: () => TranscriptResponse, nullable: true, description: 'Null until completed.' })
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
  @ApiProperty({ type: 'string', enum: ['list'], description: 'What it is.', example: 'list' })
  object: string;
  @ApiProperty({ type: () => [AnalysisResponse], description: 'Newest first.' })
  data: AnalysisResponse[];
  @ApiProperty({ type: 'boolean', description: 'True when there are more beyond this page.', example: false })
  has_more: boolean;
  @ApiProperty({ type: 'integer', description: 'How many match the filters.', example: 1 })
  total: number;
}

export class DeletedAnalysisResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Its id.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['analysis'], description: 'What it was.', example: 'analysis' })
  object: string;
  @ApiProperty({ type: 'boolean', enum: [true], description: 'Always true.', example: true })
  deleted: boolean;
}
