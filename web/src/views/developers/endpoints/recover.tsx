import { useState } from 'preact/hooks';
import type { WebhookEndpoint } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { dayOf, startOfDay } from '../../../listing/call-filters.js';
import { Field } from '../../../parts/field.tsx';
import { Section } from '../../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { t, tn } from '../../../texts/texts.js';

const DAY_MS = 86_400_000;
/** The service goes back no further, and a day begins before its morning. */
const MAX_DAYS = 29;

interface RecoverProps {
  readonly endpoint: WebhookEndpoint;
  readonly onRecovered: () => void;
}

/** Sends again what failed since a day, e.g. after the receiver was repaired. */
export function Recover({ endpoint: { id }, onRecovered }: RecoverProps) {
  const [since, setSince] = useState(() => dayOf(new Date(Date.now() - DAY_MS)));
  const [sent, setSent] = useState<number | null>(null);
  const { error, isBusy, run } = useAct();
  const start = startOfDay(since, 0);
  const recover = () => {
    if (start === undefined) return;
    setSent(null);
    void run({ id, since: start }, async (client, once) => {
      const { deliveries } = await client.webhookEndpoints.recover(id, { since: start }, once);
      setSent(deliveries);
      onRecovered();
    });
  };
  return (
    <Section title={t('endpoints.recover')}>
      <p class="soft">{t('endpoints.recover.say')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          recover();
        }}
      >
        <Field
          label={t('endpoints.recover.since')}
          name="since"
          type="date"
          required
          min={dayOf(new Date(Date.now() - MAX_DAYS * DAY_MS))}
          max={dayOf(new Date())}
          value={since}
          onValue={setSince}
          faults={faultsOf(error, 'since')}
        />
        {error !== null && !isBeside(error, ['since']) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="second" disabled={isBusy || start === undefined}>
            {t('endpoints.recover.do')}
          </button>
          <span role="status">{sent !== null && tn('endpoints.recover.sent', sent)}</span>
        </div>
      </form>
    </Section>
  );
}
