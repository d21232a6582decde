// Provides the engines that chooseEngines has chosen. The pipeline injects them by their ports.
import { type DynamicModule, Global, Module } from '@nestjs/common';
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
import type { Engines } from './choose-engines.js';
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
      ],
    };
  }
}
