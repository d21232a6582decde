// The sound of a call. One element plays; everything that names a time leads to it.
import { type Signal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { keep, kept } from '../../../page/preferences.js';

/** As the choices name them. */
export const RATES = ['0.75', '1', '1.25', '1.5', '2'] as const;

export interface Player {
  readonly seconds: Signal<number>;
  readonly isPlaying: Signal<boolean>;
  /** The person waits for sound that is on its way. */
  readonly isLoading: Signal<boolean>;
  readonly rate: Signal<number>;
  readonly skipsSilence: Signal<boolean>;
  readonly hasFailed: Signal<boolean>;
  /** How often the person went to another place. */
  readonly jumps: Signal<number>;
  /** The person wants to hear it: another link to the recording then goes on playing. */
  readonly isWanted: Signal<boolean>;
  /** Goes on from there, and plays. */
  playFrom(seconds: number): void;
  /** Goes there, playing or not. */
  seek(seconds: number): void;
  /** Goes there by itself. */
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
      // An element that failed stays so until it is told to begin anew.
      if (element.error) element.load();
      // The browser may refuse, or another press may come first: the element's own events tell what became of it.
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
