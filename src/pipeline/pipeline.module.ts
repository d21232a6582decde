import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AnalyseCall } from './analyse-call.js';
import { CallPipeline } from './call.pipeline.js';
import { CallSweep } from './call-sweep.js';
import { CallWorkspaces } from './call-workspace.js';
import { CALLS_QUEUE, Doorbell } from './doorbell.js';
import { EnginePause } from './engine-pause.js';
import { RetryPolicy } from './failure-policy.js';
import { FetchRecording } from './fetch-recording.js';
import { RecordingIntake } from './intake/recording-intake.js';
import { MeasureRecording } from './measure-recording.js';
import { PipelineMetrics } from './pipeline-metrics.js';
import { RecordingSweep } from './recording-sweep.js';
import { SettleCall } from './settle-call.js';
import { TranscribeCall } from './transcribe-call.js';

/** Working on calls: the worker's end, with the Bull processor and its steps. */
@Module({
  imports: [
    QueueModule,
    BullModule.registerQueue({ name: CALLS_QUEUE }),
    AnalysisModule,
    BillingModule,
    WebhooksModule,
    OutboundModule,
  ],
  providers: [
    CallPipeline,
    CallSweep,
    CallWorkspaces,
    Doorbell,
    EnginePause,
    PipelineMetrics,
    RecordingSweep,
    RecordingIntake,
    RetryPolicy,
    FetchRecording,
    MeasureRecording,
    TranscribeCall,
    AnalyseCall,
    SettleCall,
  ],
})
export class PipelineModule {}
