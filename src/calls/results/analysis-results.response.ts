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
    'Only a conversation is judged. Of a voicemail, and of a wrong number, an announcement or a call in which one party never ' +
    'answers (`no_conversation`), no finding is assessable, and the summary says why. Left out of analyses that an earlier ' +
    'release completed.',
  example: 'conversation',
} as const satisfies ApiPropertyOptions;

/** Reason why no model evaluated a conversation, in results and their summaries. */
export const NOT_JUDGED_REASON = {
  type: 'string',
  enum: [...NOT_JUDGED_REASONS],
  nullable: true,
  required: false,
  description:
    'Why the language model did not judge the call: it declined to (`model_declined`), the transcript or the answer does not fit into it ' +
    '(`too_long_for_model`), or no answer was of the shape that was asked for (`unusable_answer`). The call is completed and billed, with its transcript and metrics; no finding is assessable, the ' +
    'scores are null, and the summary says why. Null otherwise. Left out of analyses that an earlier release completed.',
  example: null,
} as const satisfies ApiPropertyOptions;

export class ComplianceResponse implements JudgedPart<'compliance'> {
  @ApiProperty({
    type: () => PerformedFindingResponse,
    description:
      'The agent checked who was calling. True: two kinds of identifier were checked; a name or a PIN alone, or ' +
      'an order number with a postcode, is no check. False: the agent dealt with the account and no trace of a check was heard. Else not ' +
      'assessable.',
  })
  identity_verification: PerformedFindingResponse;
  @ApiProperty({
    type: () => PerformedFindingResponse,
    description:
      'The agent protected the customer’s data. True: care was heard. False: the agent asked for a card number, ' +
      'PIN, password or security code. Else not assessable.',
  })
  privacy_protection: PerformedFindingResponse;
  @ApiProperty({
    type: () => DisclosuresFindingResponse,
    description:
      'The agent made the required disclosures. True: they were heard. False: they were not, the agent’s opening ' +
      'is cited, and the agent is known to have been heard well. Else not assessable.',
  })
  mandatory_disclosures: DisclosuresFindingResponse;
  @ApiProperty({
    type: () => PerformedFindingResponse,
    description:
      'The agent said what the call is for. True: it was said, asked or confirmed. False: the agent was heard ' +
      'refusing to say it, which is rare. Else not assessable.',
  })
  purpose_declaration: PerformedFindingResponse;
  @ApiProperty({ type: () => [ViolationResponse], description: 'What the agent was heard doing and must not do.' })
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
      'How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses that an ' +
      'earlier release completed.',
    example: 1,
  })
  coverage?: number;
}

const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'];

@ApiSchema({ name: 'SentimentAnalysis' })
export class SentimentResponse {
  @ApiProperty({ type: 'string', enum: SENTIMENTS, description: 'Of the whole call.', example: 'positive' })
  overall_sentiment: string;
  @ApiProperty({
    type: 'string',
    enum: SENTIMENTS,
    description:
      'Of the customer; `neutral` where the customer said nothing or was heard badly, or the roles are not known.',
    example: 'neutral',
  })
  customer_sentiment: string;
  @ApiProperty({
    type: 'string',
    enum: SENTIMENTS,
    description: 'Of the agent; `neutral` where the agent said nothing or was heard badly, or the roles are not known.',
    example: 'positive',
  })
  agent_sentiment: string;
}

export class QualityResponse implements JudgedPart<'quality'> {
  @ApiProperty({ type: () => SentimentResponse, description: 'How the parties felt.' })
  sentiment_analysis: SentimentResponse;
  @ApiProperty({
    type: () => ResolvedFindingResponse,
    description:
      'The outcome. True: success or a definite next step was heard. False: failure was heard. Else not ' +
      'assessable.',
  })
  call_resolution: ResolvedFindingResponse;
  @ApiProperty({
    type: () => PresentFindingResponse,
    description:
      'The agent greeted the customer. True: the greeting was heard. False: the agent’s opening is cited, it has ' +
      'no greeting, and the agent is known to have been heard well. Else not assessable.',
  })
  greeting: PresentFindingResponse;
  @ApiProperty({
    type: () => PresentFindingResponse,
    description:
      'The agent showed understanding. True: it was heard. False: the customer told of trouble and the agent was ' +
      'heard dismissing it; both are cited. Else not assessable.',
  })
  empathetic_language: PresentFindingResponse;
  @ApiProperty({
    type: () => PresentFindingResponse,
    required: false,
    description:
      'The agent stayed courteous and to the point. True: it was heard. False: rudeness, mockery or carelessness was ' +
      'heard. Else not assessable. In no score. Left out of analyses that an earlier release completed.',
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
      'How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses that an ' +
      'earlier release completed.',
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
  @ApiProperty({
    type: 'boolean',
    description: 'False for an expected practice that was left out by an agent who is known to have been heard well.',
    example: true,
  })
  observed: boolean;
  @ApiProperty({ type: 'number', description: '0 to 1.', example: 0.9 })
  confidence: number;
  @ApiProperty({ type: 'string', description: 'Verbatim from the transcript.', example: 'I will cancel my account' })
  evidence: string;
  @ApiProperty({ type: () => [CitationResponse], description: 'Where it was said.' })
  citations: CitationResponse[];
}

export class ResultsResponse {
  @ApiProperty(CALL_KIND)
  call_kind?: string;
  @ApiProperty(NOT_JUDGED_REASON)
  not_judged_reason?: NotJudgedReason | null;
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
