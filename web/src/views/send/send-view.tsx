import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { Progress } from '../../../../clients/typescript/src/browser.js';
import { useBar } from '../../parts/bar.js';
import { ChooseFiles } from '../../parts/files/choose-files.tsx';
import { DropArea } from '../../parts/files/drop-area.tsx';
import { Icon } from '../../parts/icon.tsx';
import { to } from '../../routing/router.js';
import {
  addFiles,
  items,
  lacking,
  MAX_ITEMS,
  onTheirWay,
  processing,
  ready,
  removeEnded,
  type Taken,
} from '../../sending/outbox.js';
import { cancelAll, refreshSent, sendReady } from '../../sending/send.js';
import { useProgress } from '../../sending/use-progress.js';
import { t, tn } from '../../texts/texts.js';
import { Scenarios } from './scenarios.tsx';
import { SentTable } from './sent-table.tsx';
import { SharedFields } from './shared-fields.tsx';

export function SendView() {
  const taken = useSignal<Taken | null>(null);
  const progress = useSentProgress();
  const add = (files: readonly File[]) => (taken.value = addFiles(files));
  const isEmpty = items.value.length === 0;
  return (
    <div class="send">
      <a class="way-back" href={to('/calls')}>
        <Icon name="back" />
        {t('calls.title')}
      </a>
      <header class="view-head">
        <h1>{t('send.title')}</h1>
        <p class="soft" role="status">
          <Counts />
        </p>
      </header>
      <section class={`card drop-place${isEmpty ? ' is-empty' : ''}`} aria-label={t('send.drop')}>
        <p class="drop-say">
          {t('send.drop')} <ChooseFiles label={t('send.choose')} isSecond={!isEmpty} onFiles={add} />
        </p>
        <Scenarios />
      </section>
      <p class="send-taken" role="status">
        {taken.value && taken.value.known > 0 && <span>{tn('send.known', taken.value.known)} </span>}
        {taken.value && taken.value.beyond > 0 && <span>{t('send.beyond', { n: MAX_ITEMS })}</span>}
      </p>
      <SharedFields />
      {!isEmpty && (
        <>
          <SentTable items={items.value} progress={progress} />
          <Acts />
        </>
      )}
      <DropArea onFiles={add}>{t('send.dropHere')}</DropArea>
    </div>
  );
}

/** Progress of the submitted calls, from their events and by polling. */
function useSentProgress(): ReadonlyMap<string, Progress> {
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const refresh = useCallback(() => {
    ending.current?.abort();
    ending.current = new AbortController();
    // If it fails, the next round retries.
    refreshSent(ending.current.signal).catch(() => undefined);
  }, []);
  return useProgress(
    processing.value.map(({ id }) => id),
    refresh,
  );
}

function Counts() {
  const all = items.value;
  const accepted = all.filter(({ state }) => state.kind === 'accepted').length;
  const refused = all.filter(({ state: { kind } }) => kind === 'refused' || kind === 'unreadable').length;
  return (
    <>
      {accepted > 0 && t('send.count.sent', { n: accepted, total: all.length })}
      {refused > 0 && ` · ${tn('send.count.refused', refused)}`}
    </>
  );
}

function Acts() {
  const hasEnded = items.value.some(({ state: { kind } }) => kind === 'accepted' || kind === 'cancelled');
  return (
    <footer class="send-acts" ref={useBar('bottom')}>
      {(ready.value.length > 0 || lacking.value > 0) && (
        <button type="button" disabled={ready.value.length === 0} onClick={sendReady}>
          {tn('send.start', ready.value.length)}
        </button>
      )}
      {lacking.value > 0 && (
        <span class="send-lacking">
          <Icon name="alert" />
          {tn('send.lacking', lacking.value)}
        </span>
      )}
      {onTheirWay.value > 1 && (
        <button type="button" class="second" onClick={cancelAll}>
          {t('send.cancelAll')}
        </button>
      )}
      {hasEnded && (
        <button type="button" class="link" onClick={removeEnded}>
          {t('send.clear')}
        </button>
      )}
    </footer>
  );
}
