import { useState } from 'preact/hooks';
import type { TestWebhook, WebhookEndpoint, WebhookEvent } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Section } from '../../../parts/section.tsx';
import { Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { eventName } from '../event-name.js';
import { EVENTS } from '../events.js';
import { Answer } from '../test-event.tsx';

/** One signed sample. It is not recorded and not repeated. */
export function EndpointTest({ endpoint: { id, events } }: { readonly endpoint: WebhookEndpoint }) {
  const offered = EVENTS.filter((one) => events.includes('*') || events.includes(one));
  const [event, setEvent] = useState<WebhookEvent>(offered[0] ?? 'analysis.completed');
  const [answer, setAnswer] = useState<TestWebhook | null>(null);
  const { error, isBusy, run } = useAct();
  const send = () => {
    setAnswer(null);
    return run({ id, event }, async (client, once) =>
      setAnswer(await client.webhookEndpoints.test(id, { event }, once)),
    );
  };
  return (
    <Section title={t('developers.test')}>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void send();
        }}
      >
        <p class="soft">{t('endpoints.test')}</p>
        <div class="acts">
          <select
            aria-label={t('developers.test.event')}
            value={event}
            onChange={({ currentTarget }) => setEvent(currentTarget.value as WebhookEvent)}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {eventName(one)}
              </option>
            ))}
          </select>
          <button type="submit" class="second" disabled={isBusy}>
            {t(isBusy ? 'developers.test.sending' : 'developers.test.send')}
          </button>
        </div>
        {error !== null && <Problem error={error} />}
      </form>
      <div role="status">{answer && <Answer answer={answer} />}</div>
    </Section>
  );
}
