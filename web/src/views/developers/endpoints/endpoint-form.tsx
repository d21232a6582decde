import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WebhookEndpoint, WebhookEvent } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { eventName } from '../event-name.js';
import { EVENTS } from '../events.js';

interface EndpointFormProps {
  /** Null: a new one. */
  readonly endpoint: WebhookEndpoint | null;
  readonly onSaved: (endpoint: WebhookEndpoint) => void;
  /** Null where there is nothing to go back to. */
  readonly onCancel: (() => void) | null;
}

/** More forms than a list to choose from can be used with. */
const MAX_FORMS = 100;
const FIELDS = ['url', 'description', 'events', 'agent_id', 'scorecard_id', 'metadata'] as const;

interface Typed {
  readonly url: string;
  readonly description: string;
  readonly isEvery: boolean;
  readonly events: readonly WebhookEvent[];
  readonly payload: 'full' | 'thin';
  readonly agent: string;
  readonly form: string;
  readonly key: string;
  readonly value: string;
}

function typedOf(endpoint: WebhookEndpoint | null): Typed {
  const [key = '', value = ''] = Object.entries(endpoint?.filter.metadata ?? {})[0] ?? [];
  const events: readonly string[] = endpoint?.events ?? ['*'];
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    isEvery: events.includes('*'),
    events: EVENTS.filter((one) => events.includes(one)),
    payload: endpoint?.payload ?? 'full',
    agent: endpoint?.filter.agent_id ?? '',
    form: endpoint?.filter.scorecard_id ?? '',
    key,
    value,
  };
}

/** Body of the request. The form edits the first key only; further keys that a program has set are sent as they are. */
function requestOf(typed: Typed, before: WebhookEndpoint | null) {
  const rest = Object.entries(before?.filter.metadata ?? {}).slice(1);
  const metadata = [...(typed.key.trim() === '' ? [] : [[typed.key.trim(), typed.value] as const]), ...rest];
  const filter = {
    ...(typed.agent.trim() !== '' && { agent_id: typed.agent.trim() }),
    ...(typed.form !== '' && { scorecard_id: typed.form }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
  };
  return {
    url: typed.url.trim(),
    description: typed.description.trim() || null,
    events: typed.isEvery ? (['*'] as const) : typed.events,
    payload: typed.payload,
    filter: Object.keys(filter).length === 0 ? null : filter,
  };
}

export function EndpointForm({ endpoint, onSaved, onCancel }: EndpointFormProps) {
  const [typed, setTyped] = useState(() => typedOf(endpoint));
  const { error, isBusy, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  const isOpened = onCancel !== null;
  useLayoutEffect(() => {
    if (isOpened) form.current?.querySelector('input')?.focus();
  }, [isOpened]);
  const set = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const save = () => {
    const wanted = requestOf(typed, endpoint);
    return run(wanted, async (client, once) =>
      onSaved(
        endpoint === null
          ? await client.webhookEndpoints.create(wanted, once)
          : await client.webhookEndpoints.update(endpoint.id, wanted),
      ),
    );
  };
  return (
    <form
      ref={form}
      class="make-key"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="fields">
        <Field
          label={t('developers.test.url')}
          name="url"
          required
          maxlength={2048}
          value={typed.url}
          onValue={(url) => set({ url })}
          faults={faultsOf(error, 'url')}
        />
        <Field
          label={t('endpoints.description')}
          name="description"
          maxlength={500}
          value={typed.description}
          onValue={(description) => set({ description })}
          faults={faultsOf(error, 'description')}
        />
      </div>
      <Events typed={typed} onTyped={set} faults={faultsOf(error, 'events')} />
      <Which typed={typed} onTyped={set} error={error} />
      <fieldset class="choices choices-beside">
        <legend>{t('endpoints.payload')}</legend>
        {(['full', 'thin'] as const).map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="payload" checked={typed.payload === one} onChange={() => set({ payload: one })} />
            <span>
              <strong>{t(`endpoints.payload.${one}`)}</strong>
              <span class="soft small">{t(`endpoints.payloadMeans.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {error !== null && !isBeside(error, FIELDS) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy}>
          {t(endpoint === null ? 'endpoints.add' : 'endpoints.save')}
        </button>
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {t('developers.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}

interface PartProps {
  readonly typed: Typed;
  readonly onTyped: (part: Partial<Typed>) => void;
}

function Events({ typed, onTyped, faults }: PartProps & { readonly faults: readonly string[] }) {
  const { isEvery, events } = typed;
  return (
    <fieldset class="choices" aria-describedby={faults.length > 0 ? 'events-faults' : undefined}>
      <legend>{t('endpoints.events')}</legend>
      <label class="choice">
        <input type="radio" name="every" checked={isEvery} onChange={() => onTyped({ isEvery: true })} />
        <span>
          <strong>{t('endpoints.events.all')}</strong>
          <span class="soft small">{t('endpoints.events.all.say')}</span>
        </span>
      </label>
      <label class="choice">
        <input type="radio" name="every" checked={!isEvery} onChange={() => onTyped({ isEvery: false })} />
        <strong>{t('endpoints.events.some')}</strong>
      </label>
      {!isEvery && (
        <div class="endpoint-events">
          {EVENTS.map((one) => (
            <label key={one} class="choice">
              <input
                type="checkbox"
                checked={events.includes(one)}
                onChange={({ currentTarget: { checked } }) =>
                  onTyped({ events: EVENTS.filter((each) => (each === one ? checked : events.includes(each))) })
                }
              />
              <span>
                {eventName(one)} <code>{one}</code>
              </span>
            </label>
          ))}
        </div>
      )}
      {faults.length > 0 && (
        <p class="fault" id="events-faults" lang="en">
          {faults.join('. ')}
        </p>
      )}
    </fieldset>
  );
}

function Which({ typed, onTyped, error }: PartProps & { readonly error: unknown }) {
  const forms = useResource('forms', async (client, signal) =>
    client.scorecards.list({ limit: MAX_FORMS }, { signal }),
  );
  const items = forms.value?.items ?? [];
  const isFiltered = typed.agent !== '' || typed.form !== '' || typed.key !== '';
  const formFaults = faultsOf(error, 'scorecard_id');
  return (
    <details class="endpoint-which" open={isFiltered}>
      <summary>{t('endpoints.which')}</summary>
      <p class="soft small">{t('endpoints.which.say')}</p>
      <div class="fields">
        <Field
          label={t('calls.agent')}
          name="agent_id"
          maxlength={255}
          autocomplete="off"
          value={typed.agent}
          onValue={(agent) => onTyped({ agent })}
          faults={faultsOf(error, 'agent_id')}
        />
        {(items.length > 0 || typed.form !== '') && (
          <div class="field">
            <label for="endpoint-form">{t('queue.form')}</label>
            <select
              id="endpoint-form"
              value={typed.form}
              onChange={({ currentTarget }) => onTyped({ form: currentTarget.value })}
            >
              <option value="">{t('queue.form.any')}</option>
              {items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            {formFaults.length > 0 && (
              <p class="fault" lang="en">
                {formFaults.join('. ')}
              </p>
            )}
          </div>
        )}
        <Field
          label={`${t('calls.metadata')}: ${t('calls.metadata.key')}`}
          name="metadata_key"
          maxlength={40}
          autocomplete="off"
          value={typed.key}
          onValue={(key) => onTyped({ key })}
          faults={faultsOf(error, 'metadata')}
        />
        <Field
          label={`${t('calls.metadata')}: ${t('calls.metadata.value')}`}
          name="metadata_value"
          maxlength={500}
          autocomplete="off"
          value={typed.value}
          onValue={(value) => onTyped({ value })}
        />
      </div>
    </details>
  );
}
