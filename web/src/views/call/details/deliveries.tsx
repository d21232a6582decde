import { useEffect, useState } from 'preact/hooks';
import type { WebhookDelivery } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Loading, Problem } from '../../../parts/states.tsx';
import { moment, named, t, tn, wholeMoment } from '../../../texts/texts.js';
import { isMoving } from './delivery-state.js';
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

const LOOKS = { delivered: 'good', failed: 'bad', pending: 'unsure', suppressed: '' } as const;

function Delivery({ analysisId, delivery, onSent }: DeliveryProps) {
  const { event, url, status, attempts } = delivery;
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error } = useAct();
  return (
    <li>
      <details onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
        <summary>
          <span>{named('acts.event', event.replace('.', '_'))}</span>{' '}
          <span class={`tag ${LOOKS[status]}`}>{named('acts.delivery', status)}</span>
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

function lastText({ attempts, next_attempt_at }: WebhookDelivery): string {
  const last = attempts.at(-1);
  return [
    attempts.length > 0 && tn('acts.attempts', attempts.length),
    last && answerText(last),
    next_attempt_at !== null && t('acts.attempt.next', { time: moment(Date.parse(next_attempt_at) / 1000) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

type Attempt = WebhookDelivery['attempts'][number];

function answerText({ status_code, error }: Attempt): string {
  const code = status_code === null ? '' : `${status_code}`;
  return error === null ? t('acts.attempt.taken', { code }) : `${code} ${named('acts.attempt', error)}`.trim();
}

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <ol class="attempts">
      {attempts.map((attempt, index) => (
        <li key={index}>
          <time dateTime={attempt.at} title={wholeMoment(Date.parse(attempt.at) / 1000)}>
            {moment(Date.parse(attempt.at) / 1000)}
          </time>{' '}
          {answerText(attempt)} <span class="soft">{t('acts.attempt.ms', { ms: attempt.duration_ms })}</span>
        </li>
      ))}
    </ol>
  );
}
