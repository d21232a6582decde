import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { CALLS_QUEUE, DOWNLOADS_QUEUE, SANDBOX_QUEUE } from '../platform/queue/queue-names.js';
import { RecordingSweep } from '../recordings/recording-sweep.js';
import { EvaluationWorkModule } from '../scorecards/evaluation-work.module.js';
import { ScorecardsModule } from '../scorecards/scorecards.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AnalyseCall } from './analyse-call.js';
import { AssembleTranscript } from './assemble-transcript.js';
import { CallPipeline, CallSteps } from './call.pipeline.js';
import { CallConsumer } from './call-consumer.js';
import { CallSweep } from './call-sweep.js';
import { CallTurns } from './call-turns.js';
import { CallWorkspaces } from './call-workspace.js';
import { CardsOfCall } from './cards-of-call.js';
import { ClaimGate } from './claim-gate.js';
import { Doorbell } from './doorbell.js';
import { EnginePauseModule } from './engine-pause.module.js';
import { EngineShortfall } from './engine-shortfall.js';
import { FetchRecording } from './fetch-recording.js';
import { HearPieces } from './hear-pieces.js';
import { RecordingIntake } from './intake/recording-intake.js';
import { MeasureRecording } from './measure-recording.js';
import { PatienceSweep } from './patience-sweep.js';
import { PipelineMetrics } from './pipeline-metrics.js';
import { PlayScenario } from './play-scenario.js';
import { RunEnd } from './run-end.js';
import { SeparateVoices } from './separate-voices.js';
import { SettleCall } from './settle-call.js';
import { TranscribeCall } from './transcribe-call.js';
import { WorkerHealth } from './worker-health.js';

/** The worker's end of the pipeline: it takes calls from the queue through the steps, and sweeps up what was left over. */
@Module({
  imports: [
    QueueModule,
    BullModule.registerQueue({ name: CALLS_QUEUE }, { name: DOWNLOADS_QUEUE }, { name: SANDBOX_QUEUE }),
    AnalysisModule,
    BillingModule,
    EnginePauseModule,
    EvaluationWorkModule,
    ScorecardsModule,
    WebhooksModule,
    OutboundModule,
  ],
  providers: [
    CallConsumer,
    CallPipeline,
    CallSteps,
    CallSweep,
    CallTurns,
    CallWorkspaces,
    CardsOfCall,
    ClaimGate,
    Doorbell,
    EngineShortfall,
    PatienceSweep,
    PipelineMetrics,
    RecordingSweep,
    RecordingIntake,
    FetchRecording,
    MeasureRecording,
    HearPieces,
    SeparateVoices,
    AssembleTranscript,
    TranscribeCall,
    AnalyseCall,
    PlayScenario,
    SettleCall,
    RunEnd,
    WorkerHealth,
  ],
  // Evaluations keep to the same pauses, the same health and the turns of calls.
  exports: [CallTurns, EnginePauseModule, WorkerHealth],
})
export class PipelineModule {}
