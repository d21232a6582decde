// Provides the engines that chooseEngines has chosen. The pipeline injects them by their ports.
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { EngineLearning } from '../../platform/operations/engine-learning.js';
import { LearntRows } from '../../platform/operations/learnt-rows.js';
import { ProviderMetrics } from '../../platform/operations/metrics/provider-metrics.js';
import { ProviderCalls } from '../../platform/operations/provider-calls.js';
import { AudioDecoder } from '../../ports/audio-decoder.js';
import { CallAnalyst } from '../../ports/call-analyst.js';
import { FormJudge } from '../../ports/form-judge.js';
import { RecordingMasker } from '../../ports/recording-masker.js';
import { SandboxEngines } from '../../ports/scenario.js';
import { SpanProposer } from '../../ports/span-proposer.js';
import { SpeechToText } from '../../ports/speech-to-text.js';
import { VendorJobsLink } from '../../ports/vendors/vendor-jobs.js';
import { VoiceSeparation } from '../../ports/voice-separation.js';
import { ScriptedSandboxEngines } from '../scripted/scripted.sandbox-engines.js';
import { modelsOf } from './build-engines.js';
import type { Engines } from './choose-engines.js';
import { EngineSet } from './engine-set.js';
import { type NamedModel, RoutedCallAnalyst, RoutedFormJudge } from './routed-models.js';

@Global()
@Module({})
export class EnginesModule {
  static with({
    decoder,
    masker,
    speechToText,
    voiceSeparation,
    analyst,
    formJudge,
    spanProposer,
    calls,
    learning,
    vendorJobs,
  }: Engines): DynamicModule {
    return {
      module: EnginesModule,
      providers: [
        { provide: AudioDecoder, useValue: decoder },
        { provide: RecordingMasker, useValue: masker },
        { provide: SpeechToText, useValue: speechToText },
        { provide: VoiceSeparation, useValue: voiceSeparation },
        { provide: CallAnalyst, useValue: analyst },
        { provide: FormJudge, useValue: formJudge },
        { provide: SpanProposer, useValue: spanProposer },
        { provide: SandboxEngines, useValue: new ScriptedSandboxEngines(judgeOfCalls(analyst)) },
        { provide: ProviderCalls, useValue: calls },
        { provide: EngineLearning, useValue: learning },
        { provide: VendorJobsLink, useValue: vendorJobs },
        LearntRows,
        ProviderMetrics,
      ],
      exports: [
        AudioDecoder,
        RecordingMasker,
        SpeechToText,
        VoiceSeparation,
        CallAnalyst,
        FormJudge,
        SpanProposer,
        SandboxEngines,
        ProviderCalls,
        EngineLearning,
        VendorJobsLink,
      ],
    };
  }
}

const judgeOfCalls = (analyst: CallAnalyst) => (analyst instanceof RoutedCallAnalyst ? analyst.default : analyst);

/** Provides the judge of scorecards to a process that answers requests and works on no calls: it has clients of its own. */
@Global()
@Module({
  providers: [
    ProviderCalls,
    ProviderMetrics,
    { provide: EngineLearning, useFactory: () => new EngineLearning() },
    LearntRows,
    {
      provide: EngineSet,
      inject: [Config, ProviderCalls, EngineLearning],
      useFactory: (config: Config, calls: ProviderCalls, learning: EngineLearning) =>
        modelsOf({ config, calls, learning, log: () => undefined, gates: new Map() }),
    },
    {
      provide: FormJudge,
      inject: [EngineSet],
      useFactory: (models: EngineSet<NamedModel>) => new RoutedFormJudge(models),
    },
  ],
  exports: [FormJudge, ProviderCalls, EngineLearning],
})
export class FormJudgeModule implements OnApplicationShutdown {
  constructor(@Inject(EngineSet) private readonly models: EngineSet<NamedModel>) {}

  async onApplicationShutdown(): Promise<void> {
    await this.models.close();
  }
}
