// Rates how well each party was heard, by the engine's probabilities and the sound of the recording. Conclusions about what a
// party did not say are allowed only if the party was heard well. Pure.
import { coverOf } from '../../ports/span-cover.js';
import type { HearingLimits } from '../../ports/speech-to-text.js';
import type {
  DiarizationMethod,
  HearingReason,
  PartyHearing,
  Role,
  Segment,
  SpeechSpan,
  Transcript,
} from '../../ports/transcript.js';
import type { MeasuredTrack } from '../listening/measure-pcm.js';
import { informedConfidence } from '../words/confidence.js';
import { totalMs } from '../words/spans.js';
import { MAX_WORDS_PER_SECOND, MIN_WORDS_PER_SECOND, spokenWords, utteredMs } from '../words/speech-rate.js';
import { countWords } from '../words/words.js';

type HeardTrack = Pick<MeasuredTrack, 'channel' | 'speech' | 'signal'>;

/**
 * Below this signal-to-noise ratio the detector itself misses speech, which then reaches no engine. It finds 97 % of the speech
 * of the sample calls at a measured 8 dB, and a third or less at 2 dB.
 */
const MIN_DETECTED_SNR_DB = 6;
/** At this signal-to-noise ratio and above, a score that rests on the signal alone is 1. */
const BEST_SNR_DB = 40;
/** Share of bright frames: in wide-band speech 3 % and more are bright, in telephone speech none. */
const MIN_BRIGHT_SHARE = 0.01;
/** Minimum speech for this share: it contains some sharp consonants of any voice. */
const MIN_BRIGHT_SPEECH_MS = 10_000;
/**
 * Share of samples at the ceiling: less than 0.0005 in speech that is not clipped, 0.1 in speech driven 10 dB over full scale.
 */
const MAX_CLIPPED_SHARE = 0.05;
/** Speech below which the number of words says little. */
const MIN_COUNTED_SPEECH_MS = 5000;
/** An engine may leave out a cough or an `mm-hm`, but not utterances that make up this share of the speech. */
const MAX_UNHEARD_SHARE = 0.3;

/** @param tracks of the measured recording */
export function hearParties(
  { segments, diarization }: Pick<Transcript, 'segments' | 'diarization'>,
  tracks: readonly HeardTrack[],
  limits: HearingLimits,
): Readonly<Record<Role, PartyHearing>> {
  const spoken = segments.filter(({ text }) => countWords(text) > 0);
  const hear = (role: Role) => hearParty(role, spoken, diarization.method, tracks, limits);
  return { agent: hear('agent'), customer: hear('customer') };
}

function hearParty(
  role: Role,
  spoken: readonly Segment[],
  method: DiarizationMethod,
  tracks: readonly HeardTrack[],
  limits: HearingLimits,
): PartyHearing {
  const own = spoken.filter(({ speaker }) => speaker === role);
  const withoutRole = spoken.some(({ speaker }) => speaker !== 'agent' && speaker !== 'customer');
  const separated = method === 'channel' || method === 'model';
  // Without diarization, a turn without a role may be this party's.
  const hasUnknownTurns = withoutRole && (own.length === 0 || !separated);
  if (own.length === 0) {
    if (hasUnknownTurns) return unheard('role_unknown');
    const wordless = trackWithoutWords(spoken, tracks);
    return wordless
      ? { score: 0, basis: ['signal'], assessable: false, reasons: ['words_missing'] }
      : unheard('no_speech');
  }

  const speech = speechOf(own, spoken, tracks);
  const engineScore = informedConfidence(own);
  const snrDb = snrOf(speech);
  const reasons: HearingReason[] = [];
  if (engineScore === null && snrDb === null) reasons.push('not_known');
  if (engineScore !== null && engineScore < limits.minScore) reasons.push('low_confidence');
  if (snrDb !== null && snrDb < (engineScore === null ? limits.minSnrDb : MIN_DETECTED_SNR_DB)) reasons.push('noisy');
  if (limits.needsWideBand && isNarrowBand(speech)) reasons.push('narrow_band');
  if (speech.some(({ track }) => (track.signal?.clippedShare ?? 0) > MAX_CLIPPED_SHARE)) reasons.push('clipped');
  if (lacksWords(own, speech)) reasons.push('words_missing');
  if (hasUnknownTurns) {
    // The score of a party whose own turns were heard badly is kept: what it seems to have said must not be held against it.
    if (reasons.length === 0) return unheard('role_unknown');
    reasons.push('role_unknown');
  }
  return {
    score: engineScore ?? (snrDb === null ? null : scoreOfSignal(snrDb, limits)),
    basis: [...(engineScore === null ? [] : ['engine' as const]), ...(snrDb === null ? [] : ['signal' as const])],
    assessable: reasons.length === 0,
    reasons,
  };
}

function unheard(reason: HearingReason): PartyHearing {
  return { score: null, basis: [], assessable: false, reasons: [reason] };
}

/**
 * True when the engine has recognised nothing on a track with speech: the track of one party, when the other party speaks on its
 * own track.
 */
function trackWithoutWords(spoken: readonly Segment[], tracks: readonly HeardTrack[]): boolean {
  return tracks.some(
    ({ channel, speech }) =>
      utteredMs(speech) >= MIN_COUNTED_SPEECH_MS && !spoken.some((segment) => segment.channel === channel),
  );
}

/** The speech of one party on one track. */
interface PartySpeech {
  readonly track: HeardTrack;
  /** The party's spans, as far as they are known to be the party's: on a mono track those within its segments. */
  readonly spans: MeasuredTrack['speech'];
  /** Length of the spans without the detector's padding. */
  readonly ms: number;
  /** Utterances of the track without any word. On a mono track either party may have said them. */
  readonly wordlessMs: number;
  readonly trackMs: number;
}

function speechOf(own: readonly Segment[], spoken: readonly Segment[], tracks: readonly HeardTrack[]): PartySpeech[] {
  return tracks.flatMap((track): PartySpeech[] => {
    const ownHere = own.filter(({ channel }) => channel === track.channel);
    if (ownHere.length === 0) return [];
    const here = spoken.filter(({ channel }) => channel === track.channel);
    const hereMs = sharedMs(track.speech, here);
    const anywhereMs = sharedMs(track.speech, spoken);
    const wordless = (at: number) => hereMs[at] === 0;
    // A span without words that the other party talks through is that party's voice leaking in, or a cough of the listener.
    const isOwn = (span: SpeechSpan, at: number) =>
      !wordless(at) || (anywhereMs[at] ?? 0) < (span.endMs - span.startMs) / 2;
    const speech = track.speech.filter(isOwn);
    const isShared = here.length > ownHere.length;
    const spans = isShared ? partsWithin(ownHere, speech) : speech;
    return [
      {
        track,
        spans,
        ms: isShared ? totalMs(spans) : utteredMs(spans),
        wordlessMs: utteredMs(track.speech.filter((span, at) => isOwn(span, at) && wordless(at))),
        trackMs: utteredMs(speech),
      },
    ];
  });
}

/** Signal-to-noise ratio in dB; null where it was not measured. The worst of several tracks. */
function snrOf(speech: readonly PartySpeech[]): number | null {
  let worst: number | null = null;
  for (const { track, spans } of speech) {
    const { noiseDb = null, quietDb = null } = track.signal ?? {};
    const floorDb = Math.max(noiseDb ?? Number.NEGATIVE_INFINITY, quietDb ?? Number.NEGATIVE_INFINITY);
    const power = meanPower(spans);
    if (power === null || floorDb === Number.NEGATIVE_INFINITY) continue;
    const noise = 10 ** (floorDb / 10);
    const snrDb = power <= noise ? 0 : Math.max(0, 10 * Math.log10(power / noise - 1));
    worst = Math.min(worst ?? snrDb, snrDb);
  }
  return worst;
}

function meanPower(spans: MeasuredTrack['speech']): number | null {
  const ms = totalMs(spans);
  return ms === 0
    ? null
    : spans.reduce((sum, span) => sum + (span.endMs - span.startMs) * 10 ** (span.levelDb / 10), 0) / ms;
}

/** Converts the signal-to-noise ratio to the scale of the engine's probabilities: both have their limit at the same score. */
function scoreOfSignal(snrDb: number, { minScore, minSnrDb }: HearingLimits): number {
  if (snrDb < minSnrDb) return (minScore * snrDb) / minSnrDb;
  if (snrDb >= BEST_SNR_DB) return 1;
  return minScore + ((1 - minScore) * (snrDb - minSnrDb)) / (BEST_SNR_DB - minSnrDb);
}

function isNarrowBand(speech: readonly PartySpeech[]): boolean {
  return speech.some(({ track: { signal, speech: measured } }) => {
    const share = signal?.brightShare ?? null;
    return share !== null && share < MIN_BRIGHT_SHARE && totalMs(measured) >= MIN_BRIGHT_SPEECH_MS;
  });
}

/** True when words of the party must be missing, or when there are more words than anyone can say. */
function lacksWords(own: readonly Segment[], speech: readonly PartySpeech[]): boolean {
  if (speech.length === 0) return false;
  const words = own.reduce((sum, { text }) => sum + spokenWords(text), 0);
  const seconds = speech.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  if (words > MAX_WORDS_PER_SECOND * Math.max(seconds, MIN_COUNTED_SPEECH_MS / 1000)) return true;
  if (seconds * 1000 >= MIN_COUNTED_SPEECH_MS && words < MIN_WORDS_PER_SECOND * seconds) return true;
  return speech.some(
    ({ wordlessMs, trackMs }) => trackMs >= MIN_COUNTED_SPEECH_MS && wordlessMs > MAX_UNHEARD_SHARE * trackMs,
  );
}

/** Milliseconds of each span that the segments cover; overlapping segments count twice. Both ascending by start. */
function sharedMs(spans: readonly SpeechSpan[], segments: readonly SpeechSpan[]): number[] {
  const coveredUntil = coverOf(segments);
  // Times are whole milliseconds.
  return spans.map(({ startMs, endMs }) => Math.round(coveredUntil(endMs) - coveredUntil(startMs)));
}

/** Part of each span as long as what the segments cover of it. */
function partsWithin<Span extends SpeechSpan>(segments: readonly SpeechSpan[], spans: readonly Span[]): Span[] {
  const shared = sharedMs(spans, segments);
  return spans.flatMap((span, at) => {
    const ms = shared[at] ?? 0;
    return ms > 0 ? [{ ...span, endMs: span.startMs + ms }] : [];
  });
}
