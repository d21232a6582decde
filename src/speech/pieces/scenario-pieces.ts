// Turns a scenario into the measurement and the pieces of a recording, as the pipeline needs them. Pure.
import type { HeardScenario, HeardTurn } from '../../ports/scenario.js';
import type { SpeechEngine } from '../../ports/speech-to-text.js';
import type { MeasuredTrack, Measurement } from '../listening/measure-pcm.js';
import { meanWordConfidence } from '../words/confidence.js';
import type { AttributedPiece } from './pieces-by-engine.js';

/** Bright frames of clean telephone speech, which ends at 4 kHz. */
const NO_BRIGHT_FRAMES = 0;

export function measurementOf({ durationMs, channels, noiseDb, turns, keys }: HeardScenario): Measurement {
  const ofChannels = channels === 2 ? [0, 1] : [null];
  return {
    durationMs,
    sourceChannels: channels,
    sourceTracks: 1,
    layout: channels === 2 ? 'stereo' : 'mono',
    tracks: ofChannels.map((channel) => trackOf(channel, noiseDb, turns)),
    damaged: false,
    keys,
  };
}

/** There is no sound, so the track has no samples and no envelope. */
function trackOf(channel: number | null, noiseDb: number, turns: readonly HeardTurn[]): MeasuredTrack {
  const own = turns.filter((turn) => turn.channel === channel);
  const hasSpeech = own.length > 0;
  const levelDb = hasSpeech ? own.reduce((sum, turn) => sum + turn.levelDb, 0) / own.length : noiseDb;
  return {
    channel,
    file: '',
    speech: own.map(({ startMs, endMs, levelDb: ownDb }) => ({ startMs, endMs, levelDb: ownDb })),
    snrDb: hasSpeech ? levelDb - noiseDb : null,
    levelDb,
    signal: {
      noiseDb,
      quietDb: hasSpeech ? noiseDb : null,
      brightShare: hasSpeech ? NO_BRIGHT_FRAMES : null,
      clippedShare: hasSpeech ? 0 : null,
    },
  };
}

/**
 * @param count number of intervals into which the call is cut @returns for each interval, a piece of each channel that speaks in
 * it
 */
export function piecesOf({ turns, language }: HeardScenario, engine: SpeechEngine, count: number): AttributedPiece[][] {
  const perStretch = Math.max(1, Math.ceil(turns.length / count));
  const stretches: AttributedPiece[][] = [];
  for (let first = 0; first < turns.length; first += perStretch) {
    const stretch = turns.slice(first, first + perStretch);
    const channels = [...new Set(stretch.map(({ channel }) => channel))];
    stretches.push(
      channels.map((channel) =>
        pieceOf(
          channel,
          stretch.filter((turn) => turn.channel === channel),
          language,
          engine,
        ),
      ),
    );
  }
  return stretches;
}

/** @param turns of the channel, at least one */
function pieceOf(
  channel: number | null,
  turns: readonly HeardTurn[],
  language: string,
  engine: SpeechEngine,
): AttributedPiece {
  const speech = turns.map(({ startMs, endMs }) => ({ startMs, endMs }));
  const { name, grade, hearing } = engine;
  const diarizes = turns.some(({ voice }) => voice !== null);
  return {
    piece: { channel, file: '', startMs: speech[0]?.startMs ?? 0, endMs: speech.at(-1)?.endMs ?? 0, speech },
    transcript: {
      segments: turns.map(({ voice, startMs, endMs, text, words }) => ({
        speaker: voice,
        startMs,
        endMs,
        text,
        confidence: meanWordConfidence(words),
        words,
      })),
      language,
      spotted: [],
      providerSeconds: null,
    },
    heardBy: { engine: name, grade, hearing, diarizes, carriesSpeakers: diarizes },
  };
}
