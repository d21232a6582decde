import { useEffect, useState } from 'preact/hooks';
import type { WebhookEndpoint, WebhookEndpointDelivery } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Attempts, DELIVERY_LOOKS, lastText } from '../../../parts/delivery.tsx';
import { isMoving } from '../../../parts/delivery-state.js';
import { Choice } from '../../../parts/field.tsx';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { address, go, to } from '../../../routing/router.js';
import { moment, named, number, t, wholeMoment } from '../../../texts/texts.js';
import { eventName } from '../event-name.js';

const PAGE = 20;
const POLL_MS = 2_000;
const STATUSES = ['pending', 'delivered', 'failed', 'suppressed'] as const;

interface DeliveriesProps {
  readonly endpoint: WebhookEndpoint;
  /** Reload counter: a change reads the data again. */
  readonly round: number;
}

/** Deliveries of an endpoint, the newest first. Status filter and page are in the URL. */
export function EndpointDeliveries({ endpoint: { id }, round }: DeliveriesProps) {
  const { path, query } = address.value;
  const status = STATUSES.find((one) => one === query.status);
  const page = /^[1-9]\d{0,3}$/.test(query.page ?? '') ? Number(query.page) : 1;
  const params = { status, skip: (page - 1) * PAGE, limit: PAGE };
  const deliveries = useResource(`deliveries ${id} ${round} ${JSON.stringify(params)}`, async (client, signal) =>
    client.webhookEndpoints.deliveries(id, params, { signal }),
  );
  const { value, error, reload } = deliveries;
  const isPolled = value?.items.some((delivery) => isMoving(delivery, Date.now())) ?? false;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isPolled, reload]);
  const at = (other: number) => to(path, { status, page: other === 1 ? undefined : String(other) });
  return (
    <Section
      title={t('endpoints.deliveries')}
      act={
        <Choice
          label={t('calls.status')}
          value={status ?? ''}
          choices={[['', t('calls.status.any')], ...STATUSES.map((one) => [one, named('acts.delivery', one)] as const)]}
          onValue={(next) => go(to(path, { status: next }), { replace: true })}
        />
      }
    >
      {error !== null && <Problem error={error} onAgain={reload} />}
      {value === null && error === null && <Loading lines={4} />}
      {value?.items.length === 0 && (
        <p class="soft">{t(status ? 'endpoints.deliveries.filtered' : 'endpoints.deliveries.none')}</p>
      )}
      <ul class="records">
        {value?.items.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} onSent={reload} />
        ))}
      </ul>
      {value && value.total > PAGE && (
        <nav class="pages" aria-label={t('endpoints.deliveries')}>
          <span class="soft">
            {t('calls.range', {
              from: number(params.skip + 1),
              until: number(params.skip + value.items.length),
              total: number(value.total),
            })}
          </span>
          {page > 1 && (
            <a class="button second" href={at(page - 1)} rel="prev">
              {t('calls.newer')}
            </a>
          )}
          {params.skip + PAGE < value.total && (
            <a class="button second" href={at(page + 1)} rel="next">
              {t('calls.older')}
            </a>
          )}
        </nav>
      )}
    </Section>
  );
}

/** Status of a delivery. A delivery that waits for a paused endpoint has no time for its next attempt. */
const stateText = ({ status, next_attempt_at }: WebhookEndpointDelivery): string =>
  status === 'pending' && next_attempt_at === null ? t('endpoints.deliveries.held') : named('acts.delivery', status);

interface DeliveryProps {
  readonly delivery: WebhookEndpointDelivery;
  readonly onSent: () => void;
}

function Delivery({ delivery, onSent }: DeliveryProps) {
  const { id, event, event_id, analysis_id, status, attempts, created } = delivery;
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error } = useAct();
  const name = eventName(event);
  return (
    <li class="endpoint-delivery">
      <details onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
        <summary>
          <span>{name}</span> <span class={`tag ${DELIVERY_LOOKS[status]}`}>{stateText(delivery)}</span>{' '}
          <time class="soft small" dateTime={new Date(created * 1000).toISOString()} title={wholeMoment(created)}>
            {moment(created)}
          </time>
          <span class="soft small delivery-url">{lastText(delivery)}</span>
        </summary>
        {isOpen && (
          <>
            <p class="soft small">
              <code>{event_id}</code>
            </p>
            {attempts.length === 0 ? (
              <p class="soft small">{t('endpoints.deliveries.untried')}</p>
            ) : (
              <Attempts attempts={attempts} />
            )}
          </>
        )}
      </details>
      <div class="endpoint-delivery-acts">
        {analysis_id !== null && <a href={to(`/calls/${analysis_id}`)}>{t('endpoints.deliveries.call')}</a>}
        {analysis_id !== null && (status === 'delivered' || status === 'failed') && (
          <button
            type="button"
            class="link"
            disabled={isBusy}
            aria-label={`${t('acts.redeliver')}: ${name}`}
            onClick={() =>
              void run(`redeliver ${id}`, async (client, once) => {
                await client.analyses.redeliver(analysis_id, id, once);
                onSent();
              })
            }
          >
            {t('acts.redeliver')}
          </button>
        )}
      </div>
      {error !== null && <Problem error={error} />}
    </li>
  );
}
