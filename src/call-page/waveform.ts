// Draws who spoke when, and how loudly: a lane for each party, in SVG.
import type { Envelope } from '../analysis/waveform/envelopes.js';
import { type Html, html, inSlices } from '../platform/http/pages/html.js';
import { clock, type ReportedCall, type Segment, speakerColour, speakerName, speakersOf } from './reported-call.js';

const WIDTH = 1_200;
const LANE_HEIGHT = 56;
/** Quiet sounds are drawn taller than in proportion, so that they can be seen. */
const LOUDNESS_POWER = 0.7;
/** The shortest distances of the marks of time, in seconds. */
const TICK_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];
const MAX_TICKS = 8;

export interface Lane {
  readonly name: string;
  readonly colour: number;
  readonly turns: readonly Segment[];
  /** Null where the sound is not known. */
  readonly envelope: Envelope | null;
}

/**
 * A party on a channel of its own has the sound of that channel. Parties who share one have its sound where they speak. A
 * recording without words has its channels as lanes.
 */
export function lanesOf({ transcript, envelopes }: Pick<ReportedCall, 'transcript' | 'envelopes'>): Lane[] {
  const lanes = speakersOf(transcript).map((speaker) => {
    const turns = transcript.segments.filter((segment) => segment.speaker === speaker);
    const channel = turns[0]?.channel ?? null;
    const envelope =
      envelopes.find((each) => each.channel === channel) ?? (envelopes.length === 1 ? envelopes[0] : null) ?? null;
    return { name: speakerName(speaker), colour: speakerColour(speaker), turns, envelope };
  });
  if (lanes.length === 0) return envelopes.map(laneWithoutWords);
  return lanes.map((lane) =>
    lanes.some((other) => other !== lane && other.envelope === lane.envelope) ? whileSpeaking(lane) : lane,
  );
}

function laneWithoutWords(envelope: Envelope): Lane {
  const name = envelope.channel === null ? 'Recording' : `Channel ${envelope.channel}`;
  return { name, colour: 2, turns: [], envelope };
}

function whileSpeaking(lane: Lane): Lane {
  if (lane.envelope === null) return lane;
  const { ms_per_peak: step, peaks } = lane.envelope;
  const kept = new Uint8Array(peaks.length);
  for (const { start, end } of lane.turns) {
    const [from, to] = [Math.floor((start * 1000) / step), Math.ceil((end * 1000) / step)];
    kept.set(peaks.subarray(from, to), Math.min(from, peaks.length));
  }
  return { ...lane, envelope: { ...lane.envelope, peaks: kept } };
}

/** @param seconds length of the recording */
export function waveform(lanes: readonly Lane[], seconds: number): Html {
  const loudest = Math.max(1, ...lanes.flatMap(({ envelope }) => [...(envelope?.peaks ?? [])]));
  const scale = WIDTH / Math.max(seconds, 0.001);
  return html`<div class="lanes" id="lanes">
${lanes.map(
  (lane) => html`<div class="lane colour-${lane.colour}"><span class="lane-name">${lane.name}</span>
<svg viewBox="0 0 ${WIDTH} ${LANE_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${described(lane)}">
${inSlices(lane.turns, ({ start, end }) => turnBlock(start * scale, Math.min(end, seconds) * scale))}
${lane.envelope === null ? null : outline(lane.envelope, loudest, scale)}
</svg></div>`,
)}
<div class="needle" id="needle" hidden></div>
</div>
${ticks(seconds)}`;
}

function described({ name, turns }: Lane): string {
  const spoken = turns.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  return turns.length === 0 ? `${name}: no words` : `${name}: ${turns.length} turns, ${Math.round(spoken)} seconds`;
}

function turnBlock(from: number, to: number): Html {
  const width = Math.max(1, to - from);
  return html`<rect class="turn-block" x="${number(from)}" y="0" width="${number(width)}" height="${LANE_HEIGHT}"/>`;
}

/** A closed shape: along the peaks above the middle, and back below it. */
function outline({ ms_per_peak: step, peaks }: Envelope, loudest: number, scale: number): Html {
  const middle = LANE_HEIGHT / 2;
  const points = Array.from(peaks, (peak, index) => ({
    x: number(((index + 0.5) * step * scale) / 1000),
    height: Math.max(0.5, (peak / loudest) ** LOUDNESS_POWER * (middle - 2)),
  }));
  const above = points.map(({ x, height }) => `${x},${number(middle - height)}`);
  const below = points.toReversed().map(({ x, height }) => `${x},${number(middle + height)}`);
  return html`<polygon class="sound" points="${[...above, ...below].join(' ')}"/>`;
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function ticks(seconds: number): Html {
  const every = TICK_SECONDS.find((distance) => seconds / distance <= MAX_TICKS) ?? Math.ceil(seconds / MAX_TICKS);
  const count = Math.floor(seconds / every) + 1;
  // As SVG, since the page allows no inline styles.
  return html`<svg class="ticks" aria-hidden="true" height="18">${Array.from({ length: count }, (_, index) => {
    const at = (index * every * 100) / Math.max(seconds, 0.001);
    const anchor = index === 0 ? 'start' : at > 97 ? 'end' : 'middle';
    return html`<text x="${number(at)}%" y="13" text-anchor="${anchor}">${clock(index * every)}</text>`;
  })}</svg>`;
}
