import { ApiProperty, OmitType } from '@nestjs/swagger';
import { AudioResponse, CallResponse } from '../calls/results/analysis.response.js';
import { ResultsResponse } from '../calls/results/analysis-results.response.js';
import {
  CompletedCallResponse,
  CompletedMetadataResponse,
  FailedMetadataResponse,
  metadataSchema,
} from '../calls/results/analysis-states.response.js';
import { TranscriptResponse } from '../calls/results/analysis-transcript.response.js';
import { RedactionResponse } from '../calls/results/redaction.response.js';
import { EvaluationResponse } from '../scorecards/evaluations/evaluation.response.js';
import { RescoreResponse } from '../scorecards/rescores/rescore.response.js';
import { BatchResponse } from '../wire/batch.response.js';
import { CalibrationResponse } from '../wire/calibration.response.js';
import { CorrectionResponse } from '../wire/correction.response.js';
import { DisputeResponse } from '../wire/dispute.response.js';
import { JudgeChangeResponse } from '../wire/drift.response.js';
import { ErasureResponse } from '../wire/erasure.response.js';
import { ExportResponse } from '../wire/export.response.js';
import { HoldResponse } from '../wire/hold.response.js';
import { RedactionJobResponse } from '../wire/redaction-job.response.js';
import { ReviewResponse } from '../wire/review.response.js';

/** The link to the recording would have expired. */
export class NotifiedAudio extends OmitType(AudioResponse, ['url'] as const) {}

/** The analysis as a notification carries it: without the link to the recording, which would have expired. */
class NotifiedAnalysis {
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
  @ApiProperty({ type: 'boolean', description: 'False in a sample.', example: true })
  livemode: boolean;
  @ApiProperty({ type: () => NotifiedAudio, description: 'The recording, without a link to it.' })
  audio: NotifiedAudio;
  @ApiProperty({ type: () => RedactionResponse, description: 'Masking of the call.' })
  redaction: RedactionResponse;
}

export class NotifiedCompletedAnalysis extends NotifiedAnalysis {
  @ApiProperty({ type: 'string', enum: ['completed'], description: 'Final status.', example: 'completed' })
  status: string;
  @ApiProperty({ type: () => CompletedCallResponse, description: 'The call.' })
  call: CompletedCallResponse;
  @ApiProperty({
    type: () => TranscriptResponse,
    nullable: true,
    description: 'Transcript with speakers; null once its retention has ended it.',
  })
  transcript: TranscriptResponse | null;
  @ApiProperty({ type: () => ResultsResponse, description: 'Results of the call.' })
  results: ResultsResponse;
  @ApiProperty(metadataSchema('CompletedMetadataResponse'))
  metadata: CompletedMetadataResponse;
}

export class NotifiedReviewedAnalysis extends NotifiedCompletedAnalysis {
  @ApiProperty({ type: () => ReviewResponse, description: 'The review, as it was written.' })
  review: ReviewResponse;
}

export class NotifiedCorrectedAnalysis extends NotifiedCompletedAnalysis {
  @ApiProperty({ type: () => CorrectionResponse, description: 'The correction, completed.' })
  correction: CorrectionResponse;
}

export class NotifiedFailedAnalysis extends NotifiedAnalysis {
  @ApiProperty({
    type: 'string',
    enum: ['failed'],
    description: 'Status; for a failure see `metadata.error_message` and `metadata.error_code`.',
    example: 'failed',
  })
  status: string;
  @ApiProperty({ type: () => CallResponse, description: 'The call.' })
  call: CallResponse;
  @ApiProperty({ type: 'null', description: 'A failed analysis has none.', example: null })
  transcript: null;
  @ApiProperty({ type: 'null', description: 'A failed analysis has none.', example: null })
  results: null;
  @ApiProperty(metadataSchema('FailedMetadataResponse'))
  metadata: FailedMetadataResponse;
}

class NotifiedEvent {
  @ApiProperty({
    type: 'string',
    description: 'Equal to the `webhook-id` header; the same in every attempt.',
    example: 'evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f',
  })
  id: string;
  @ApiProperty({ type: 'integer', description: 'When it happened, Unix seconds.', example: 1790000000 })
  created: number;
  @ApiProperty({ type: 'boolean', description: 'False in a sample.', example: true })
  livemode: boolean;
}

export class AnalysisCompletedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['analysis.completed'],
    description: 'Type of the event.',
    example: 'analysis.completed',
  })
  event: string;
  @ApiProperty({ type: () => NotifiedCompletedAnalysis, description: 'The analysis.' })
  data: NotifiedCompletedAnalysis;
}

export class AnalysisFailedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['analysis.failed'],
    description: 'Type of the event.',
    example: 'analysis.failed',
  })
  event: string;
  @ApiProperty({ type: () => NotifiedFailedAnalysis, description: 'The analysis.' })
  data: NotifiedFailedAnalysis;
}

export class AnalysisReviewedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['analysis.reviewed'],
    description: 'Type of the event.',
    example: 'analysis.reviewed',
  })
  event: string;
  @ApiProperty({ type: () => NotifiedReviewedAnalysis, description: 'The analysis as it is now, and the review.' })
  data: NotifiedReviewedAnalysis;
}

export class AnalysisCorrectedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['analysis.corrected'],
    description: 'Type of the event.',
    example: 'analysis.corrected',
  })
  event: string;
  @ApiProperty({ type: () => NotifiedCorrectedAnalysis, description: 'The analysis as it is now, and the correction.' })
  data: NotifiedCorrectedAnalysis;
}

export class AnalysisRedactedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['analysis.redacted'],
    description: 'Type of the event.',
    example: 'analysis.redacted',
  })
  event: string;
  @ApiProperty({ type: () => NotifiedCompletedAnalysis, description: 'The analysis as it is now.' })
  data: NotifiedCompletedAnalysis;
}

export class EvaluationCompletedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['evaluation.completed'],
    description: 'Type of the event.',
    example: 'evaluation.completed',
  })
  event: string;
  @ApiProperty({ type: () => EvaluationResponse, description: 'The evaluation.' })
  data: EvaluationResponse;
}

export class EvaluationAcknowledgedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['evaluation.acknowledged'],
    description: 'Type of the event.',
    example: 'evaluation.acknowledged',
  })
  event: string;
  @ApiProperty({ type: () => EvaluationResponse, description: 'The evaluation, with `acknowledged`.' })
  data: EvaluationResponse;
}

export class DisputeOpenedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['dispute.opened'],
    description: 'Type of the event.',
    example: 'dispute.opened',
  })
  event: string;
  @ApiProperty({ type: () => DisputeResponse, description: 'The dispute as it is now.' })
  data: DisputeResponse;
}

export class DisputeResolvedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['dispute.resolved'],
    description: 'Type of the event.',
    example: 'dispute.resolved',
  })
  event: string;
  @ApiProperty({ type: () => DisputeResponse, description: 'The dispute, with `decision`.' })
  data: DisputeResponse;
}

export class RescoreCompletedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['rescore.completed'],
    description: 'Type of the event.',
    example: 'rescore.completed',
  })
  event: string;
  @ApiProperty({ type: () => RescoreResponse, description: 'The job.' })
  data: RescoreResponse;
}

export class RedactionCompletedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['redaction.completed'],
    description: 'Type of the event.',
    example: 'redaction.completed',
  })
  event: string;
  @ApiProperty({ type: () => RedactionJobResponse, description: 'The job.' })
  data: RedactionJobResponse;
}

export class ExportCompletedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['export.completed'],
    description: 'Type of the event.',
    example: 'export.completed',
  })
  event: string;
  @ApiProperty({
    type: () => ExportResponse,
    description: 'The export, completed or failed, without a link to the file.',
  })
  data: ExportResponse;
}

export class BatchCompletedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['batch.completed'],
    description: 'Type of the event.',
    example: 'batch.completed',
  })
  event: string;
  @ApiProperty({ type: () => BatchResponse, description: 'The batch, completed or failed.' })
  data: BatchResponse;
}

export class BatchWaitingEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['batch.waiting'],
    description: 'Type of the event.',
    example: 'batch.waiting',
  })
  event: string;
  @ApiProperty({ type: () => BatchResponse, description: 'A batch that waits for minutes.' })
  data: BatchResponse;
}

export class CalibrationClosedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['calibration.closed'],
    description: 'Type of the event.',
    example: 'calibration.closed',
  })
  event: string;
  @ApiProperty({ type: () => CalibrationResponse, description: 'The session, with its figures.' })
  data: CalibrationResponse;
}

export class ScorecardDriftEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['scorecard.drift'],
    description: 'Type of the event.',
    example: 'scorecard.drift',
  })
  event: string;
  @ApiProperty({
    type: () => JudgeChangeResponse,
    description: 'The change of the judge, by the calls that are watched.',
  })
  data: JudgeChangeResponse;
}

export class ErasureCompletedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['erasure.completed'],
    description: 'Type of the event.',
    example: 'erasure.completed',
  })
  event: string;
  @ApiProperty({ type: () => ErasureResponse, description: 'The erasure, with its receipt.' })
  data: ErasureResponse;
}

export class HoldReleasedEvent extends NotifiedEvent {
  @ApiProperty({
    type: 'string',
    enum: ['hold.released'],
    description: 'Type of the event.',
    example: 'hold.released',
  })
  event: string;
  @ApiProperty({ type: () => HoldResponse, description: 'The released hold.' })
  data: HoldResponse;
}
