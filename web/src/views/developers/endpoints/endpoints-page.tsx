import { useState } from 'preact/hooks';
import type { WebhookEndpoint } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t, tn } from '../../../texts/texts.js';
import { eventName } from '../event-name.js';
import { EndpointForm } from './endpoint-form.tsx';
import { nameOf } from './endpoint-name.js';
import { HealthTag } from './health.tsx';

/** API limit: endpoints of an account, for each mode. */
const MAX_ENDPOINTS = 20;

export function Endpoints() {
  const endpoints = useResource('endpoints', async (client, signal) => {
    const ofMode = async (livemode: boolean) =>
      (await client.webhookEndpoints.list({ livemode, limit: MAX_ENDPOINTS }, { signal })).items;
    return (await Promise.all([ofMode(true), ofMode(false)])).flat();
  });
  const [isMaking, setMaking] = useState(false);
  const found = endpoints.value;
  const isEmpty = found?.length === 0;
  return (
    <Section
      title={t('endpoints.title')}
      act={
        found &&
        !isEmpty &&
        !isMaking && (
          <button type="button" onClick={() => setMaking(true)}>
            {t('endpoints.add')}
          </button>
        )
      }
    >
      <p class="soft">{t('endpoints.say')}</p>
      {endpoints.error !== null && <Problem error={endpoints.error} onAgain={endpoints.reload} />}
      {found === null && endpoints.error === null && <Loading lines={4} />}
      {isEmpty && <p>{t('endpoints.empty')}</p>}
      {(isMaking || isEmpty) && (
        <EndpointForm
          endpoint={null}
          onSaved={({ id }) => go(to(`/developers/endpoints/${id}`, { made: 'now' }))}
          onCancel={isEmpty ? null : () => setMaking(false)}
        />
      )}
      {found && found.length > 0 && <EndpointsTable endpoints={found} />}
    </Section>
  );
}

function EndpointsTable({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  return (
    <table class="rows-table endpoints-table">
      <caption class="unseen">{t('endpoints.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('developers.name')}</th>
          <th scope="col">{t('endpoints.health')}</th>
          <th scope="col">{t('endpoints.events')}</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.id}>
            <th scope="row">
              <a href={to(`/developers/endpoints/${endpoint.id}`)} dir="auto">
                {nameOf(endpoint)}
              </a>
              <span class="soft small endpoint-url">{endpoint.url}</span>
            </th>
            <td>
              <HealthTag endpoint={endpoint} />
            </td>
            <td>{eventsText(endpoint.events)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function eventsText(events: readonly string[]): string {
  if (events.includes('*')) return t('endpoints.events.all');
  const [only = ''] = events;
  return events.length === 1 ? eventName(only) : tn('endpoints.events', events.length);
}
