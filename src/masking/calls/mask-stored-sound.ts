// Rewrites the recording of a stored call without the audio of masked parts and of pressed keys, which no transcript shows.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { AudioDecoder } from '../../ports/audio-decoder.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type RecordingFormat, RecordingMasker } from '../../ports/recording-masker.js';
import type { RedactedSpan } from '../../ports/redaction.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import { type Measurement, measurePcm } from '../../speech/listening/measure-pcm.js';
import { mutedSpans } from '../../speech/redaction/sound/muted-spans.js';
import { CallRedactionClaims, type ClaimedCallRedaction, type MaskedSound } from './call-redaction-claims.js';
import { RedactionFolders } from './redaction-folders.js';

/** Words that are masked. */
export interface MaskedWords {
  readonly redactions: readonly RedactedSpan[];
  readonly segments: Parameters<typeof mutedSpans>[1];
  readonly isExact: boolean;
}

export interface StoredRecording {
  readonly key: string;
  readonly format: string;
  /** Key of the rendition of an earlier run that ended before it was recorded; null where there is none. */
  readonly renditionKey: string | null;
}

const PCM_SAMPLE_RATE = 16_000;
/**
 * Confidence for pressed keys. Both tones of each key were found, which no voice produces for three keys. The meaning of the keys
 * is unknown.
 */
const KEYS_CONFIDENCE = 0.9;
const WITHHELD: MaskedSound = { audio: 'withheld', rendition: null, envelopes: null, keys: [], pauses: [] };

@Injectable()
export class MaskStoredSound {
  private readonly logger = new Logger(MaskStoredSound.name);

  constructor(
    private readonly claims: CallRedactionClaims,
    private readonly folders: RedactionFolders,
    private readonly decoder: AudioDecoder,
    private readonly masker: RecordingMasker,
    private readonly store: ObjectStore,
    private readonly config: Config,
  ) {}

  /**
   * Withholds the recording where it cannot be masked exactly. @throws ProviderError of the store and of this worker; ClaimLost
   */
  async run(
    redaction: ClaimedCallRedaction,
    recording: StoredRecording,
    words: MaskedWords,
    signal: AbortSignal,
  ): Promise<MaskedSound> {
    if (!words.isExact) return WITHHELD;
    const dir = await this.folders.open(redaction);
    try {
      return await this.mask(redaction, recording, words, dir, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isFinal(error)) throw error;
      const { analysisId, requestId } = redaction;
      this.logger.error({ err: error, analysisId, requestId }, 'Could not mask a stored recording; it is withheld');
      return WITHHELD;
    } finally {
      await this.folders.close(redaction);
    }
  }

  private async mask(
    redaction: ClaimedCallRedaction,
    recording: StoredRecording,
    { redactions, segments }: MaskedWords,
    dir: string,
    signal: AbortSignal,
  ): Promise<MaskedSound> {
    const path = join(dir, 'recording', 'recording.bin');
    await this.store.fetchTo(recording.key, path, signal);
    const measured = await this.measure(path, dir, signal);
    const keys = keySpans(measured);
    const heard = { keys, pauses: measured.pauses ?? [] };
    if (redactions.length + keys.length === 0) return { ...heard, audio: 'original', rendition: null, envelopes: null };
    const spans = mutedSpans([...redactions, ...keys], segments, measured.durationMs);
    if (spans === null) return { ...WITHHELD, ...heard };
    const outputPath = join(dir, 'recording', 'masked.bin');
    const { durationMs } = measured;
    const { audio } = redaction.wanted;
    const format = recording.format as RecordingFormat;
    const written = await this.masker.mask({ path, format, durationMs, spans, audio, outputPath, signal });
    const key = recording.renditionKey ?? `recordings/${randomUUID()}`;
    // The recording has an owner before it exists, so that it is deleted with the call, however this run ends.
    await this.claims.recordRenditionKey(redaction, key);
    const { sizeBytes } = await this.store.put(key, createReadStream(outputPath), signal, written.sizeBytes);
    const outline = await this.measure(outputPath, dir, signal);
    return {
      ...heard,
      audio: 'redacted',
      rendition: { key, format: written.format, sizeBytes },
      envelopes: envelopesOf(outline),
    };
  }

  private async measure(path: string, dir: string, signal: AbortSignal): Promise<Measurement> {
    const maxDurationMs = this.config.maxAudioMinutes * 60_000 + 1_000;
    const audio = await this.decoder.decode({ path, sampleRate: PCM_SAMPLE_RATE, maxDurationMs, signal });
    return measurePcm(audio, dir, { findKeys: true });
  }
}

function keySpans({ keys = [] }: Measurement): RedactedSpan[] {
  return keys.map(({ channel, startMs, endMs }: SpeechSpan & { readonly channel: number | null }) => ({
    segmentId: null,
    channel,
    startMs,
    endMs,
    type: 'card_number',
    confidence: KEYS_CONFIDENCE,
    basis: 'keys',
  }));
}

function envelopesOf({ tracks }: Measurement): string | null {
  const envelopes = tracks.flatMap(({ channel, envelope }) =>
    envelope === undefined ? [] : [{ channel, ms_per_peak: envelope.msPerPeak, peaks: envelope.peaks }],
  );
  return envelopes.length === 0 ? null : JSON.stringify(envelopes);
}

/** Whether another attempt would fail in the same way on any worker. */
const isFinal = (error: unknown) =>
  error instanceof ProviderError && !error.retryable && !error.pausesEngine && error.workerFault === null;
