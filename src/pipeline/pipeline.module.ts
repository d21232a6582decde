import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { AnalysisModule } from '../calls/analysis.module.js';
import { VendorJobRows } from '../calls/claims/vendor-job-rows.js';
import { RecordingSweep } from '../calls/retention/recording-sweep.js';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { RecordingIntake } from '../recordings/receiving/recording-intake.js';
import { MaskingModule } from '../redaction/masking/masking.module.js';
import { ScorecardsModule } from '../scorecards/cards/scorecards.module.js';
import { EvaluationWorkModule } from '../scorecards/evaluations/evaluation-work.module.js';
import { StatisticalVoiceSeparation } from '../speech/voices/statistical.voice-separation.js';
import { UploadsApiModule } from '../uploads/uploads.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { EngineShortfall } from '../work/engines/engine-shortfall.js';
import { WorkModule, workerOf } from '../work/work.module.js';
import { CallSteps, CallWork } from './call.pipeline.js';
import { AcceptanceModule } from './intake/acceptance.module.js';
import { RetryController } from './intake/retry.controller.js';
import { RetryCall } from './intake/retry-call.js';
import { SubmitController } from './intake/submit.controller.js';
import { SubmitCall } from './intake/submit-call.js';
import { SubmitForm } from './intake/submit-form.js';
import { AskedPlaybacks } from './playback/asked-playbacks.js';
import { MaskedPlayback } from './playback/masked-playback.js';
import { RenderPlayback } from './playback/render-playback.js';
import { AnalyseCall } from './steps/analyse-call.js';
import { AssembleTranscript } from './steps/assemble-transcript.js';
import { CallWorkspaces } from './steps/call-workspace.js';
import { FetchRecording } from './steps/fetch-recording.js';
import { MaskRecording } from './steps/mask-recording.js';
import { MaskTranscript } from './steps/mask-transcript.js';
import { MeasureRecording } from './steps/measure-recording.js';
import { PipelineMetrics } from './steps/pipeline-metrics.js';
import { PlayScenario } from './steps/play-scenario.js';
import { ScorecardsOfCall } from './steps/scorecards-of-call.js';
import { SeparateVoices } from './steps/separate-voices.js';
import { SettleCall } from './steps/settle-call.js';
import { TranscribeCall } from './steps/transcribe-call.js';
import { TranscribePieces } from './steps/transcribe-pieces.js';
import { CallLanes } from './turns/call-lanes.js';
import { VendorCopies } from './turns/vendor-copies.js';

/** The worker's end of the pipeline: it takes calls from the queue through the steps, and sweeps up what was left over. */
@Module({
  imports: [
    AnalysisModule,
    BillingModule,
    EvaluationWorkModule,
    MaskingModule,
    ScorecardsModule,
    WebhooksModule,
    OutboundModule,
    WorkModule,
  ],
  providers: [
    CallLanes,
    CallSteps,
    CallWork,
    CallWorkspaces,
    ScorecardsOfCall,
    EngineShortfall,
    VendorJobRows,
    PipelineMetrics,
    RecordingSweep,
    RecordingIntake,
    FetchRecording,
    MeasureRecording,
    MaskRecording,
    MaskTranscript,
    RenderPlayback,
    MaskedPlayback,
    AskedPlaybacks,
    TranscribePieces,
    SeparateVoices,
    StatisticalVoiceSeparation,
    AssembleTranscript,
    TranscribeCall,
    AnalyseCall,
    PlayScenario,
    SettleCall,
    VendorCopies,
    workerOf(CallWork),
  ],
})
export class PipelineModule {}

/** The API's end of the pipeline: it takes submissions. */
@Module({
  imports: [AcceptanceModule, AnalysisModule, BillingModule, UploadsApiModule, WebhooksModule],
  controllers: [SubmitController, RetryController],
  providers: [RetryCall, SubmitCall, SubmitForm],
})
export class IntakeModule {}
