import { Module, type Provider } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { AnalysisModule } from '../calls/analysis.module.js';
import { AnalysisClaims } from '../calls/claims/analysis-claims.js';
import { StepRecords } from '../calls/claims/step-records.js';
import { VendorJobRows } from '../calls/claims/vendor-job-rows.js';
import { YieldToCalls } from '../calls/claims/yield-to-calls.js';
import { StageUses } from '../judgement/stage-uses.js';
import { JudgingModule } from '../judging/evaluating/threads/judging.module.js';
import { EngineTrialJobsModule } from '../judging/trials/engine-trials.module.js';
import { TrialItemClaims } from '../judging/trials/trial-item-claims.js';
import { Config } from '../platform/config/config.js';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { CallAnalyst } from '../ports/call-analyst.js';
import { SpanProposer } from '../ports/span-proposer.js';
import { SpeechToText } from '../ports/speech-to-text.js';
import { VoiceSeparation } from '../ports/voice-separation.js';
import { RecordingIntake } from '../recordings/receiving/recording-intake.js';
import { Masking } from '../redaction/masking/masking.js';
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
import { PlayScenario } from './sandbox/play-scenario.js';
import { AnalyseCall } from './steps/analyse-call.js';
import { AssembleTranscript } from './steps/assemble-transcript.js';
import { CallWorkspaces } from './steps/call-workspace.js';
import { DecodeRecording } from './steps/decode-recording.js';
import { FetchRecording } from './steps/fetch-recording.js';
import { MaskRecording } from './steps/mask-recording.js';
import { MaskTranscript } from './steps/mask-transcript.js';
import { MeasureRecording } from './steps/measure-recording.js';
import { PipelineMetrics } from './steps/pipeline-metrics.js';
import { ScorecardsOfCall } from './steps/scorecards-of-call.js';
import { SeparateVoices } from './steps/separate-voices.js';
import { SettleCall } from './steps/settle-call.js';
import { TranscribeCall } from './steps/transcribe-call.js';
import { TranscribePieces } from './steps/transcribe-pieces.js';
import { EngineTrialWork } from './trials/engine-trial-work.js';
import { HearAgain, TRANSCRIBE_ITEM } from './trials/hear-again.js';
import { ANALYSE_ITEM, JudgeAgain } from './trials/judge-again.js';
import { CallLanes } from './turns/call-lanes.js';
import { VendorCopies } from './turns/vendor-copies.js';

/** The steps that engine trials take, with their items in place of calls. */
const TRIALS: Provider[] = [
  EngineTrialWork,
  HearAgain,
  JudgeAgain,
  {
    provide: ANALYSE_ITEM,
    inject: [TrialItemClaims, CallAnalyst, StageUses],
    useFactory: (items: TrialItemClaims, analyst: CallAnalyst, uses: StageUses) =>
      new AnalyseCall(items, analyst, uses),
  },
  {
    provide: TRANSCRIBE_ITEM,
    inject: [
      TrialItemClaims,
      DecodeRecording,
      VoiceSeparation,
      StatisticalVoiceSeparation,
      SpeechToText,
      CallAnalyst,
      EngineShortfall,
      Masking,
      SpanProposer,
      Config,
      StageUses,
    ],
    useFactory: (
      items: TrialItemClaims,
      decoding: DecodeRecording,
      models: VoiceSeparation,
      statistics: StatisticalVoiceSeparation,
      speech: SpeechToText,
      analyst: CallAnalyst,
      shortfall: EngineShortfall,
      masking: Masking,
      proposer: SpanProposer,
      config: Config,
      uses: StageUses,
    ) => {
      const voices = new SeparateVoices(items, decoding, models, statistics);
      const pieces = new TranscribePieces(items, decoding, voices, speech, analyst, shortfall, config);
      const assembling = new AssembleTranscript(items, new MaskTranscript(items, masking, proposer));
      return new TranscribeCall(pieces, voices, speech, analyst, assembling, uses);
    },
  },
  workerOf(EngineTrialWork),
];

/** The worker's end of the pipeline: it takes calls from the queue through the steps, and sweeps up what was left over. */
@Module({
  imports: [
    AnalysisModule,
    BillingModule,
    EngineTrialJobsModule,
    EvaluationWorkModule,
    JudgingModule,
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
    RecordingIntake,
    { provide: StepRecords, useExisting: AnalysisClaims },
    FetchRecording,
    DecodeRecording,
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
    StageUses,
    VendorCopies,
    YieldToCalls,
    ...TRIALS,
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
