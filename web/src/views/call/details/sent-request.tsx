import { useResource } from '../../../api/use-resource.js';
import { Loading, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';

interface SentRequestProps {
  readonly analysisId: string;
  readonly deliveryId: string;
}

/** The service gives the request of test mode alone, and keeps no bodies of answers. */
export function SentRequest({ analysisId, deliveryId }: SentRequestProps) {
  const delivery = useResource(`delivery ${deliveryId}`, async (client, signal) =>
    client.analyses.delivery(analysisId, deliveryId, { signal }),
  );
  if (delivery.error !== null) return <Problem error={delivery.error} onAgain={delivery.reload} />;
  if (delivery.value === null) return <Loading lines={2} />;
  const { request } = delivery.value;
  if (request === null) return <p class="soft small">{t('acts.request.none')}</p>;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <p class="soft small">{t('acts.request.test')}</p>
      <pre>{[`${request.method} ${request.url}`, ...headers, '', readable(request.body)].join('\n')}</pre>
    </>
  );
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
