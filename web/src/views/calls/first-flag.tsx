// Space on a row plays the first marked place of the call, without leaving the list.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { read } from '../../api/api.js';
import { useBar } from '../../parts/bar.js';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';
import { clock } from '../../texts/clock.js';
import { t } from '../../texts/texts.js';
import { marksOf } from '../call/judged.js';
import { readPlayedLink } from '../call/listen/played-link.js';
import { sampleSoundOf } from '../call/listen/sample-sound.js';

interface Heard {
  readonly id: string;
  readonly name: string;
  /** Start time in the recording. */
  readonly seconds: number;
  readonly url: string | null;
}

export function FirstFlag() {
  const heard = useSignal<Heard | null>(null);
  const error = useSignal<unknown>(null);
  const ending = useRef<AbortController>(undefined);
  const stop = () => {
    ending.current?.abort();
    heard.value = null;
    error.value = null;
  };
  useEffect(() => () => ending.current?.abort(), []);
  /** Plays a call; for the same call again, stops. */
  const play = async (id: string) => {
    const isSame = heard.value?.id === id;
    stop();
    if (isSame) return;
    ending.current = new AbortController();
    const { signal } = ending.current;
    try {
      const call = await read((client) => client.analyses.get(id, {}, { signal }), signal);
      if (call.status !== 'completed' || signal.aborted) return;
      const { agent_id, contact_id } = call.call;
      const name = t('call.title', { agent: agent_id, contact: contact_id });
      const url = call.audio.url === null ? sampleSoundOf(call) : (await readPlayedLink(id, signal)).url;
      if (signal.aborted) return;
      heard.value = { id, name, seconds: marksOf(call.results)[0]?.seconds ?? 0, url };
    } catch (failure) {
      if (!signal.aborted) error.value = failure;
    }
  };
  const latest = useRef(play);
  latest.current = play;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a.row-link') : null;
      // Space scrolls the page everywhere else.
      if (event.key !== ' ' || link === null) return;
      event.preventDefault();
      void latest.current(link.dataset.id ?? '');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return error.value !== null ? (
    <Problem error={error.value} />
  ) : (
    heard.value && <HeardBar key={heard.value.id} heard={heard.value} onStop={stop} />
  );
}

function HeardBar({ heard: { name, seconds, url }, onStop }: { readonly heard: Heard; readonly onStop: () => void }) {
  return (
    <p class="heard" ref={useBar('bottom')} role="status">
      <Icon name="play" />
      <span class="cut" dir="auto">
        {url === null ? t('call.noRecording') : t('calls.heard', { name, time: clock(seconds) })}
      </span>
      <button type="button" class="link" onClick={onStop}>
        {t('calls.heard.stop')}
      </button>
      {url !== null && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript is in the call
        <audio
          src={url}
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.currentTime = seconds;
            // If the browser refuses to play, Space again, or the call itself, plays it.
            currentTarget.play().catch(() => undefined);
          }}
          onEnded={onStop}
        />
      )}
    </p>
  );
}
