// Who speaks when: a lane for each party, with the places that a person should hear.
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { language, theme } from '../../page/preferences.js';
import type { Mark } from './judged.js';
import type { Player } from './player.js';
import { speakerName } from './speaker-name.js';
import { partyOf, type Segment } from './turn.tsx';

const LANE_PIXELS = 22;
const MARKS_PIXELS = 14;

interface LanesProps {
  readonly segments: readonly Segment[];
  readonly marks: readonly Mark[];
  readonly duration: number;
  readonly player: Player;
}

/** For the eye and the mouse: the slider below says and does the same for everyone else. */
export function Lanes({ segments, marks, duration, player }: LanesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))].sort();
  const height = speakers.length * LANE_PIXELS + MARKS_PIXELS;
  const playing = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => drawLanes(element, { segments, marks, duration, speakers, height });
    const sizes = new ResizeObserver(draw);
    sizes.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      sizes.disconnect();
      dark.removeEventListener('change', draw);
    };
  }, [segments, marks, duration, theme.value, height]);
  useEffect(
    () =>
      effect(() => {
        const share = duration > 0 ? Math.min(1, player.seconds.value / duration) : 0;
        if (playing.current) playing.current.style.left = `${share * 100}%`;
      }),
    [player, duration],
  );
  if (speakers.length === 0 || duration <= 0) return null;
  return (
    <div class="lanes" aria-hidden="true" lang={language.value}>
      <div class="lanes-names">
        {speakers.map((speaker) => (
          <span key={speaker} class={`of-${partyOf(speaker)}`}>
            {speakerName(speaker)}
          </span>
        ))}
      </div>
      <div
        class="lanes-field"
        role="presentation"
        onPointerDown={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          player.playFrom(((event.clientX - left) / width) * duration);
        }}
      >
        <canvas ref={canvas} height={height} />
        <div class="lanes-playing" ref={playing} />
      </div>
    </div>
  );
}

interface Drawing {
  readonly segments: readonly Segment[];
  readonly marks: readonly Mark[];
  readonly duration: number;
  readonly speakers: readonly string[];
  readonly height: number;
}

function drawLanes(canvas: HTMLCanvasElement, { segments, marks, duration, speakers, height }: Drawing): void {
  const width = canvas.clientWidth;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const scale = devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.height = `${height}px`;
  context.scale(scale, scale);
  const colour = colours(canvas);
  const x = (seconds: number) => (seconds / duration) * width;
  for (const [lane, speaker] of speakers.entries()) {
    const middle = lane * LANE_PIXELS + LANE_PIXELS / 2;
    context.fillStyle = colour('--line');
    context.fillRect(0, middle - 0.5, width, 1);
    context.fillStyle = colour(`--${partyOf(speaker) === 'other' ? 'soft' : partyOf(speaker)}`);
    for (const segment of segments)
      if (segment.speaker === speaker) {
        const from = x(segment.start);
        context.beginPath();
        context.roundRect(from, middle - 7, Math.max(1.5, x(segment.end) - from), 14, 3);
        context.fill();
      }
  }
  const top = speakers.length * LANE_PIXELS;
  for (const { seconds, kind } of marks) {
    context.fillStyle = colour(kind === 'violation' ? '--bad' : '--unsure');
    context.beginPath();
    context.moveTo(x(seconds), top + 1);
    context.lineTo(x(seconds) + 6, top + 12);
    context.lineTo(x(seconds) - 6, top + 12);
    context.fill();
  }
}

/** A canvas knows no custom properties: the browser computes them for an element. */
function colours(canvas: HTMLCanvasElement): (name: string) => string {
  return (name) => {
    canvas.style.color = `var(${name})`;
    return getComputedStyle(canvas).color;
  };
}
