import { useEffect, useState } from 'preact/hooks';
import type { PlanOffer, Subscription, UsageSummary } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { may } from '../../session/member.js';
import { latestUsage } from '../../session/usage.js';
import { named, t } from '../../texts/texts.js';
import { ChangePlan, type WantedPlan } from './change-plan.tsx';
import { day, money } from './format.js';
import { OverageLimit } from './overage-limit.tsx';
import { Plans } from './plans.tsx';
import { Usage } from './usage.tsx';

/** Polling interval while a payment is pending: the payment provider notifies the service a moment later. */
const PAID_MS = 4_000;

interface Billing {
  readonly subscription: Subscription;
  readonly usage: UsageSummary;
  readonly plans: readonly PlanOffer[];
}

export function PlanPage() {
  const billing = useResource<Billing>('billing', async (client, signal) => {
    const [subscription, usage, plans] = await Promise.all([
      client.billing.subscription({ signal }),
      client.billing.usage({ signal }),
      client.billing.plans({ signal }),
    ]);
    return { subscription, usage, plans: plans.items };
  });
  const mayChange = may('updateSubscription');
  const [wanted, setWanted] = useState<WantedPlan | null>(null);
  const { value, error, reload } = billing;
  useEffect(() => {
    if (value !== null) latestUsage.value = value.usage;
  }, [value]);
  const isWaiting = value?.subscription.status === 'incomplete';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => document.hidden || reload(), PAID_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  return (
    <>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {value === null && error === null && <Loading lines={10} />}
      {value && (
        <>
          <Usage usage={value.usage} subscription={value.subscription} />
          <Section
            title={t('settings.plan')}
            act={mayChange && value.subscription.collection === 'stripe' && <Portal />}
          >
            {!mayChange && <p class="soft">{t('members.ownerPays')}</p>}
            <Standing subscription={value.subscription} />
            <Plans subscription={value.subscription} plans={value.plans} onWanted={mayChange ? setWanted : null} />
            {mayChange && value.subscription.plan !== 'free' && (
              <OverageLimit subscription={value.subscription} onChanged={reload} />
            )}
          </Section>
        </>
      )}
      {value && wanted && (
        <ChangePlan
          wanted={wanted}
          subscription={value.subscription}
          onClose={() => setWanted(null)}
          onChanged={(subscription) => {
            billing.change((before) => ({ ...before, subscription }));
            setWanted(null);
            reload();
          }}
        />
      )}
    </>
  );
}

/** Current plan, and coming changes. */
function Standing({ subscription }: { readonly subscription: Subscription }) {
  const { plan, status, price_cents, currency, pending_plan, cancel_at, collection, checkout_url } = subscription;
  const values = { plan: named('settings.plan', plan), price: money(price_cents, currency) };
  return (
    <div role="status">
      <p>{t(plan === 'free' ? 'settings.standing.free' : 'settings.standing.paid', values)}</p>
      {collection === 'none' && <p class="soft">{t('settings.standing.noProvider')}</p>}
      {may('updateSubscription') && status === 'incomplete' && checkout_url !== null && (
        <p class="notice">
          {t('settings.standing.incomplete', { plan: named('settings.plan', pending_plan ?? plan) })}{' '}
          <a class="button" href={checkout_url}>
            {t('settings.pay')}
          </a>
        </p>
      )}
      {status === 'past_due' && <p class="notice">{t('settings.standing.pastDue')}</p>}
      {subscription.collection_paused && <p class="notice">{t('settings.standing.paused')}</p>}
      {cancel_at !== null && (
        <p class="notice">{t('settings.standing.cancelled', { ...values, day: day(cancel_at) })}</p>
      )}
      {cancel_at === null && status !== 'incomplete' && pending_plan !== null && (
        <p class="notice">
          {t('settings.standing.pending', {
            plan: named('settings.plan', pending_plan),
            day: day(subscription.current_period_end),
          })}
        </p>
      )}
    </div>
  );
}

function Portal() {
  const { error, isBusy, run } = useAct();
  return (
    <>
      <button
        type="button"
        class="second"
        disabled={isBusy}
        onClick={() =>
          void run('portal', async (client) => {
            location.assign((await client.billing.customerPortal()).url);
          })
        }
      >
        {t('settings.portal')}
      </button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
