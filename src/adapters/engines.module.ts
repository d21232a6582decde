// Provides the engines that chooseEngines has chosen. The pipeline injects them by their ports.
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { EngineLearning } from '../platform/operations/engine-learning.js';
import { LearntRows } from '../platform/operations/learnt-rows.js';
import { ProviderMetrics } from '../platform/operations/metrics/provider-metrics.js';
import { ProviderCalls } from '../platform/operations/provider-calls.js';
import { AudioDecoder } from '../ports/audio-decoder.js';
import { CallAnalyst } from '../ports/call-analyst.js';
import { FormJudge } from '../ports/form-judge.js';
import { RecordingMasker } from '../ports/recording-masker.js';
import { SandboxEngines } from '../ports/scenario.js';
import { SpanProposer } from '../ports/span-proposer.js';
import { SpeechToText } from '../ports/speech-to-text.js';
import { VoiceSeparation } from '../ports/voice-separation.js';
import { chooseFormJudge, type Engines, openAiClient } from './choose-engines.js';
import { OpenAiClient } from './openai/openai-client.js';
import { ScriptedSandboxEngines } from './scripted/scripted.sandbox-engines.js';

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
        { provide: SandboxEngines, useValue: new ScriptedSandboxEngines(analyst) },
        { provide: ProviderCalls, useValue: calls },
        { provide: EngineLearning, useValue: learning },
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
      ],
    };
  }
}

/** Provides the judge of scorecards to a process that answers requests and works on no calls: it has a client of its own. */
@Global()
@Module({
  providers: [
    ProviderCalls,
    ProviderMetrics,
    { provide: EngineLearning, useFactory: () => new EngineLearning() },
    LearntRows,
    { provide: OpenAiClient, inject: [Config, ProviderCalls], useFactory: openAiClient },
    { provide: FormJudge, inject: [Config, OpenAiClient, EngineLearning], useFactory: chooseFormJudge },
  ],
  exports: [FormJudge, ProviderCalls, EngineLearning],
})
export class FormJudgeModule implements OnApplicationShutdown {
  constructor(@Inject(OpenAiClient) private readonly client: OpenAiClient | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.client?.close();
  }
}
