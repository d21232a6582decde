// The element that plays, and what its events mean.
import { useEffect, useRef } from 'preact/hooks';
import type { Player } from './player.js';
import { afterPause, type Stretch } from './turns.js';

interface SoundProps {
  readonly player: Player;
  readonly audio: { current: HTMLAudioElement | null };
  /** Undefined until it is known: what is pressed before plays then. */
  readonly url: string | undefined;
  /** Passed over, where the person wants that. */
  readonly pauses: readonly Stretch[];
  /** Asks for another link to the recording. */
  readonly onEndedLink: () => void;
}

/** A link lasts an hour; one that fails so much sooner did not end. */
const MIN_LINK_MS = 50 * 60_000;
/** Shorter steps than this are seen by no one. */
const MIN_STEP_SECONDS = 0.04;

export function Sound({ player, audio, url, pauses, onEndedLink }: SoundProps) {
  const mayAskAgain = useLinkAge(url, player);
  const follow = () => {
    const element = audio.current;
    // While another link is loaded the element stands at zero, and the person does not.
    if (!element || element.seeking || element.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    const at = element.currentTime;
    const goesOn = player.skipsSilence.value && !element.paused ? afterPause(pauses, at) : null;
    if (goesOn !== null) player.passTo(goesOn);
    else if (Math.abs(at - player.seconds.value) >= MIN_STEP_SECONDS) player.seconds.value = at;
  };
  useFrames(player.isPlaying.value, follow);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it
    <audio
      ref={audio}
      src={url}
      preload="metadata"
      onPlay={() => (player.isPlaying.value = true)}
      onPause={() => {
        player.isPlaying.value = false;
        player.isLoading.value = false;
      }}
      onWaiting={() => (player.isLoading.value = true)}
      onPlaying={() => (player.isLoading.value = false)}
      onEnded={() => (player.isWanted.value = false)}
      onTimeUpdate={follow}
      onLoadedMetadata={(event) => {
        const element = event.currentTarget;
        player.hasFailed.value = false;
        element.preservesPitch = true;
        element.playbackRate = player.rate.value;
        // After another link, the place where it was, and on from there.
        if (element.currentTime === 0) element.currentTime = player.seconds.value;
        if (player.isWanted.value && element.paused) element.play().catch(() => undefined);
      }}
      onError={() => {
        const isAskedAgain = mayAskAgain();
        player.isPlaying.value = false;
        player.isLoading.value = isAskedAgain && player.isWanted.value;
        player.hasFailed.value = !isAskedAgain;
        if (isAskedAgain) onEndedLink();
      }}
    />
  );
}

/** The place is followed at each frame while it plays: the element itself tells it four times a second. */
function useFrames(isPlaying: boolean, follow: () => void): void {
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function next() {
      latest.current();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
}

/** @returns whether another link may help: this one is old, or it played until now and has not failed at this place before */
function useLinkAge(url: string | undefined, player: Player): () => boolean {
  const link = useRef({ url, since: Date.now() });
  if (link.current.url !== url) link.current = { url, since: Date.now() };
  const failedAt = useRef(0);
  return () => {
    const at = Math.round(player.seconds.value);
    const isOld = Date.now() - link.current.since > MIN_LINK_MS;
    const isElsewhere = at !== failedAt.current;
    failedAt.current = at;
    return isOld || isElsewhere;
  };
}
