// Audio player of a call. Every element that shows a time controls this one player.
import { type Signal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { keep, kept } from '../../../page/preferences.js';

/** Playback rates, as in the choices. */
export const RATES = ['0.75', '1', '1.25', '1.5', '2'] as const;

export interface Player {
  readonly seconds: Signal<number>;
  readonly isPlaying: Signal<boolean>;
  /** True while the person waits for sound to load. */
  readonly isLoading: Signal<boolean>;
  readonly rate: Signal<number>;
  readonly skipsSilence: Signal<boolean>;
  readonly hasFailed: Signal<boolean>;
  /** Number of jumps to another position by the person. */
  readonly jumps: Signal<number>;
  /** True when the person wants to listen: after a new link to the recording, the playback continues. */
  readonly isWanted: Signal<boolean>;
  /** Plays from this position. */
  playFrom(seconds: number): void;
  /** Moves to this position, whether it plays or not. */
  seek(seconds: number): void;
  /** Moves there automatically, without counting a jump. */
  passTo(seconds: number): void;
  toggle(): void;
  setRate(rate: number): void;
  setSkipsSilence(skips: boolean): void;
}

export function usePlayer(): { readonly player: Player; readonly audio: { current: HTMLAudioElement | null } } {
  const audio = useRef<HTMLAudioElement>(null);
  const seconds = useSignal(0);
  const isPlaying = useSignal(false);
  const isLoading = useSignal(false);
  const jumps = useSignal(0);
  const isWanted = useSignal(false);
  const hasFailed = useSignal(false);
  const rate = useSignal(Number(kept('console-rate', RATES) ?? 1));
  const skipsSilence = useSignal(kept('console-skips-silence', ['yes', 'no']) === 'yes');
  const player = useMemo<Player>(() => {
    const passTo = (to: number) => {
      const at = Math.max(0, to);
      seconds.value = at;
      if (audio.current) audio.current.currentTime = at;
    };
    const seek = (to: number) => {
      jumps.value += 1;
      passTo(to);
    };
    const play = () => {
      const element = audio.current;
      if (!element) return;
      isWanted.value = true;
      // A failed element must be loaded again.
      if (element.error) element.load();
      // The browser may refuse, or another press may come first: the element's own events report the result.
      element.play().catch(() => undefined);
    };
    const pause = () => {
      isWanted.value = false;
      audio.current?.pause();
    };
    return {
      seconds,
      isPlaying,
      isLoading,
      isWanted,
      rate,
      skipsSilence,
      hasFailed,
      jumps,
      passTo,
      seek,
      playFrom: (to) => {
        seek(to);
        play();
      },
      toggle: () => (isPlaying.value ? pause() : play()),
      setRate: (next) => {
        rate.value = next;
        keep('console-rate', String(next));
        if (audio.current) audio.current.playbackRate = next;
      },
      setSkipsSilence: (skips) => {
        skipsSilence.value = skips;
        keep('console-skips-silence', skips ? 'yes' : 'no');
      },
    };
  }, [seconds, isPlaying, isLoading, isWanted, jumps, rate, skipsSilence, hasFailed]);
  return { player, audio };
}
