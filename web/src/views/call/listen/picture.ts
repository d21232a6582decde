// Draws the lanes of a call on a canvas: who speaks when and how loudly, and the marks above.
import { heightOf, type Lane, loudestOf, ticksOf } from '../../../drawing/lanes.js';
import { clock } from '../../../texts/clock.js';
import type { Mark } from '../judged.js';
import { partyOf, type Segment } from './turn.tsx';
import type { Stretch } from './turns.js';

export const MARKS_PIXELS = 15;
export const TICKS_PIXELS = 14;
const TICK_WIDTH_PIXELS = 90;

export interface Picture {
  readonly lanes: readonly Lane<Segment>[];
  /** Height of a lane. */
  readonly lanePixels: number;
  readonly duration: number;
  readonly evidence: readonly (Stretch & { readonly speaker: string })[];
  readonly pauses: readonly Stretch[];
  readonly overtalk: readonly Stretch[];
  readonly marks: readonly Mark[];
}

/** Shapes of the marks, in a square of 12; the legend uses them too. They differ in shape as well as colour. */
export const MARK_SHAPES: Readonly<Record<Mark['kind'], string>> = {
  violation: 'M6 0.5 11.5 11.5H0.5z',
  flag: 'M2 12V0.5h9L8.5 4 11 7.5H3.5V12z',
};

export const heightInPixels = ({ lanes, lanePixels }: Pick<Picture, 'lanes' | 'lanePixels'>): number =>
  lanes.length * lanePixels + MARKS_PIXELS + TICKS_PIXELS;

export function drawPicture(canvas: HTMLCanvasElement, picture: Picture): void {
  const width = canvas.clientWidth;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const height = heightInPixels(picture);
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.height = `${height}px`;
  context.scale(scale, scale);
  const pen: Pen = { context, width, colour: colours(canvas), x: (seconds) => (seconds / picture.duration) * width };
  const lanesPixels = picture.lanes.length * picture.lanePixels;
  hatch(pen, picture.pauses, { height: lanesPixels, colour: '--soft', isCrossed: false });
  drawLanes(pen, picture);
  hatch(pen, picture.overtalk, { height: lanesPixels, colour: '--text', isCrossed: true });
  drawEvidence(pen, picture);
  drawMarks(pen, picture.marks, lanesPixels + 2);
  drawTicks(pen, picture.duration, height - 2);
}

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly colour: (name: string) => string;
  readonly x: (seconds: number) => number;
}

function drawLanes({ context, width, colour, x }: Pen, { lanes, lanePixels }: Picture): void {
  const loudest = loudestOf(lanes);
  for (const [index, { speaker, turns, sound }] of lanes.entries()) {
    const top = index * lanePixels;
    const middle = top + lanePixels / 2;
    const party = partyOf(speaker ?? '');
    context.fillStyle = colour('--line');
    context.fillRect(0, middle - 0.5, width, 1);
    context.fillStyle = colour(`--${party === 'other' ? 'soft' : party}`);
    // A known waveform is drawn over a light shade of the turns; otherwise only the turns are drawn.
    const half = sound === null ? lanePixels / 4 : lanePixels / 2 - 1;
    context.globalAlpha = sound === null ? 1 : 0.2;
    context.beginPath();
    for (const { start, end } of turns)
      context.roundRect(x(start), middle - half, Math.max(1, x(end) - x(start)), 2 * half, 2);
    context.fill();
    context.globalAlpha = 1;
    if (sound === null) continue;
    const step = sound.ms_per_peak / 1000;
    const points = Array.from(sound.peaks, (peak, at) => ({
      x: x((at + 0.5) * step),
      height: Math.max(0.5, heightOf(peak, loudest) * (lanePixels / 2 - 3)),
    }));
    context.beginPath();
    for (const point of points) context.lineTo(point.x, middle - point.height);
    for (const point of points.reverse()) context.lineTo(point.x, middle + point.height);
    context.fill();
  }
}

const HATCH_PIXELS = 5;

/** Diagonal lines across all lanes; crossed lines for the second kind. Intervals narrower than a line are left out. */
function hatch(
  { context, colour, x }: Pen,
  stretches: readonly Stretch[],
  {
    height,
    colour: name,
    isCrossed,
  }: { readonly height: number; readonly colour: string; readonly isCrossed: boolean },
): void {
  context.strokeStyle = colour(name);
  context.lineWidth = 1;
  context.globalAlpha = isCrossed ? 0.45 : 0.32;
  for (const { start, end } of stretches) {
    const [from, until] = [x(start), Math.max(x(end), x(start) + (isCrossed ? 2 : 0))];
    if (until - from < 1) continue;
    context.save();
    context.beginPath();
    context.rect(from, 0, until - from, height);
    context.clip();
    context.beginPath();
    for (let at = from - height; at < until; at += HATCH_PIXELS) {
      context.moveTo(at, height);
      context.lineTo(at + height, 0);
      if (!isCrossed) continue;
      context.moveTo(at, 0);
      context.lineTo(at + height, height);
    }
    context.stroke();
    context.restore();
  }
  context.globalAlpha = 1;
}

/** A bar below the quoted words, in the lane of their speaker. */
function drawEvidence({ context, colour, x }: Pen, { lanes, lanePixels, evidence }: Picture): void {
  context.fillStyle = colour('--accent');
  for (const { speaker, start, end } of evidence) {
    const lane = lanes.findIndex((each) => each.speaker === speaker);
    if (lane >= 0) context.fillRect(x(start), (lane + 1) * lanePixels - 4, Math.max(3, x(end) - x(start)), 3);
  }
}

function drawMarks({ context, colour, x }: Pen, marks: readonly Mark[], top: number): void {
  for (const { seconds, kind } of marks) {
    context.save();
    context.translate(x(seconds) - 6, top);
    context.fillStyle = colour(kind === 'violation' ? '--bad' : '--unsure');
    context.fill(new Path2D(MARK_SHAPES[kind]));
    context.restore();
  }
}

function drawTicks({ context, width, colour, x }: Pen, duration: number, bottom: number): void {
  context.fillStyle = colour('--soft');
  context.font = '11px system-ui, sans-serif';
  for (const tick of ticksOf(duration, Math.max(2, width / TICK_WIDTH_PIXELS))) {
    context.textAlign = tick === 0 ? 'left' : x(tick) > width - 20 ? 'right' : 'center';
    context.fillText(clock(tick), x(tick), bottom);
  }
}

/** A canvas does not resolve custom properties: the browser computes them for an element. */
function colours(canvas: HTMLCanvasElement): (name: string) => string {
  return (name) => {
    canvas.style.color = `var(${name})`;
    return getComputedStyle(canvas).color;
  };
}
