import { useMemo } from 'preact/hooks';
import { Choice } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useKeys } from '../../../parts/keys.js';
import { clock } from '../../../texts/clock.js';
import { number, t } from '../../../texts/texts.js';
import type { Mark } from '../judged.js';
import { speakerName } from '../speaker-name.js';
import { type Player, RATES } from './player.js';
import { Sound } from './sound.tsx';
import type { Segment } from './turn.tsx';
import { nextPlace, pausesOf, turnAt } from './turns.js';

const STEP_SECONDS = 5;

interface PlayerBarProps {
  readonly player: Player;
  readonly audio: { current: HTMLAudioElement | null };
  /** Null where there is no recording any more. */
  /** Null: there is no recording. Undefined: it is not known yet. */
  readonly url: string | null | undefined;
  /** Asks for another link to the recording. */
  readonly onEndedLink: () => void;
  readonly duration: number;
  readonly segments: readonly Segment[];
  readonly marks: readonly Mark[];
}

export function PlayerBar({ player, audio, url, onEndedLink, duration, segments, marks }: PlayerBarProps) {
  const pauses = useMemo(() => pausesOf(segments, duration), [segments, duration]);
  const places = marks.map(({ seconds }) => seconds);
  const toFlag = (by: 1 | -1) => {
    const place = nextPlace(places, player.seconds.value, by);
    if (place !== null) player.playFrom(place);
  };
  const back = () => player.seek(player.seconds.value - STEP_SECONDS);
  const ahead = () => player.seek(Math.min(duration, player.seconds.value + STEP_SECONDS));
  useKeys({ ' ': player.toggle, ArrowLeft: back, ArrowRight: ahead, n: () => toFlag(1), p: () => toFlag(-1) });
  if (url === null) return <p class="soft player-none">{t('call.noRecording')}</p>;
  return (
    <div class="player-bar">
      <Sound player={player} audio={audio} url={url} pauses={pauses} onEndedLink={onEndedLink} />
      <PlayButton player={player} />
      <button type="button" class="bare not-small" aria-label={t('call.back5')} onClick={back}>
        −5
      </button>
      <button type="button" class="bare not-small" aria-label={t('call.ahead5')} onClick={ahead}>
        +5
      </button>
      <Seek player={player} duration={duration} segments={segments} />
      <Choice
        label={t('call.speed')}
        value={String(player.rate.value)}
        choices={RATES.map((rate) => [rate, `${number(Number(rate))}×`])}
        onValue={(rate) => player.setRate(Number(rate))}
      />
      {pauses.length > 0 && <SkipSilence player={player} />}
      {marks.length > 0 && (
        <span class="player-flags">
          <button type="button" class="bare" aria-label={t('call.previousFlag')} onClick={() => toFlag(-1)}>
            <Icon name="back" />
          </button>
          <button type="button" class="second" onClick={() => toFlag(1)}>
            <Icon name="flag" />
            <span class="player-flags-name">
              {t('call.nextFlag')} <kbd>n</kbd>
            </span>
          </button>
        </span>
      )}
      <Failed player={player} onAgain={onEndedLink} />
    </div>
  );
}

function PlayButton({ player }: { readonly player: Player }) {
  const isPlaying = player.isPlaying.value;
  const isLoading = player.isLoading.value;
  return (
    <>
      <button
        type="button"
        class={isLoading ? 'play is-loading' : 'play'}
        aria-label={t(isPlaying ? 'call.pause' : 'call.play')}
        onClick={player.toggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <span role="status" class="unseen">
        {isLoading && t('call.loadingSound')}
      </span>
    </>
  );
}

function SkipSilence({ player }: { readonly player: Player }) {
  return (
    <label class="player-skips">
      <input
        type="checkbox"
        checked={player.skipsSilence.value}
        onChange={(event) => player.setSkipsSilence(event.currentTarget.checked)}
      />
      {t('call.skipSilence')}
    </label>
  );
}

function Failed({ player, onAgain }: { readonly player: Player; readonly onAgain: () => void }) {
  if (!player.hasFailed.value) return null;
  return (
    <div role="alert" class="player-failed">
      <p class="fault">{t('call.recordingFailed')}</p>
      <button type="button" class="second" onClick={onAgain}>
        {t('problem.again')}
      </button>
    </div>
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
        aria-valuetext={turn ? spokenAt(time, turn.speaker) : t('call.seek.quiet', { time })}
        onInput={(event) => player.seek(Number(event.currentTarget.value))}
      />
    </>
  );
}

function spokenAt(time: string, speaker: string): string {
  if (speaker === 'agent' || speaker === 'customer') return t(`call.seek.${speaker}`, { time });
  return t('call.seek.value', { time, speaker: speakerName(speaker) });
}
