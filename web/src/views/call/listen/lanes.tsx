// Timeline of a call: a lane for each party, with marks at the places that a person should hear.
import { effect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Citation } from '../../../../../clients/typescript/src/browser.js';
import { lanesOf } from '../../../drawing/lanes.js';
import { language, theme } from '../../../page/preferences.js';
import { clock } from '../../../texts/clock.js';
import { t } from '../../../texts/texts.js';
import type { Mark } from '../judged.js';
import { speakerName } from '../speaker-name.js';
import { Legend } from './legend.tsx';
import { drawPicture, type Picture } from './picture.js';
import type { Player } from './player.js';
import { useSounds } from './sounds.js';
import { partyOf, type Segment } from './turn.tsx';
import { overtalkOf, pausesOf } from './turns.js';

const LANE_PIXELS = 34;
const SMALL_LANE_PIXELS = 24;
const SMALL = '(max-width: 720px)';
/** Maximum distance from a mark at which its name is shown. */
const MARK_PIXELS = 7;

interface LanesProps {
  /** Id of the analysis. */
  readonly id: string;
  readonly segments: readonly Segment[];
  readonly evidence: readonly Citation[];
  readonly marks: readonly Mark[];
  readonly duration: number;
  readonly player: Player;
}

/** Lanes for sighted people and the mouse. The slider below offers the same to everyone else. */
export function Lanes({ id, segments, evidence, marks, duration, player }: LanesProps) {
  const sounds = useSounds(id);
  const lanePixels = useMatches(SMALL) ? SMALL_LANE_PIXELS : LANE_PIXELS;
  const picture = useMemo<Picture>(
    () => ({
      lanes: lanesOf(segments, sounds),
      lanePixels,
      duration,
      evidence,
      pauses: pausesOf(segments, duration),
      overtalk: overtalkOf(segments),
      marks,
    }),
    [segments, sounds, lanePixels, duration, evidence, marks],
  );
  if (picture.lanes.length === 0 || duration <= 0) return null;
  return (
    <div class="lanes" aria-hidden="true" lang={language.value}>
      <div class="lanes-names">
        {picture.lanes.map(({ speaker, sound }) => (
          <span
            key={speaker ?? sound?.channel}
            class={`cut of-${partyOf(speaker ?? '')}`}
            title={nameOf(speaker, sound)}
          >
            {nameOf(speaker, sound)}
          </span>
        ))}
      </div>
      <Field picture={picture} segments={segments} player={player} />
      <Legend picture={picture} />
    </div>
  );
}

function nameOf(speaker: string | null, sound: Picture['lanes'][number]['sound']): string {
  if (speaker !== null) return speakerName(speaker);
  const channel = sound?.channel ?? null;
  return channel === null ? t('call.recording') : t('call.channel', { n: channel });
}

interface FieldProps {
  readonly picture: Picture;
  readonly segments: readonly Segment[];
  readonly player: Player;
}

/** The canvas, the playing position, and a text for the position of the mouse. */
function Field({ picture, segments, player }: FieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const playing = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const { duration } = picture;
  useDrawing(canvas, picture);
  useEffect(
    () =>
      effect(() => {
        const share = Math.min(1, player.seconds.value / duration);
        if (playing.current) playing.current.style.left = `${share * 100}%`;
      }),
    [player, duration],
  );
  const pointAt = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    return { share, seconds: share * duration, secondsPerPixel: duration / width };
  };
  return (
    <div
      class="lanes-field"
      role="presentation"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        player.playFrom(pointAt(event).seconds);
      }}
      onPointerMove={(event) => {
        const { share, seconds, secondsPerPixel } = pointAt(event);
        if (event.currentTarget.hasPointerCapture(event.pointerId)) player.seek(seconds);
        if (!tip.current) return;
        tip.current.textContent = saidAt(seconds, segments, picture.marks, MARK_PIXELS * secondsPerPixel);
        tip.current.style.left = `${share * 100}%`;
        tip.current.classList.toggle('is-late', share > 0.5);
        tip.current.classList.add('is-shown');
      }}
      onPointerLeave={() => tip.current?.classList.remove('is-shown')}
    >
      <canvas ref={canvas} />
      <div class="lanes-playing" ref={playing} />
      <div class="lanes-tip" ref={tip} />
    </div>
  );
}

/** Text for a position: time, speakers, and mark. */
function saidAt(seconds: number, segments: readonly Segment[], marks: readonly Mark[], near: number): string {
  const heard = segments.filter(({ start, end }) => start <= seconds && seconds < end);
  const who = [...new Set(heard.map(({ speaker }) => speakerName(speaker)))];
  const mark = marks.find((each) => Math.abs(each.seconds - seconds) <= near);
  return [
    clock(seconds),
    who.length > 0 ? who.join(', ') : t('call.quiet'),
    ...(mark ? [t(`call.legend.${mark.kind}`)] : []),
  ].join(' · ');
}

function useDrawing(canvas: { readonly current: HTMLCanvasElement | null }, picture: Picture): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => drawPicture(element, picture);
    draw();
    let { clientWidth: width } = element;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      draw();
    });
    sizes.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      sizes.disconnect();
      dark.removeEventListener('change', draw);
    };
  }, [canvas, picture, theme.value]);
}

function useMatches(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = () => setMatches(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, [query]);
  return matches;
}
