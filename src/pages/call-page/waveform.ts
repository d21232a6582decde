// Draws who spoke when, and how loudly: a lane for each party, in SVG.
import {
  type Lane as DrawnLane,
  lanesOf as drawnLanesOf,
  heightOf,
  loudestOf,
  type Sound,
  ticksOf,
} from '../../../web/src/drawing/lanes.js';
import { type Html, html, inSlices } from '../../platform/http/pages/html.js';
import { clock, type ReportedCall, type Segment, speakerColour, speakerName } from './reported-call.js';

const WIDTH = 1_200;
const LANE_HEIGHT = 56;
const MAX_TICKS = 8;

export interface Lane {
  readonly name: string;
  readonly colour: number;
  readonly turns: readonly Segment[];
  /** Null where the sound is not known. */
  readonly envelope: Sound | null;
}

export function lanesOf({ transcript, envelopes }: Pick<ReportedCall, 'transcript' | 'envelopes'>): Lane[] {
  return drawnLanesOf(transcript.segments, envelopes).map((lane) => ({
    name: nameOf(lane),
    colour: lane.speaker === null ? 2 : speakerColour(lane.speaker),
    turns: lane.turns,
    envelope: lane.sound,
  }));
}

function nameOf({ speaker, sound }: DrawnLane<Segment>): string {
  if (speaker !== null) return speakerName(speaker);
  return sound === null || sound.channel === null ? 'Recording' : `Channel ${sound.channel}`;
}

/** @param seconds length of the recording */
export function waveform(lanes: readonly Lane[], seconds: number): Html {
  const loudest = loudestOf(lanes.map(({ envelope }) => ({ sound: envelope })));
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
function outline({ ms_per_peak: step, peaks }: Sound, loudest: number, scale: number): Html {
  const middle = LANE_HEIGHT / 2;
  const points = Array.from(peaks, (peak, index) => ({
    x: number(((index + 0.5) * step * scale) / 1000),
    height: Math.max(0.5, heightOf(peak, loudest) * (middle - 2)),
  }));
  const above = points.map(({ x, height }) => `${x},${number(middle - height)}`);
  const below = points.toReversed().map(({ x, height }) => `${x},${number(middle + height)}`);
  return html`<polygon class="sound" points="${[...above, ...below].join(' ')}"/>`;
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function ticks(seconds: number): Html {
  // As SVG, since the page allows no inline styles.
  return html`<svg class="ticks" aria-hidden="true" height="18">${ticksOf(seconds, MAX_TICKS).map((tick, index) => {
    const at = (tick * 100) / Math.max(seconds, 0.001);
    const anchor = index === 0 ? 'start' : at > 97 ? 'end' : 'middle';
    return html`<text x="${number(at)}%" y="13" text-anchor="${anchor}">${clock(tick)}</text>`;
  })}</svg>`;
}
