import type { PlanOffer, Subscription } from '../../../../clients/typescript/src/browser.js';
import { Icon } from '../../parts/icon.tsx';
import { named, t } from '../../texts/texts.js';
import type { WantedPlan } from './change-plan.tsx';
import { minutes, money } from './format.js';
import { actOf } from './plan-change.js';

interface PlansProps {
  readonly subscription: Subscription;
  readonly plans: readonly PlanOffer[];
  /** Null for whom the plan is not theirs to change. */
  readonly onWanted: ((wanted: WantedPlan) => void) | null;
}

export function Plans({ subscription, plans, onWanted }: PlansProps) {
  return (
    <ul class="plans">
      {plans.map((offer) => {
        const act = actOf(subscription, offer);
        const name = named('settings.plan', offer.plan);
        return (
          <li key={offer.plan} class={subscription.plan === offer.plan ? 'plan is-present' : 'plan'}>
            <h3>{name}</h3>
            <p class="plan-price">
              {money(offer.price_cents, offer.currency)} <span class="soft">{t('settings.aMonth')}</span>
            </p>
            <p>{t('settings.includes', { minutes: minutes(offer.included_minutes) })}</p>
            <p class="soft">
              {offer.overage_price_cents_per_minute === null
                ? t('settings.noFurther')
                : t('settings.further', { price: money(offer.overage_price_cents_per_minute, offer.currency) })}
            </p>
            {(act === 'present' || act === 'keep') && (
              <p class="plan-state">
                <Icon name="check" /> {t('settings.act.present')}
              </p>
            )}
            {act === 'coming' && <p class="plan-state soft">{t('settings.act.coming')}</p>}
            {onWanted && act === 'pay' && subscription.checkout_url !== null && (
              <a class="button" href={subscription.checkout_url}>
                {t('settings.pay')}
              </a>
            )}
            {onWanted && act !== 'present' && act !== 'coming' && act !== 'none' && act !== 'pay' && (
              <button
                type="button"
                class={act === 'cancel' || act === 'downgrade' ? 'second' : undefined}
                onClick={() => onWanted({ offer, act })}
              >
                {t(`settings.act.${act}`, { plan: name })}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
