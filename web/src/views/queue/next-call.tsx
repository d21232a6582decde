import type { ReviewQueueItem } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { clock } from '../../texts/clock.js';
import { moment, named, share, t, wholeMoment } from '../../texts/texts.js';
import { DisputedIn } from '../disputes/disputed-answers.tsx';
import { release } from './claim.js';
import type { Taking } from './use-take.js';

interface NextCallProps {
  /** Null when others have claimed all calls. */
  readonly next: ReviewQueueItem | null;
  /** Calls that the reviewer has claimed. */
  readonly mine: readonly ReviewQueueItem[];
  readonly taking: Taking;
  /** True when the list has filters that do not apply to claiming. */
  readonly isNarrower: boolean;
  /** Called after a claim was released. */
  readonly onRelease: () => void;
}

/** The reviewer's claimed calls, and the next call with its reasons. */
export function NextCall({ next: item, mine, taking, isNarrower, onRelease }: NextCallProps) {
  return (
    <section class="card next-call" aria-labelledby="next-call">
      {mine.length > 0 && <Mine items={mine} onRelease={onRelease} />}
      <h2 id="next-call">{t('queue.nextCall')}</h2>
      {item === null ? (
        <p class="soft">{t('queue.allTaken')}</p>
      ) : (
        <>
          <p class="next-name" dir="auto">
            {t('call.title', { agent: item.agent_id, contact: item.contact_id })}
          </p>
          <p class="soft">
            <time dateTime={new Date(item.created * 1000).toISOString()} title={wholeMoment(item.created)}>
              {moment(item.created)}
            </time>
            {` · ${clock(item.duration_seconds)} · ${worthText(item.worth)}`}
          </p>
          <ul class="sentences">
            {item.reasons.map((reason) => (
              <li key={reason}>{named('queue.reason', reason)}</li>
            ))}
          </ul>
          {item.reasons.includes('disputed') && <DisputedIn key={item.analysis_id} analysisId={item.analysis_id} />}
          <p class="next-acts">
            <button type="button" disabled={taking.isBusy} onClick={taking.take}>
              {t('queue.take')} <kbd class="not-small">t</kbd>
            </button>
            <span class="soft small">{t(isNarrower ? 'queue.take.narrower' : 'queue.take.say')}</span>
          </p>
        </>
      )}
    </section>
  );
}

export const worthText = (worth: number): string =>
  worth === 0 ? t('queue.worth.none') : t('queue.worth', { share: share(worth) });

function Mine({ items, onRelease }: { readonly items: readonly ReviewQueueItem[]; readonly onRelease: () => void }) {
  const { run, isBusy, error } = useAct();
  const releaseAll = () =>
    void run('release all', async (client) => {
      for (const { analysis_id } of items) await release(client, analysis_id, {});
      onRelease();
    });
  return (
    <div class="mine">
      <h2>{t('queue.yours')}</h2>
      {items.length > 1 && (
        <button type="button" class="link" disabled={isBusy} onClick={releaseAll}>
          {t('review.releaseAll')}
        </button>
      )}
      <ul>
        {items.map(({ analysis_id, agent_id, contact_id, claimed_until }) => (
          <li key={analysis_id}>
            <a href={to(`/calls/${analysis_id}`)} dir="auto">
              {t('call.title', { agent: agent_id, contact: contact_id })}
            </a>
            <span class="soft">{t('queue.until', { time: moment(Date.parse(claimed_until ?? '') / 1000) })}</span>
            <button
              type="button"
              class="link"
              disabled={isBusy}
              aria-label={`${t('queue.release')}: ${t('call.title', { agent: agent_id, contact: contact_id })}`}
              onClick={() =>
                void run(`release ${analysis_id}`, async (client, once) => {
                  await release(client, analysis_id, once);
                  onRelease();
                })
              }
            >
              {t('queue.release')}
            </button>
          </li>
        ))}
      </ul>
      {error !== null && <Problem error={error} />}
    </div>
  );
}
