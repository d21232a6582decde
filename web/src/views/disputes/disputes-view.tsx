// Disputes beside the review queue: the open ones to decide, and what was decided.
import { Later } from '../../listing/typed.tsx';
import { PagesOfView } from '../../parts/section.tsx';
import { address, go, to } from '../../routing/router.js';
import { t } from '../../texts/disputes.js';
import { DisputeList } from './dispute-list.tsx';

const PATH = '/queue/disputes';
const STATUSES = ['open', 'resolved'] as const;

/** Pages of the review queue. */
export const QueuePages = () => (
  <PagesOfView
    label={t('queue.title')}
    pages={[
      ['/queue', 'queue.title'],
      [PATH, 'disputes.title'],
    ]}
  />
);

export function DisputesView() {
  const { query } = address.value;
  const status = query.status === 'resolved' ? 'resolved' : 'open';
  const change = (by: Readonly<Record<string, string | undefined>>) =>
    go(to(PATH, { ...query, page: undefined, ...by }), { replace: true });
  return (
    <div>
      <header class="view-head">
        <h1>{t('disputes.title')}</h1>
      </header>
      <QueuePages />
      <search class="filters" aria-label={t('calls.filters')}>
        <div class="filters-row">
          <fieldset class="tabs dispute-tabs">
            <legend class="unseen">{t('disputes.status')}</legend>
            {STATUSES.map((one) => (
              <button
                key={one}
                type="button"
                class="tab"
                aria-pressed={one === status}
                onClick={() => change({ status: one === 'open' ? undefined : one })}
              >
                {t(`disputes.status.${one}`)}
              </button>
            ))}
          </fieldset>
          <Later
            label={t('calls.agent')}
            name="agent"
            value={query.agent_id}
            onValue={(agent_id) => change({ agent_id })}
          />
        </div>
      </search>
      <DisputeList key={status} status={status} agent={query.agent_id} />
    </div>
  );
}
