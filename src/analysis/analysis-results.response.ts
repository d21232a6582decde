import { ApiProperty } from '@nestjs/swagger';
import { SPEAKER } from './analysis-transcript.response.js';

const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'];

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
  @ApiProperty({ type: () => PresentFindingResponse, description: 'The agent stayed courteous and to the point.' })
  professionalism: PresentFindingResponse;
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
