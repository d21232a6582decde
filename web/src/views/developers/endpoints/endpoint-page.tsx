import { useState } from 'preact/hooks';
import type { WebhookEndpoint } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { ObjectPage } from '../../../parts/object-page.tsx';
import { Section } from '../../../parts/section.tsx';
import { Problem } from '../../../parts/states.tsx';
import { address } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';
import { eventName } from '../event-name.js';
import { Secret } from '../signing-secret.tsx';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { EndpointDeliveries } from './endpoint-deliveries.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { nameOf } from './endpoint-name.js';
import { EndpointTest } from './endpoint-test.tsx';
import { HealthStory } from './health.tsx';
import { Recover } from './recover.tsx';

export function Endpoint({ id }: { readonly id: string }) {
  const endpoint = useResource(`endpoint ${id}`, (client, signal) => client.webhookEndpoints.get(id, { signal }));
  const isFresh = address.value.query.made === 'now';
  const [round, setRound] = useState(0);
  const again = () => {
    endpoint.reload();
    setRound((count) => count + 1);
  };
  return (
    <ObjectPage
      list={['/developers/endpoints', t('endpoints.title')]}
      read={endpoint}
      head={(shown) => ({ title: nameOf(shown), livemode: shown.livemode })}
    >
      {(shown) => (
        <>
          {isFresh && <SecretOf id={id} isFresh />}
          <Health endpoint={shown} onTried={again} />
          <Settings endpoint={shown} onSaved={(next) => endpoint.change(() => next)} />
          {!isFresh && <SecretOf id={id} />}
          <EndpointTest endpoint={shown} />
          <EndpointDeliveries endpoint={shown} round={round} />
          <Recover endpoint={shown} onRecovered={again} />
          <DeleteEndpoint endpoint={shown} />
        </>
      )}
    </ObjectPage>
  );
}

const SecretOf = ({ id, isFresh = false }: { readonly id: string; readonly isFresh?: boolean }) => (
  <Secret
    name={`secret of ${id}`}
    say={t(isFresh ? 'endpoints.secret.fresh' : 'endpoints.secret.say')}
    read={(client, options) => client.webhookEndpoints.secret(id, options)}
    rotate={(client, options) => client.webhookEndpoints.rotateSecret(id, options)}
    isFresh={isFresh}
  />
);

interface OfEndpoint {
  readonly endpoint: WebhookEndpoint;
}

function Health({ endpoint, onTried }: OfEndpoint & { readonly onTried: () => void }) {
  const { error, isBusy, run } = useAct();
  const { id, url, description, events, filter, payload } = endpoint;
  // The service tries a paused endpoint at once when it is saved.
  const tryNow = () =>
    run(`try ${id}`, async (client) => {
      await client.webhookEndpoints.update(id, { url, description, events, filter, payload });
      onTried();
    });
  return (
    <Section title={t('endpoints.health')}>
      <HealthStory endpoint={endpoint} />
      {error !== null && <Problem error={error} />}
      {endpoint.health === 'paused' && (
        <div class="acts">
          <button type="button" disabled={isBusy} onClick={() => void tryNow()}>
            {t('endpoints.tryNow')}
          </button>
        </div>
      )}
    </Section>
  );
}

interface SettingsProps extends OfEndpoint {
  readonly onSaved: (endpoint: WebhookEndpoint) => void;
}

function Settings({ endpoint, onSaved }: SettingsProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Section
      title={t('endpoints.settings')}
      act={
        !isEditing && (
          <button type="button" class="second" onClick={() => setEditing(true)}>
            {t('endpoints.edit')}
          </button>
        )
      }
    >
      {isEditing ? (
        <EndpointForm
          endpoint={endpoint}
          onSaved={(next) => {
            setEditing(false);
            onSaved(next);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Facts endpoint={endpoint} />
      )}
    </Section>
  );
}

function Facts({ endpoint: { url, events, filter, payload } }: OfEndpoint) {
  const which = [
    filter.agent_id !== null && `${t('calls.agent')}: ${filter.agent_id}`,
    filter.scorecard_id !== null && `${t('queue.form')}: ${filter.scorecard_id}`,
    ...Object.entries(filter.metadata ?? {}).map(([key, value]) => `${key}: ${value}`),
  ].filter((one) => one !== false);
  return (
    <dl class="endpoint-facts">
      <div>
        <dt>{t('developers.test.url')}</dt>
        <dd>
          <code>{url}</code>
        </dd>
      </div>
      <div>
        <dt>{t('endpoints.events')}</dt>
        <dd>{events.includes('*') ? t('endpoints.events.all') : events.map(eventName).join(' · ')}</dd>
      </div>
      {which.length > 0 && (
        <div>
          <dt>{t('endpoints.which')}</dt>
          <dd dir="auto">{which.join(' · ')}</dd>
        </div>
      )}
      <div>
        <dt>{t('endpoints.payload')}</dt>
        <dd>
          {t(`endpoints.payload.${payload}`)} <span class="soft">{t(`endpoints.payloadMeans.${payload}`)}</span>
        </dd>
      </div>
    </dl>
  );
}
