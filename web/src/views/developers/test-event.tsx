import { useState } from 'preact/hooks';
import type { TestWebhook, WebhookEvent } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/section.tsx';
import { Copy, faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { named, number, t } from '../../texts/texts.js';
import { eventName } from './event-name.js';
import { EVENTS } from './events.js';

export function TestEvent() {
  const [url, setUrl] = useState('');
  const [event, setEvent] = useState<WebhookEvent>('analysis.completed');
  const [analysisId, setAnalysisId] = useState('');
  const [answer, setAnswer] = useState<TestWebhook | null>(null);
  const { error, isBusy, run } = useAct();
  const send = () => {
    const wanted = { webhook_url: url, event, ...(analysisId.trim() && { analysis_id: analysisId.trim() }) };
    setAnswer(null);
    return run(wanted, async (client, once) => setAnswer(await client.webhooks.test(wanted, once)));
  };
  return (
    <Section title={t('developers.test')}>
      <p class="soft">{t('developers.test.say')}</p>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void send();
        }}
      >
        <Field
          label={t('developers.test.url')}
          name="webhook_url"
          required
          maxlength={2048}
          value={url}
          onValue={setUrl}
          faults={faultsOf(error, 'webhook_url')}
        />
        <div class="fields">
          <div class="field">
            <label for="test-event">{t('developers.test.event')}</label>
            <select
              id="test-event"
              value={event}
              onChange={({ currentTarget }) => setEvent(currentTarget.value as WebhookEvent)}
            >
              {EVENTS.map((one) => (
                <option key={one} value={one}>
                  {eventName(one)}
                </option>
              ))}
            </select>
          </div>
          <Field
            label={t('developers.test.call')}
            name="analysis_id"
            maxlength={36}
            value={analysisId}
            onValue={setAnalysisId}
            faults={faultsOf(error, 'analysis_id')}
          />
        </div>
        {error !== null && !isBeside(error, ['webhook_url', 'analysis_id']) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" disabled={isBusy}>
            {t(isBusy ? 'developers.test.sending' : 'developers.test.send')}
          </button>
        </div>
      </form>
      <div role="status">{answer && <Answer answer={answer} />}</div>
      <p class="soft section-foot">
        {t('developers.deliveries')} <a href={to('/calls')}>{t('app.toCalls')}</a>
      </p>
    </Section>
  );
}

/** Response of the receiver to a test event. */
export function Answer({ answer }: { readonly answer: TestWebhook }) {
  const { delivered, status_code: status, duration_ms, error, request } = answer;
  const ms = number(duration_ms);
  return (
    <div class="test-answer">
      <p class={delivered ? 'good' : 'bad'}>
        <Icon name={delivered ? 'check' : 'cross'} />{' '}
        {status === null
          ? t('developers.test.noAnswer', { why: named('developers.fault', error ?? 'connection'), ms })
          : t(delivered ? 'developers.test.taken' : 'developers.test.refused', { status, ms })}
      </p>
      {status !== null && error !== null && <p class="soft">{named('developers.fault', error)}</p>}
      {request && (
        <details>
          <summary>{t('developers.test.request')}</summary>
          <pre>
            <code>
              {`${request.method} ${request.url}\n`}
              {Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\n`)}
            </code>
          </pre>
          <p class="code-title">
            {t('developers.test.body')} <Copy text={request.body} what={t('developers.test.body')} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
          <pre class="scrolls" tabIndex={0}>
            <code>{request.body}</code>
          </pre>
        </details>
      )}
    </div>
  );
}
