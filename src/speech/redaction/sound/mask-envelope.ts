// The outline of a masked recording, from that of the recording and the stretches that are muted in it. Pure.
import type { WantedRedaction } from '../../../ports/redaction.js';
import type { SpeechSpan } from '../../../ports/transcript.js';
import type { LoudnessEnvelope } from '../../listening/loudness-envelope.js';

/** Peaks of what stands in the place of the sound, as the envelope counts them. */
const PEAKS: Readonly<Record<WantedRedaction['audio'], number>> = { tone: 25, silence: 0 };

/** A peak of which a part is muted is masked as a whole. */
export function maskEnvelope(
  { msPerPeak, peaks }: LoudnessEnvelope,
  muted: readonly SpeechSpan[],
  audio: WantedRedaction['audio'],
): LoudnessEnvelope {
  // A muted stretch may end behind the last peak, which the `fill` of a Buffer refuses.
  const bytes = new Uint8Array(Buffer.from(peaks, 'base64'));
  for (const { startMs, endMs } of muted)
    bytes.fill(PEAKS[audio], Math.floor(startMs / msPerPeak), Math.ceil(endMs / msPerPeak));
  return { msPerPeak, peaks: Buffer.from(bytes).toString('base64') };
}
