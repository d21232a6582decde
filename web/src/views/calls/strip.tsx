import { useEffect } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { type CallFilters, dayOf, paramsOf } from '../../listing/call-filters.js';
import { showsTest } from '../../routing/mode.js';
import { to } from '../../routing/router.js';
import { number, t } from '../../texts/texts.js';

const REFRESH_MS = 60_000;

/**
 * Numbers of calls that need attention, and of new calls. Each number is the total of a list of one item. @param round reload
 * counter
 */
export function Strip({ round }: { readonly round: number }) {
  const mode = showsTest.value ? 'test' : undefined;
  const today: CallFilters = { from: dayOf(new Date()), mode };
  const failed: CallFilters = { status: 'failed', mode };
  const counts = useResource(`strip-${mode}-${round}`, async (client, signal) => {
    const totalOf = async (filters: CallFilters) => {
      const { total } = await client.analyses.listSummaries({ ...paramsOf(filters), limit: 1 }, { signal });
      return total;
    };
    const [queue, new_, broken] = await Promise.all([
      client.reviewQueue.list({ livemode: mode === undefined, limit: 1 }, { signal }),
      totalOf(today),
      totalOf(failed),
    ]);
    return { look: queue.total, today: new_, failed: broken };
  });
  useEffect(() => {
    const timer = setInterval(() => document.hidden || counts.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [counts.reload]);
  const now = counts.value;
  const figure = (n: number | undefined) => <b>{n === undefined ? '–' : number(n)}</b>;
  return (
    <nav class="strip" aria-label={t('calls.strip')}>
      <a href={to('/queue')} class={now?.look ? 'is-unsure' : undefined}>
        {t('calls.strip.look')} {figure(now?.look)}
      </a>
      <a href={to('/calls', { ...today })}>
        {t('calls.strip.today')} {figure(now?.today)}
      </a>
      <a href={to('/calls', { ...failed })} class={now?.failed ? 'is-bad' : undefined}>
        {t('calls.strip.failed')} {figure(now?.failed)}
      </a>
    </nav>
  );
}
