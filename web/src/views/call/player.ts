// The sound of a call. One element plays; everything that names a time leads to it.
import { type Signal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';

export interface Player {
  readonly seconds: Signal<number>;
  readonly isPlaying: Signal<boolean>;
  readonly rate: Signal<number>;
  readonly hasFailed: Signal<boolean>;
  /** Goes on from there, and plays. */
  playFrom(seconds: number): void;
  /** Goes there, playing or not. */
  seek(seconds: number): void;
  toggle(): void;
  setRate(rate: number): void;
}

export function usePlayer(): { readonly player: Player; readonly audio: { current: HTMLAudioElement | null } } {
  const audio = useRef<HTMLAudioElement>(null);
  const seconds = useSignal(0);
  const isPlaying = useSignal(false);
  const rate = useSignal(1);
  const hasFailed = useSignal(false);
  const player = useMemo<Player>(() => {
    const seek = (to: number) => {
      const at = Math.max(0, to);
      seconds.value = at;
      if (audio.current) audio.current.currentTime = at;
    };
    const play = () => {
      // The browser may refuse, or another press may come first: the element's own events tell what became of it.
      audio.current?.play().catch(() => undefined);
    };
    return {
      seconds,
      isPlaying,
      rate,
      hasFailed,
      seek,
      playFrom: (to) => {
        seek(to);
        play();
      },
      toggle: () => (isPlaying.value ? audio.current?.pause() : play()),
      setRate: (next) => {
        rate.value = next;
        if (audio.current) audio.current.playbackRate = next;
      },
    };
  }, [seconds, isPlaying, rate, hasFailed]);
  return { player, audio };
}
