// Bar above a call: whether it needs a review, who has claimed it and until when, and the way to the next call.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/keys.js';
import { Problem } from '../../parts/states.tsx';
import { whoIs } from '../../people/who.js';
import { to } from '../../routing/router.js';
import { moment, named, t } from '../../texts/texts.js';
import { claim, left, newDoubts, reasons, refresh, release, unwatch, wantedLast, watch } from './claim.js';
import { DismissDialog } from './dismiss-dialog.tsx';
import { doubtName } from './doubt-name.js';
import { leftText } from './queue-count.tsx';
import { filtersOf } from './queue-filters.js';
import type { Standing } from './standing.js';
import { useOften } from './use-often.js';
import { useTake } from './use-take.js';

/** States that are shown. A call that is not in the queue has none. */
type Told = Exclude<Standing, { kind: 'none' }>;

interface ClaimBarProps {
  readonly analysisId: string;
  /** Call as the view has read it. When it changes, a review may have removed the call from the queue. */
  readonly read: { readonly livemode: boolean };
  /** Names the call. */
  readonly name: string;
}

export function ClaimBar({ analysisId, read, name }: ClaimBarProps) {
  useOften((signal) => watch(analysisId, signal), analysisId);
  useEffect(() => () => unwatch(analysisId), [analysisId]);
  useAfresh(read);
  const { livemode } = read;
  useEffect(() => {
    wantedLast.value = { ...wantedLast.peek(), livemode };
  }, [livemode]);
  const standing = claim.value;
  useEnd(standing);
  const next = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy, error, forget } = useAct();
  const taking = useTake(wantedLast.value);
  useKeys({ t: () => standing !== null && standing.kind !== 'none' && taking.take() });
  if (standing === null || standing.kind === 'none') return null;
  const isMine = standing.kind === 'mine';
  const canDismiss = isMine || standing.kind === 'open' || standing.kind === 'ended';
  return (
    <section class={`claim-bar is-${standing.kind}`} aria-label={t('queue.bar')}>
      <Says standing={standing} isNone={taking.isNone} />
      <div class="claim-acts">
        {isMine && (
          <button
            type="button"
            class="second"
            disabled={isBusy}
            onClick={() =>
              void run(`release ${analysisId}`, async (client, once) => {
                await release(client, analysisId, once);
                next.current?.focus();
              })
            }
          >
            {t('queue.release')}
          </button>
        )}
        {canDismiss && (
          <button type="button" class="second" onClick={() => setAsking(true)}>
            {t('queue.dismiss')}
          </button>
        )}
        <button ref={next} type="button" disabled={taking.isBusy} onClick={taking.take}>
          {t(isMine ? 'queue.next' : 'queue.take')} <kbd class="not-small">t</kbd>
        </button>
        <a href={to('/queue', filtersOf(wantedLast.value))}>{t('queue.toQueue')}</a>
      </div>
      {taking.error !== null && <Problem error={taking.error} onAgain={taking.take} />}
      {error !== null && (
        <Problem
          error={error}
          onAgain={() => {
            forget();
            refresh().catch(() => undefined);
          }}
        />
      )}
      {isAsking && (
        <DismissDialog
          analysisId={analysisId}
          name={name}
          onClose={(isDismissed) => {
            setAsking(false);
            if (isDismissed) requestAnimationFrame(() => next.current?.focus());
          }}
        />
      )}
    </section>
  );
}

interface SaysProps {
  readonly standing: Told;
  /** True when there was no call to claim. */
  readonly isNone: boolean;
}

function Says({ standing, isNone }: SaysProps) {
  return (
    <div class="claim-says" role="status">
      <p>
        <Icon name={standing.kind === 'done' ? 'check' : 'flag'} />
        <span>{sentenceOf(standing)}</span>
      </p>
      {standing.kind === 'done' ? (
        <p class="soft small">{wantedLast.value.livemode && leftOf(left.value)}</p>
      ) : (
        <p class="soft small">{reasons.value.map((reason) => named('queue.reason', reason)).join(' ')}</p>
      )}
      {newDoubts.value.length > 0 && (
        <p class="small">{t('review.newDoubts', { what: newDoubts.value.map(doubtName).join(', ') })}</p>
      )}
      {isNone && <p class="small">{t('queue.none')}</p>}
    </div>
  );
}

const leftOf = (count: number | null) => (count === 0 ? t('queue.empty') : count !== null && leftText(count));

function sentenceOf(standing: Told): string {
  switch (standing.kind) {
    case 'mine':
      return t('queue.mine', { time: timeOf(standing.until) });
    case 'taken':
      return t(standing.wasMine ? 'queue.taken.after' : 'queue.taken', {
        who: whoIs(standing.by),
        time: timeOf(standing.until),
      });
    case 'ended':
      return t('queue.ended', { time: timeOf(standing.until) });
    case 'open':
      return t('queue.open');
    case 'done':
      return t('queue.done');
  }
}

const timeOf = (ms: number): string => moment(ms / 1000);

/** Refreshes on later changes only: opening the bar already reads the state. */
function useAfresh(read: object): void {
  const before = useRef(read);
  useEffect(() => {
    if (before.current === read) return;
    before.current = read;
    const ending = new AbortController();
    refresh(ending.signal).catch(() => undefined);
    return () => ending.abort();
  }, [read]);
}

/** Tolerance for timers, which may fire too early. */
const LATE_MS = 1_000;

/** Refreshes when the claim ends. */
function useEnd(standing: Standing | null): void {
  const until = standing?.kind === 'mine' || standing?.kind === 'taken' ? standing.until : null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => refresh().catch(() => undefined), Math.max(0, until - Date.now()) + LATE_MS);
    return () => clearTimeout(timer);
  }, [until]);
}
