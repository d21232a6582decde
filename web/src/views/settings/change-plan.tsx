import { useState } from 'preact/hooks';
import type {
  CallAnalysis,
  PlanOffer,
  RequestOptions,
  Subscription,
} from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/states.tsx';
import { named, t } from '../../texts/texts.js';
import { day, minutes, money } from './format.js';
import type { PlanAct } from './plan-change.js';

export interface WantedPlan {
  readonly offer: PlanOffer;
  readonly act: Exclude<PlanAct, 'present' | 'coming' | 'none' | 'pay'>;
}

interface ChangePlanProps {
  readonly wanted: WantedPlan;
  readonly subscription: Subscription;
  readonly onClose: () => void;
  readonly onChanged: (subscription: Subscription) => void;
}

/** Dialog that shows the price of the new plan and its first day, and then changes the plan. */
export function ChangePlan({ wanted, subscription, onClose, onChanged }: ChangePlanProps) {
  const { offer, act } = wanted;
  const { error, isBusy, run } = useAct();
  const [isAtEnd, setAtEnd] = useState(true);
  const isCharged = subscription.collection === 'stripe';
  const values = {
    plan: named('settings.plan', offer.plan),
    present: named('settings.plan', subscription.plan),
    price: money(offer.price_cents, offer.currency),
    minutes: minutes(offer.included_minutes),
    end: day(subscription.current_period_end),
  };
  return (
    <Dialog title={t(`settings.act.${act}`, values)} onClose={onClose}>
      <p>{t(`settings.means.${act}`, values)}</p>
      {!isCharged && <p class="soft">{t('settings.standing.noProvider')}</p>}
      {isCharged && (act === 'subscribe' || act === 'upgrade') && <p>{t(`settings.charged.${act}`, values)}</p>}
      {act === 'cancel' && <When isAtEnd={isAtEnd} onAtEnd={setAtEnd} end={values.end} />}
      {error !== null && <Problem error={error} />}
      <div class="acts">
        <button
          type="button"
          class={act === 'cancel' ? 'danger' : undefined}
          disabled={isBusy}
          onClick={() =>
            void run({ act, plan: offer.plan, isAtEnd }, async (client, once) =>
              onChanged(await changed({ client, once, wanted, isAtEnd })),
            )
          }
        >
          {t(`settings.act.${act}`, values)}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {t('settings.leave')}
        </button>
      </div>
    </Dialog>
  );
}

interface Change {
  readonly client: CallAnalysis;
  readonly once: RequestOptions;
  readonly wanted: WantedPlan;
  readonly isAtEnd: boolean;
}

function changed({ client, once, wanted: { act, offer }, isAtEnd }: Change): Promise<Subscription> {
  const { plan } = offer;
  // The free plan is what follows a cancellation.
  if (act === 'cancel' || plan === 'free') return client.billing.cancelSubscription({ at_period_end: isAtEnd }, once);
  return act === 'subscribe'
    ? client.billing.createSubscription({ plan }, once)
    : client.billing.updateSubscription({ plan }, once);
}

interface WhenProps {
  readonly isAtEnd: boolean;
  readonly onAtEnd: (isAtEnd: boolean) => void;
  readonly end: string;
}

function When({ isAtEnd, onAtEnd, end }: WhenProps) {
  return (
    <fieldset class="choices">
      <legend>{t('settings.when')}</legend>
      {[true, false].map((one) => (
        <label key={String(one)} class="choice">
          <input type="radio" name="when" checked={isAtEnd === one} onChange={() => onAtEnd(one)} />
          <span>{one ? t('settings.when.end', { end }) : t('settings.when.now')}</span>
        </label>
      ))}
    </fieldset>
  );
}
