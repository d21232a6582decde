// Deepgram's pre-recorded transcription, `POST /v1/listen`.
import { z } from 'zod';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import {
  type HearingLimits,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../ports/speech-to-text.js';
import { type UploadFormat, withEncodedPiece } from '../vendor/audio-upload.js';
import { readHeardWords } from '../vendor/heard-words.js';
import { readOrRefuse } from '../vendor/provider-failure.js';
import { maxResponseBytes } from '../vendor/response-limits.js';
import type { VendorClient } from '../vendor/vendor-client.js';

export interface DeepgramSpeechToTextOptions {
  readonly client: VendorClient;
  readonly decoder: AudioDecoder;
  /** e.g. `nova-3` */
  readonly model: string;
  /** Default flac: lossless, and cheaper to encode than Opus. */
  readonly uploadFormat?: UploadFormat;
  /** Receives one sentence for the operator per finding of {@link DeepgramSpeechToText.check}. */
  readonly warn: (sentence: string) => void;
}

/**
 * Deepgram names no longest audio; it gives up a request after ten minutes of its own time. Four hours are one request, so that
 * speakers have one labelling, and bound what is paid again after a kill.
 */
const MAX_PIECE_MS = 4 * 3_600_000;
/** Deepgram's maximum is 2 GB. */
const MAX_UPLOAD_BYTES = 2_000_000_000;
const CHECK_DEADLINE_MS = 15_000;
/** Deepgram's models are trained on telephone speech. No figure of theirs was measured here: limits as for OpenAI's models. */
const HEARING: HearingLimits = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };

/** A member that may be absent, of any type. */
const anything = z.unknown().optional();
const answerShape = z.object({
  metadata: z.object({ duration: anything }).partial().catch({}),
  results: z.object({
    channels: z
      .array(
        z.object({
          alternatives: z.array(z.object({ transcript: anything, words: anything })).min(1),
          detected_language: anything,
        }),
      )
      .min(1),
  }),
});

const modelShape = z.object({
  stt: z.array(z.object({ name: anything, canonical_name: anything, architecture: anything })),
});

/**
 * A channel, or a mono recording with a label for each speaker. Numbers stay words, as they were said (no `smart_format`), since
 * the transcript is checked and masked word by word. Deepgram's redaction, summaries and sentiment are not asked for.
 *
 * The answer comes with the request and has no id to ask for it again. A request that was under way when its worker was killed is
 * sent, and paid, once more; `sent_request` counts both.
 */
export class DeepgramSpeechToText extends SpeechToText {
  readonly isCharged = true;
  readonly engine: SpeechEngine;
  readonly capabilities: SpeechCapabilities = {
    maxPieceMs: MAX_PIECE_MS,
    diarizesMono: true,
    carriesSpeakers: false,
    timesSegments: true,
  };
  readonly #options: DeepgramSpeechToTextOptions;

  constructor(options: DeepgramSpeechToTextOptions) {
    super();
    this.#options = options;
    const { model } = options;
    this.engine = {
      name: `deepgram:${model}`,
      grade: 'production',
      accuracy: `Deepgram's ${model}, with its speaker labels for mono recordings.`,
      hearing: HEARING,
    };
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const { client, decoder, model, uploadFormat = 'flac' } = this.#options;
    const { language, signal } = options;
    const isMono = piece.channel === null;
    const query = new URLSearchParams({
      model,
      punctuate: 'true',
      ...(language === null ? { detect_language: 'true' } : { language }),
      ...(isMono && { diarize_model: 'latest' }),
    });
    const encoder = { decoder, format: uploadFormat, maxBytes: MAX_UPLOAD_BYTES };
    return withEncodedPiece(encoder, piece, options, async (body) => {
      const answer = await client.send({
        method: 'POST',
        path: `/v1/listen?${query}`,
        body,
        signal,
        maxResponseBytes: maxResponseBytes(piece),
        reasonOf: (words) => reasonOf(words, language),
        secondsOf: (given) => Number(answerShape.safeParse(given).data?.metadata.duration ?? 0) || 0,
      });
      return readOrRefuse(() => read(answer, piece, isMono));
    });
  }

  /** Rejects when Deepgram cannot be reached or refuses the key; only warns about a model that it does not list. */
  async check(): Promise<void> {
    const { client, model, warn } = this.#options;
    const answer = await client.send({
      method: 'GET',
      path: '/v1/models',
      signal: new AbortController().signal,
      isCheck: true,
      deadlineMs: CHECK_DEADLINE_MS,
    });
    const names = modelShape.safeParse(answer).data?.stt.flatMap((each) => Object.values(each)) ?? [];
    const isListed = names.some((name) => typeof name === 'string' && (name === model || name.startsWith(`${model}-`)));
    if (!isListed) warn(`Deepgram does not list the configured model ${model}.`);
  }
}

/** The status 422 says that the upload broke off; a model that has not the language is refused by words alone. */
function reasonOf(words: string, language: string | null): 'interrupted' | 'language' | null {
  if (words.includes('ASR_UNPROCESSABLE_ENTITY')) return 'interrupted';
  return language !== null && /language/i.test(words) ? 'language' : null;
}

function read(answer: unknown, piece: SpeechPiece, withLabels: boolean): PieceTranscript {
  const { metadata, results } = answerShape.parse(answer);
  const [channel] = results.channels;
  const [best] = channel?.alternatives ?? [];
  return readHeardWords(
    {
      text: best?.transcript,
      words: best?.words,
      language: channel?.detected_language,
      seconds: metadata.duration,
    },
    piece,
    { unit: 1, withLabels },
  );
}
