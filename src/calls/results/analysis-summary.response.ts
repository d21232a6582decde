// An analysis as `view=summary` gives it: scores and flags, without the transcript and without quotations.
import { ApiProperty, OmitType } from '@nestjs/swagger';
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { AnswerOf, FindingIn, FindingPart } from '../../ports/findings.js';
import { AnalysisListResponse, AnalysisResponse } from './analysis.response.js';
import { ANALYSIS_SUMMARY } from './analysis-references.js';
import { CALL_KIND, NOT_JUDGED_REASON, SentimentResponse } from './analysis-results.response.js';
import { VERDICT_SOURCE, type VerdictSource } from './findings.response.js';

class FindingSummary {
  @ApiProperty({ type: 'boolean', description: 'True when a person should look.', example: false })
  flagged: boolean;
  @ApiProperty({ type: 'boolean', description: 'False when the call does not allow a judgement.', example: true })
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
    description: 'How many violations were found, without those that a person dismissed.',
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
      'How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses that an ' +
      'earlier release completed.',
    example: 1,
  })
  coverage?: number;
}

export class QualitySummaryResponse implements SummarisedPart<'quality'> {
  @ApiProperty({ type: () => SentimentResponse, description: 'How the parties felt.' })
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
      'The agent stayed courteous and to the point. Not assessable in an analysis from before this was judged.',
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
      'How much the score rests on: the weight of the assessable findings, of the weight of all. Left out of analyses that an ' +
      'earlier release completed.',
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
    description: '1 (easy) to 5 (hard); null when it cannot be told.',
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
  @ApiProperty({ type: () => QualitySummaryResponse, description: 'Professionalism and outcome.' })
  quality: QualitySummaryResponse;
  @ApiProperty({ type: () => CoachingSummaryResponse, description: 'How hard the call was for the customer.' })
  coaching: CoachingSummaryResponse;
  @ApiProperty({
    type: 'boolean',
    description: 'Somebody on the call spoke to the analyst; it moved no score.',
    example: false,
  })
  manipulation_suspected: boolean;
}

export class AnalysisSummaryResponse extends OmitType(AnalysisResponse, ['transcript', 'results'] as const) {
  @ApiProperty({
    type: 'string',
    enum: ['summary'],
    description: 'Tells it from a whole analysis.',
    example: 'summary',
  })
  view: 'summary';
  @ApiProperty({ type: 'null', description: 'A summary has none.', example: null })
  transcript: null;
  @ApiProperty({ type: () => ResultsSummaryResponse, nullable: true, description: 'Null until completed.' })
  results: ResultsSummaryResponse | null;
}

export class AnalysisSummaryListResponse extends OmitType(AnalysisListResponse, ['data'] as const) {
  @ApiProperty({ type: 'string', enum: ['summary'], description: 'Tells it from a whole list.', example: 'summary' })
  view: 'summary';
  @ApiProperty({ type: 'array', items: ANALYSIS_SUMMARY, description: 'Newest first.' })
  data: AnalysisSummaryResponse[];
}
