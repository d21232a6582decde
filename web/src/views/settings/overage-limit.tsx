import { useState } from 'preact/hooks';
import type { Subscription } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Field } from '../../parts/field.tsx';
import { Saved } from '../../parts/saved.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { t } from '../../texts/texts.js';
import { money } from './format.js';
import { maxOverageCents } from './plan-change.js';

interface OverageLimitProps {
  readonly subscription: Subscription;
  readonly onChanged: () => void;
}

export function OverageLimit({ subscription, onChanged }: OverageLimitProps) {
  const { overage_limit_minutes: limit, overage_price_cents_per_minute: price, currency } = subscription;
  const [text, setText] = useState(String(limit));
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  const wanted = Number(text.replace(',', '.'));
  return (
    <form
      class="overage-limit"
      onSubmit={(event) => {
        event.preventDefault();
        void run(text, async (client, once) => {
          // What is no number is sent as it is: the service says what is wrong with it.
          const minutes = (text.trim() === '' || Number.isNaN(wanted) ? text : wanted) as number;
          await client.billing.updateSubscription({ overage_limit_minutes: minutes }, once);
          setSaved(true);
          onChanged();
        });
      }}
    >
      <Field
        label={t('settings.limit')}
        name="overage_limit_minutes"
        required
        maxlength={12}
        value={text}
        onValue={(value) => {
          setText(value);
          setSaved(false);
        }}
        faults={faultsOf(error, 'overage_limit_minutes')}
      />
      <p class="soft">
        {wanted > 0
          ? t('settings.limit.most', {
              price: money(price, currency),
              cost: money(maxOverageCents(wanted, price), currency),
            })
          : t('settings.limit.none')}
      </p>
      {error !== null && !isBeside(error, ['overage_limit_minutes']) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" class="second" disabled={isBusy}>
          {t('settings.save')}
        </button>
        <Saved is={isSaved} />
      </div>
    </form>
  );
}
