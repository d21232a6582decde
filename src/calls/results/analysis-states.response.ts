// The Analysis in each of its states, as the API document distinguishes them by `status`.
import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';

import { FAILURE_CODES, type FailureCode } from '../../ports/failure-code.js';
import {
  AnalysisMetadataResponse,
  AnalysisResponse,
  CallMetricsResponse,
  CallResponse,
  EngineResponse,
  ProgressResponse,
} from './analysis.response.js';
import { ResultsResponse } from './analysis-results.response.js';
import { AnalysisSummaryResponse, ResultsSummaryResponse } from './analysis-summary.response.js';
import { TranscriptResponse } from './analysis-transcript.response.js';

const METADATA_DESCRIPTION =
  "The service's own members, and your custom keys as you gave them; custom keys cannot have the name of one of " +
  'these.';

const NOT_COMPLETED = { type: 'null', description: 'Null until completed.', example: null } as const;
const NOT_FAILED = { type: 'null', description: 'It has not failed.', example: null } as const;

export class CompletedCallResponse extends OmitType(CallResponse, [
  'duration_ms',
  'duration_seconds',
  'metrics',
] as const) {
  @ApiProperty({ type: 'integer', description: 'Decoded duration.', example: 92340 })
  duration_ms: number;
  @ApiProperty({ type: 'number', description: 'The same in seconds.', example: 92.34 })
  duration_seconds: number;
  @ApiProperty({ type: () => CallMetricsResponse, description: 'Talk metrics.' })
  metrics: CallMetricsResponse;
}

export class CompletedMetadataResponse extends OmitType(AnalysisMetadataResponse, [
  'completed_at',
  'processing_time_ms',
  'error_message',
  'error_code',
  'engine',
] as const) {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it was completed.',
    example: '2026-11-20T10:00:00.000Z',
  })
  completed_at: string;
  @ApiProperty({ type: 'integer', description: 'From acceptance to the final state.', example: 8123 })
  processing_time_ms: number;
  @ApiProperty(NOT_FAILED)
  error_message: null;
  @ApiProperty(NOT_FAILED)
  error_code: null;
  @ApiProperty({ type: () => EngineResponse, description: 'Engines that produced the result.' })
  engine: EngineResponse;
}

export class FailedMetadataResponse extends OmitType(AnalysisMetadataResponse, [
  'completed_at',
  'error_message',
  'error_code',
  'engine',
] as const) {
  @ApiProperty(NOT_COMPLETED)
  completed_at: null;
  @ApiProperty({
    type: 'string',
    description: 'Reason for the failure, as a sentence.',
    example: 'The recording holds no audio that can be decoded',
  })
  error_message: string;
  @ApiProperty({
    type: 'string',
    enum: FAILURE_CODES,
    description:
      'Error code. Codes keep their meaning; new ones may be added, so treat an unknown code as `not_processable`.',
    example: 'not_audio',
  })
  error_code: FailureCode;
  @ApiProperty(NOT_COMPLETED)
  engine: null;
}

export const metadataSchema = (name: string) => ({
  allOf: [{ $ref: `#/components/schemas/${name}` }],
  description: METADATA_DESCRIPTION,
});

const VARYING = ['status', 'progress', 'call', 'transcript', 'results', 'metadata'] as const;
/** Members that both views of an analysis have. */
class AnalysisBase extends OmitType(AnalysisResponse, VARYING) {}
class SummaryBase extends OmitType(AnalysisSummaryResponse, ['status', 'progress', 'call', 'results', 'metadata']) {}

class StillProcessing {
  @ApiProperty({ type: 'string', enum: ['processing'], description: 'It is not final.', example: 'processing' })
  status: 'processing';
  @ApiProperty({ type: () => ProgressResponse, description: 'Progress.' })
  progress: ProgressResponse;
  @ApiProperty({ type: () => CallResponse, description: 'The call.' })
  call: CallResponse;
  @ApiProperty(NOT_COMPLETED)
  results: null;
  @ApiProperty(metadataSchema('AnalysisMetadataResponse'))
  metadata: AnalysisMetadataResponse;
}

class NowCompleted {
  @ApiProperty({ type: 'string', enum: ['completed'], description: 'It is final.', example: 'completed' })
  status: 'completed';
  @ApiProperty({ type: 'null', description: 'The upload is complete.', example: null })
  progress: null;
  @ApiProperty({ type: () => CompletedCallResponse, description: 'The call.' })
  call: CompletedCallResponse;
  @ApiProperty(metadataSchema('CompletedMetadataResponse'))
  metadata: CompletedMetadataResponse;
}

class NowFailed {
  @ApiProperty({
    type: 'string',
    enum: ['failed'],
    description: 'Final, unless you retry it. See `metadata.error_message` and `metadata.error_code`.',
    example: 'failed',
  })
  status: 'failed';
  @ApiProperty({ type: 'null', description: 'The upload is complete.', example: null })
  progress: null;
  @ApiProperty({ type: () => CallResponse, description: 'The call.' })
  call: CallResponse;
  @ApiProperty({ type: 'null', description: 'A failed analysis has none.', example: null })
  results: null;
  @ApiProperty(metadataSchema('FailedMetadataResponse'))
  metadata: FailedMetadataResponse;
}

class WithoutTranscript {
  @ApiProperty({ type: 'null', description: 'Only a completed analysis has one.', example: null })
  transcript: null;
}

class WithResults {
  @ApiProperty({
    type: () => TranscriptResponse,
    nullable: true,
    description:
      'Transcript with speakers; null once its retention has ended it: see `metadata.transcript_deleted_at`.',
  })
  transcript: TranscriptResponse | null;
  @ApiProperty({ type: () => ResultsResponse, description: 'Results of the call.' })
  results: ResultsResponse;
}

class WithSummary {
  @ApiProperty({ type: () => ResultsSummaryResponse, description: 'Scores and flags.' })
  results: ResultsSummaryResponse;
}

class ProcessingAnalysisResponse extends IntersectionType(AnalysisBase, StillProcessing, WithoutTranscript) {}
export class CompletedAnalysisResponse extends IntersectionType(AnalysisBase, NowCompleted, WithResults) {}
class FailedAnalysisResponse extends IntersectionType(AnalysisBase, NowFailed, WithoutTranscript) {}

class ProcessingAnalysisSummaryResponse extends IntersectionType(SummaryBase, StillProcessing) {}
class CompletedAnalysisSummaryResponse extends IntersectionType(SummaryBase, NowCompleted, WithSummary) {}
class FailedAnalysisSummaryResponse extends IntersectionType(SummaryBase, NowFailed) {}

/** Classes that only `analysis.openapi.ts` refers to. */
export const ANALYSIS_STATES = [
  ProcessingAnalysisResponse,
  CompletedAnalysisResponse,
  FailedAnalysisResponse,
  ProcessingAnalysisSummaryResponse,
  CompletedAnalysisSummaryResponse,
  FailedAnalysisSummaryResponse,
  AnalysisMetadataResponse,
  CompletedMetadataResponse,
  FailedMetadataResponse,
];
