import { Choice } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/keys.js';
import { clock } from '../../texts/clock.js';
import { number, t } from '../../texts/texts.js';
import type { Mark } from './judged.js';
import type { Player } from './player.js';
import { speakerName } from './speaker-name.js';
import type { Segment } from './turn.tsx';
import { nextPlace, turnAt } from './turns.js';

const STEP_SECONDS = 5;
const RATES = ['0.75', '1', '1.25', '1.5', '2'];

interface PlayerBarProps {
  readonly player: Player;
  readonly audio: { current: HTMLAudioElement | null };
  /** Null where there is no recording any more. */
  readonly url: string | null;
  /** Told that the link to the recording has ended. */
  readonly onEndedLink: () => void;
  readonly duration: number;
  readonly segments: readonly Segment[];
  readonly marks: readonly Mark[];
}

export function PlayerBar({ player, audio, url, onEndedLink, duration, segments, marks }: PlayerBarProps) {
  const places = marks.map(({ seconds }) => seconds);
  const toFlag = (by: 1 | -1) => {
    const place = nextPlace(places, player.seconds.value, by);
    if (place !== null) player.playFrom(place);
  };
  useKeys({
    ' ': player.toggle,
    ArrowLeft: () => player.seek(player.seconds.value - STEP_SECONDS),
    ArrowRight: () => player.seek(Math.min(duration, player.seconds.value + STEP_SECONDS)),
    n: () => toFlag(1),
    p: () => toFlag(-1),
  });
  if (url === null) return <p class="soft player-none">{t('call.noRecording')}</p>;
  return (
    <div class="player-bar">
      <Sound player={player} audio={audio} url={url} onEndedLink={onEndedLink} />
      <PlayButton player={player} />
      <button
        type="button"
        class="bare not-small"
        aria-label={t('call.back5')}
        onClick={() => player.seek(player.seconds.value - STEP_SECONDS)}
      >
        −5
      </button>
      <button
        type="button"
        class="bare not-small"
        aria-label={t('call.ahead5')}
        onClick={() => player.seek(Math.min(duration, player.seconds.value + STEP_SECONDS))}
      >
        +5
      </button>
      <Seek player={player} duration={duration} segments={segments} />
      <Choice
        label={t('call.speed')}
        value={String(player.rate.value)}
        choices={RATES.map((rate) => [rate, `${number(Number(rate))}×`])}
        onValue={(rate) => player.setRate(Number(rate))}
      />
      {marks.length > 0 && (
        <button type="button" class="second" onClick={() => toFlag(1)}>
          <Icon name="flag" />
          {t('call.nextFlag')} <kbd class="not-small">n</kbd>
        </button>
      )}
      {player.hasFailed.value && (
        <p class="fault" role="alert">
          {t('call.recordingFailed')}
        </p>
      )}
    </div>
  );
}

/** A link to a recording lasts an hour: where it fails later, another one is asked for, once. */
function Sound({
  player,
  audio,
  url,
  onEndedLink,
}: Pick<PlayerBarProps, 'player' | 'audio' | 'onEndedLink'> & { readonly url: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it
    <audio
      ref={audio}
      src={url}
      preload="metadata"
      onPlay={() => (player.isPlaying.value = true)}
      onPause={() => (player.isPlaying.value = false)}
      onTimeUpdate={(event) => (player.seconds.value = event.currentTarget.currentTime)}
      onLoadedMetadata={(event) => {
        player.hasFailed.value = false;
        event.currentTarget.playbackRate = player.rate.value;
        // After another link, the place where it was.
        if (event.currentTarget.currentTime === 0) event.currentTarget.currentTime = player.seconds.value;
      }}
      onError={() => {
        player.hasFailed.value = true;
        onEndedLink();
      }}
    />
  );
}

function PlayButton({ player }: { readonly player: Player }) {
  const isPlaying = player.isPlaying.value;
  return (
    <button type="button" class="play" aria-label={t(isPlaying ? 'call.pause' : 'call.play')} onClick={player.toggle}>
      <Icon name={isPlaying ? 'pause' : 'play'} />
    </button>
  );
}

function Seek({ player, duration, segments }: Pick<PlayerBarProps, 'player' | 'duration' | 'segments'>) {
  const seconds = Math.min(player.seconds.value, duration);
  const turn = segments[turnAt(segments, seconds)];
  const time = clock(seconds);
  return (
    <>
      <span class="player-time">
        {time} / {clock(duration)}
      </span>
      <input
        type="range"
        class="seek"
        min={0}
        max={duration}
        step={0.1}
        value={seconds}
        aria-label={t('call.seek')}
        aria-valuetext={
          turn ? t('call.seek.value', { time, speaker: speakerName(turn.speaker) }) : t('call.seek.quiet', { time })
        }
        onInput={(event) => player.seek(Number(event.currentTarget.value))}
      />
    </>
  );
}
