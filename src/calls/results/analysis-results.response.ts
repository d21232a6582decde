import { ApiProperty, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { NOT_JUDGED_REASONS, type NotJudgedReason } from '../../ports/call-analyst.js';
import { SPEAKER } from './analysis-transcript.response.js';
import {
  CitationResponse,
  DisclosuresFindingResponse,
  PerformedFindingResponse,
  PresentFindingResponse,
  ResolvedFindingResponse,
  ViolationResponse,
} from './findings.response.js';
import type { JudgedPart } from './judged-findings.js';

/** Kind of a call, in results and their summaries. */
export const CALL_KIND = {
  type: 'string',
  enum: ['conversation', 'voicemail', 'no_conversation'],
  required: false,
  description:
    'Only conversations are evaluated. For a voicemail, and for a wrong number, an announcement or a call that ' +
    'one party never answers (`no_conversation`), no finding is assessable, and the summary gives the reason. ' +
    'Omitted in analyses completed by an earlier release.',
  example: 'conversation',
} as const satisfies ApiPropertyOptions;

/** Reason why no model evaluated a conversation, in results and their summaries. */
export const NOT_JUDGED_REASON = {
  type: 'string',
  enum: [...NOT_JUDGED_REASONS],
  nullable: true,
  required: false,
  description:
    'Why the language model did not evaluate the call: it declined (`model_declined`), the transcript or the ' +
    'answer is too long for it (`too_long_for_model`), or its answer could not be used (`unusable_answer`). The ' +
    'call is completed and billed, with its transcript and metrics; no finding is assessable, the scores are ' +
    'null, and the summary gives the reason. Null otherwise. Omitted in analyses completed by an earlier release.',
  example: null,
} as const satisfies ApiPropertyOptions;

export class ComplianceResponse implements JudgedPart<'compliance'> {
  @ApiProperty({
    type: () => PerformedFindingResponse,
    description:
      'The agent verified the caller. True: two kinds of identifier were checked; a name or a PIN alone, or an ' +
      'order number with a postcode, is not enough. False: the agent dealt with the account without any check. ' +
      'Otherwise not assessable.',
  })
  identity_verification: PerformedFindingResponse;
  @ApiProperty({
    type: () => PerformedFindingResponse,
    description:
      'The agent protected the customer’s data. True: the agent took care of it. False: the agent asked for a ' +
      'card number, PIN, password or security code. Otherwise not assessable.',
  })
  privacy_protection: PerformedFindingResponse;
  @ApiProperty({
    type: () => DisclosuresFindingResponse,
    description:
      'The agent made the required disclosures. True: they were found. False: they were not, the agent’s opening ' +
      'is cited, and the agent’s audio is good enough to tell. Otherwise not assessable.',
  })
  mandatory_disclosures: DisclosuresFindingResponse;
  @ApiProperty({
    type: () => PerformedFindingResponse,
    description:
      'The agent stated the purpose of the call. True: it was said, asked or confirmed. False: the agent refused ' +
      'to say it, which is rare. Otherwise not assessable.',
  })
  purpose_declaration: PerformedFindingResponse;
  @ApiProperty({ type: () => [ViolationResponse], description: 'Violations: what the agent must not do.' })
  violations: ViolationResponse[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '0 to 100; null with a `coverage` under 0.4.',
    example: 88,
  })
  score: number | null;
  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    required: false,
    description:
      'Share of the score that could be assessed: the weight of the assessable findings divided by the weight of ' +
      'all. Omitted in analyses completed by an earlier release.',
    example: 1,
  })
  coverage?: number;
}

const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'];

@ApiSchema({ name: 'SentimentAnalysis' })
export class SentimentResponse {
  @ApiProperty({ type: 'string', enum: SENTIMENTS, description: 'Sentiment of the whole call.', example: 'positive' })
  overall_sentiment: string;
  @ApiProperty({
    type: 'string',
    enum: SENTIMENTS,
    description:
      'Sentiment of the customer; `neutral` if the customer said nothing, the audio is poor, or the roles are ' +
      'unclear.',
    example: 'neutral',
  })
  customer_sentiment: string;
  @ApiProperty({
    type: 'string',
    enum: SENTIMENTS,
    description:
      'Sentiment of the agent; `neutral` if the agent said nothing, the audio is poor, or the roles are unclear.',
    example: 'positive',
  })
  agent_sentiment: string;
}

export class QualityResponse implements JudgedPart<'quality'> {
  @ApiProperty({ type: () => SentimentResponse, description: 'Sentiment of the parties.' })
  sentiment_analysis: SentimentResponse;
  @ApiProperty({
    type: () => ResolvedFindingResponse,
    description:
      'The outcome. True: success or a definite next step was found. False: failure was found. Otherwise not ' +
      'assessable.',
  })
  call_resolution: ResolvedFindingResponse;
  @ApiProperty({
    type: () => PresentFindingResponse,
    description:
      'The agent greeted the customer. True: a greeting was found. False: the agent’s opening is cited, it has ' +
      'no greeting, and the agent’s audio is good enough to tell. Otherwise not assessable.',
  })
  greeting: PresentFindingResponse;
  @ApiProperty({
    type: () => PresentFindingResponse,
    description:
      'The agent showed understanding. True: it was found. False: the customer described a problem and the agent ' +
      'dismissed it; both are cited. Otherwise not assessable.',
  })
  empathetic_language: PresentFindingResponse;
  @ApiProperty({
    type: () => PresentFindingResponse,
    required: false,
    description:
      'The agent stayed courteous and to the point. True: this was found. False: rudeness, mockery or ' +
      'carelessness was found. Otherwise not assessable. In no score. Omitted in analyses completed by an ' +
      'earlier release.',
  })
  professionalism: PresentFindingResponse;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '0 to 100; null with a `coverage` under 0.5, or where `call_resolution` is not assessable.',
    example: 84,
  })
  overall_score: number | null;
  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    required: false,
    description:
      'Share of the score that could be assessed: the weight of the assessable findings divided by the weight of ' +
      'all. Omitted in analyses completed by an earlier release.',
    example: 1,
  })
  coverage?: number;
}

export class CoachingResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 5,
    description: '1 (easy) to 5 (hard); null if it cannot be determined.',
    example: 2,
  })
  customer_effort_score: number | null;
  @ApiProperty({ type: [String], description: 'Strengths.', example: ['Showed understanding for the customer.'] })
  strengths: string[];
  @ApiProperty({
    type: [String],
    description: 'Suggestions.',
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
    description: 'Category of the observation.',
    example: 'customer_signal',
  })
  category: string;
  @ApiProperty({ type: 'string', description: 'One sentence.', example: 'The customer spoke of leaving.' })
  description: string;
  @ApiProperty(SPEAKER)
  speaker: string;
  @ApiProperty({
    type: 'boolean',
    description: 'False for an expected practice that was missing, if the agent’s audio was good enough to tell.',
    example: true,
  })
  observed: boolean;
  @ApiProperty({ type: 'number', description: '0 to 1.', example: 0.9 })
  confidence: number;
  @ApiProperty({ type: 'string', description: 'Verbatim from the transcript.', example: 'I will cancel my account' })
  evidence: string;
  @ApiProperty({ type: () => [CitationResponse], description: 'Quotes from the transcript.' })
  citations: CitationResponse[];
}

export class ResultsResponse {
  @ApiProperty(CALL_KIND)
  call_kind?: string;
  @ApiProperty(NOT_JUDGED_REASON)
  not_judged_reason?: NotJudgedReason | null;
  @ApiProperty({ type: () => ComplianceResponse, description: 'Regulatory adherence.' })
  compliance: ComplianceResponse;
  @ApiProperty({ type: () => QualityResponse, description: 'Quality of the agent’s conduct, and the outcome.' })
  quality: QualityResponse;
  @ApiProperty({ type: () => CoachingResponse, description: 'Coaching for the agent.' })
  coaching: CoachingResponse;
  @ApiProperty({ type: () => [ObservationResponse], description: 'Further facts of the call.' })
  observations: ObservationResponse[];
  @ApiProperty({
    type: 'boolean',
    description: 'Someone on the call tried to influence the AI; it changed no score.',
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
