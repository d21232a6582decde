// Separates the voices of a mono recording by two installed neural models, in a child process.
import { join, resolve } from 'node:path';
import { ProviderError } from '../../ports/provider-error.js';
import { type MonoTrack, type SeparatedVoices, VoiceSeparation } from '../../ports/voice-separation.js';
import type { SherpaModel, SpeakerModels } from './sherpa-model.js';
import { defaultThreads, failure, SherpaProcess } from './sherpa-process.js';
import { voiceTurns } from './sherpa-voices.js';

export interface SherpaVoiceOptions {
  readonly speakers: SpeakerModels;
  /** Program of the child process; default the compiled file beside this one. */
  readonly workerPath?: string;
  /** Default one per processor, at most four: more do not make these models faster. */
  readonly threads?: number;
}

/** The parties of a call. Left to find their number, the clustering takes two voices on the telephone for one. */
const VOICES = 2;
/** Stated by the publisher: 0.11 with one thread. Without an answer the call goes on with less sure voices. */
const TIMEOUT = { perAudioMs: 1, startMs: 60_000 };
/**
 * Longest recording that is diarized. The clustering compares all windows, one a second and voice, with each other: an hour takes
 * 0.2 GB for that beside 0.3 GB for the samples, ten hours would take 20 GB.
 */
const MAX_DIARIZED_MS = 3_600_000;
/** Pauses within a turn, and turns, that are shorter than this many seconds are none: the defaults of the library. */
const DURATIONS = { minDurationOn: 0.3, minDurationOff: 0.5 };

export class SherpaVoiceSeparation extends VoiceSeparation {
  readonly description = 'Two models on this machine tell the voices of mono calls apart where the engine does not.';
  readonly maxVoices = VOICES;
  private readonly diarizer: SherpaProcess;

  constructor({ speakers, threads = defaultThreads(), workerPath }: SherpaVoiceOptions) {
    super();
    this.diarizer = new SherpaProcess({
      models: [speakers.segmentation, speakers.embedding],
      load: { type: 'load-diarizer', diarizer: diarizerConfig(speakers, threads) },
      ...(workerPath === undefined ? {} : { workerPath }),
    });
  }

  async separate({ pcmPath, speech }: MonoTrack, signal: AbortSignal): Promise<SeparatedVoices | null> {
    const endMs = speech.at(-1)?.endMs ?? 0;
    if (endMs === 0 || endMs > MAX_DIARIZED_MS) return null;
    const request = { type: 'diarize', pcmPath: resolve(pcmPath), endMs };
    const reply = await this.diarizer.request(request, TIMEOUT.startMs + TIMEOUT.perAudioMs * endMs, signal);
    if (reply.type !== 'diarized') throw failure(reply);
    const turns = voiceTurns(reply.segments, endMs, VOICES);
    if (turns === null) {
      throw new ProviderError('The local speaker models found no voice in speech.', { retryable: false });
    }
    return { turns, separation: null };
  }

  override close(): void {
    this.diarizer.close();
  }
}

export function diarizerConfig({ segmentation, embedding }: SpeakerModels, numThreads: number): object {
  const common = { numThreads, provider: 'cpu', debug: 0 };
  return {
    segmentation: { pyannote: { model: onlyFile(segmentation) }, ...common },
    embedding: { model: onlyFile(embedding), ...common },
    clustering: { numClusters: VOICES },
    ...DURATIONS,
  };
}

function onlyFile({ folder, manifest: { files } }: SherpaModel): string {
  if (files.kind !== 'speaker-segmentation' && files.kind !== 'speaker-embedding') {
    throw new Error(`${folder} is no model of speakers`);
  }
  return join(folder, files.model);
}
