import type { Subscription, UsageSummary } from '../../../../clients/typescript/src/browser.js';
import { Section } from '../../parts/section.tsx';
import { to } from '../../routing/router.js';
import { bytesText } from '../../texts/bytes.js';
import { t, tn } from '../../texts/texts.js';
import { day, minutes, money } from './format.js';

interface UsageProps {
  readonly usage: UsageSummary;
  readonly subscription: Subscription;
}

export function Usage({ usage, subscription }: UsageProps) {
  const { minutes_used: used, minutes_included: included, minutes_reserved: reserved, currency } = usage;
  const { held_bytes: held, limit_bytes: limit } = usage.storage;
  const until = { from: day(usage.period_start), until: day(usage.period_end) };
  return (
    <Section title={t('settings.usage')} act={<span class="soft">{t('settings.period', until)}</span>}>
      <Meter
        label={t('settings.used', { used: minutes(used), included: minutes(included) })}
        beside={t('settings.left', { left: minutes(usage.minutes_remaining) })}
        value={used}
        max={included}
      />
      <ul class="facts">
        <li>{tn('settings.calls', usage.analyses_count)}</li>
        <li>{tn('settings.judged', usage.evaluations_count)}</li>
        {reserved > 0 && <li>{t('settings.reserved', { minutes: minutes(reserved) })}</li>}
        <li>{overageOf(usage, subscription)}</li>
      </ul>
      {usage.overage_minutes > 0 && (
        <p class="notice">
          {t('settings.overage', {
            minutes: minutes(usage.overage_minutes),
            limit: minutes(usage.overage_limit_minutes),
            cost: money(usage.overage_cost_cents, currency),
          })}
        </p>
      )}
      <div class="meter-test">
        <Meter
          label={t('settings.testUsed', {
            used: minutes(usage.test_minutes_used),
            included: minutes(usage.test_minutes_included),
          })}
          beside={t('settings.testFree')}
          value={usage.test_minutes_used}
          max={usage.test_minutes_included}
        />
      </div>
      <div class="meter-test">
        <Meter
          label={t('settings.stored', { held: bytesText(held), limit: bytesText(limit) })}
          beside={t('settings.storedWhat')}
          value={held}
          max={limit}
        />
      </div>
      <p class="soft small">
        <a href={to('/settings/history')}>{t('settings.toHistory')}</a>
      </p>
    </Section>
  );
}

function overageOf({ overage_limit_minutes: limit, currency }: UsageSummary, subscription: Subscription): string {
  const price = money(subscription.overage_price_cents_per_minute, currency);
  if (subscription.plan === 'free') return t('settings.overage.free');
  return limit > 0
    ? t('settings.overage.allowed', { limit: minutes(limit), price })
    : t('settings.overage.none', { price });
}

interface MeterProps {
  readonly label: string;
  readonly beside: string;
  readonly value: number;
  readonly max: number;
}

function Meter({ label, beside, value, max }: MeterProps) {
  return (
    <div class="meter">
      <p class="meter-text">
        <strong>{label}</strong> <span class="soft">{beside}</span>
      </p>
      <meter aria-label={label} min={0} max={Math.max(max, 1)} value={value} />
    </div>
  );
}
