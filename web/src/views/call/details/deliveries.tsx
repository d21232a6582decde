import { useEffect, useState } from 'preact/hooks';
import type { WebhookDelivery } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Attempts, DELIVERY_LOOKS, lastText } from '../../../parts/delivery.tsx';
import { isMoving } from '../../../parts/delivery-state.js';
import { Loading, Problem } from '../../../parts/states.tsx';
import { named, t } from '../../../texts/texts.js';
import { SentRequest } from './sent-request.tsx';

const MAX_DELIVERIES = 100;
const POLL_MS = 1_500;

/** Notifications of the call and of its evaluations, the newest first. */
export function Deliveries({ analysisId }: { readonly analysisId: string }) {
  const deliveries = useResource(`deliveries ${analysisId}`, async (client, signal) =>
    client.analyses.deliveries(analysisId, { limit: MAX_DELIVERIES }, { signal }),
  );
  const items = deliveries.value?.items ?? [];
  const isPolled = items.some((delivery) => isMoving(delivery, Date.now()));
  const { reload } = deliveries;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isPolled, reload]);
  return (
    <section aria-labelledby="details-deliveries">
      <h3 id="details-deliveries">{t('acts.deliveries')}</h3>
      {deliveries.error !== null && <Problem error={deliveries.error} onAgain={reload} />}
      {deliveries.value === null && deliveries.error === null && <Loading lines={1} />}
      {deliveries.value && items.length === 0 && <p class="soft">{t('acts.deliveries.none')}</p>}
      <ul class="records">
        {items.map((delivery) => (
          <Delivery key={delivery.id} analysisId={analysisId} delivery={delivery} onSent={reload} />
        ))}
      </ul>
    </section>
  );
}

interface DeliveryProps {
  readonly analysisId: string;
  readonly delivery: WebhookDelivery;
  readonly onSent: () => void;
}

function Delivery({ analysisId, delivery, onSent }: DeliveryProps) {
  const { event, url, status, attempts } = delivery;
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error } = useAct();
  return (
    <li>
      <details onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
        <summary>
          <span>{named('acts.event', event.replace('.', '_'))}</span>{' '}
          <span class={`tag ${DELIVERY_LOOKS[status]}`}>{named('acts.delivery', status)}</span>
          <span class="soft small delivery-url">{url}</span>
          <span class="soft small">{lastText(delivery)}</span>
        </summary>
        {isOpen && (
          <>
            <Attempts attempts={attempts} />
            <SentRequest analysisId={analysisId} deliveryId={delivery.id} />
          </>
        )}
      </details>
      {(status === 'delivered' || status === 'failed') && (
        <button
          type="button"
          class="link"
          disabled={isBusy}
          aria-label={`${t('acts.redeliver')}: ${named('acts.event', event.replace('.', '_'))}`}
          onClick={() =>
            void run(`redeliver ${delivery.id}`, async (client, once) => {
              await client.analyses.redeliver(analysisId, delivery.id, once);
              onSent();
            })
          }
        >
          {t('acts.redeliver')}
        </button>
      )}
      {error !== null && <Problem error={error} />}
    </li>
  );
}
