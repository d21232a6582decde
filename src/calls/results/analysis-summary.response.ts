// An analysis as `view=summary` gives it: scores and flags, without the transcript and without quotations.
import { ApiProperty, OmitType } from '@nestjs/swagger';
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { AnswerOf, FindingIn, FindingPart } from '../../ports/findings.js';
import { AnalysisListResponse, AnalysisResponse } from './analysis.response.js';
import { ANALYSIS_SUMMARY } from './analysis-references.js';
import { CALL_KIND, NOT_JUDGED_REASON, SentimentResponse } from './analysis-results.response.js';
import { VERDICT_SOURCE, type VerdictSource } from './findings.response.js';

class FindingSummary {
  @ApiProperty({ type: 'boolean', description: 'True if it needs review.', example: false })
  flagged: boolean;
  @ApiProperty({ type: 'boolean', description: 'False if the call does not allow an assessment.', example: true })
  assessable: boolean;
  @ApiProperty(VERDICT_SOURCE)
  source?: VerdictSource;
}

class PerformedSummaryResponse extends FindingSummary {
  @ApiProperty({ type: 'boolean', description: 'Whether the agent did it.', example: true })
  performed: boolean;
}

class PresentSummaryResponse extends FindingSummary {
  @ApiProperty({ type: 'boolean', description: 'Whether it was there.', example: true })
  present: boolean;
}

class ResolvedSummaryResponse extends FindingSummary {
  @ApiProperty({ type: 'boolean', description: "Whether the customer's matter was settled.", example: true })
  resolved: boolean;
}

interface FindingSummaries {
  readonly performed: PerformedSummaryResponse;
  readonly present: PresentSummaryResponse;
  readonly resolved: ResolvedSummaryResponse;
}

/** The summaries of the findings of a part of `results`. */
export type SummarisedPart<Part extends FindingPart> = {
  [Name in FindingIn<Part>]: FindingSummaries[AnswerOf<Name>];
};

export class ComplianceSummaryResponse implements SummarisedPart<'compliance'> {
  @ApiProperty({ type: () => PerformedSummaryResponse, description: 'The agent checked who was calling.' })
  identity_verification: PerformedSummaryResponse;
  @ApiProperty({ type: () => PerformedSummaryResponse, description: 'The agent protected the customer’s data.' })
  privacy_protection: PerformedSummaryResponse;
  @ApiProperty({ type: () => PerformedSummaryResponse, description: 'The agent made the required disclosures.' })
  mandatory_disclosures: PerformedSummaryResponse;
  @ApiProperty({ type: () => PerformedSummaryResponse, description: 'The agent said what the call is for.' })
  purpose_declaration: PerformedSummaryResponse;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Number of violations, without dismissed ones.',
    example: 0,
  })
  violations_count: number;
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

export class QualitySummaryResponse implements SummarisedPart<'quality'> {
  @ApiProperty({ type: () => SentimentResponse, description: 'Sentiment of the parties.' })
  sentiment_analysis: SentimentResponse;
  @ApiProperty({ type: () => ResolvedSummaryResponse, description: "Whether the customer's matter was settled." })
  call_resolution: ResolvedSummaryResponse;
  @ApiProperty({ type: () => PresentSummaryResponse, description: 'The agent greeted the customer.' })
  greeting: PresentSummaryResponse;
  @ApiProperty({ type: () => PresentSummaryResponse, description: 'The agent showed understanding.' })
  empathetic_language: PresentSummaryResponse;
  @ApiProperty({
    type: () => PresentSummaryResponse,
    description:
      'The agent stayed courteous and to the point. Not assessable in analyses made before this was evaluated.',
  })
  professionalism: PresentSummaryResponse;
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

export class CoachingSummaryResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 5,
    description: '1 (easy) to 5 (hard); null if it cannot be determined.',
    example: 2,
  })
  customer_effort_score: number | null;
}

export class ResultsSummaryResponse {
  @ApiProperty(CALL_KIND)
  call_kind?: string;
  @ApiProperty(NOT_JUDGED_REASON)
  not_judged_reason?: NotJudgedReason | null;
  @ApiProperty({ type: () => ComplianceSummaryResponse, description: 'Regulatory adherence.' })
  compliance: ComplianceSummaryResponse;
  @ApiProperty({ type: () => QualitySummaryResponse, description: 'Quality of the agent’s conduct, and the outcome.' })
  quality: QualitySummaryResponse;
  @ApiProperty({ type: () => CoachingSummaryResponse, description: 'Effort of the customer.' })
  coaching: CoachingSummaryResponse;
  @ApiProperty({
    type: 'boolean',
    description: 'Someone on the call tried to influence the AI; it changed no score.',
    example: false,
  })
  manipulation_suspected: boolean;
}

export class AnalysisSummaryResponse extends OmitType(AnalysisResponse, ['transcript', 'results'] as const) {
  @ApiProperty({
    type: 'string',
    enum: ['summary'],
    description: 'Type of the object.',
    example: 'summary',
  })
  view: 'summary';
  @ApiProperty({ type: 'null', description: 'A summary has none.', example: null })
  transcript: null;
  @ApiProperty({ type: () => ResultsSummaryResponse, nullable: true, description: 'Null until completed.' })
  results: ResultsSummaryResponse | null;
}

export class AnalysisSummaryListResponse extends OmitType(AnalysisListResponse, ['data'] as const) {
  @ApiProperty({ type: 'string', enum: ['summary'], description: 'Type of the object.', example: 'summary' })
  view: 'summary';
  @ApiProperty({ type: 'array', items: ANALYSIS_SUMMARY, description: 'Newest first.' })
  data: AnalysisSummaryResponse[];
}
