import { useResource } from '../api/use-resource.js';
import { to } from '../routing/router.js';
import { number, t } from '../texts/texts.js';

/** How much of the plan is used. It is read again with each view. */
export function MinutesUsed({ path }: { readonly path: string }) {
  const { value } = useResource(path, (client, signal) => client.billing.usage({ signal }));
  if (value === null) return null;
  const { minutes_used: used, minutes_included: included } = value;
  return (
    <a class="minutes-used" href={to('/settings')}>
      {t('settings.minutes', {
        used: number(used, { maximumFractionDigits: 0 }),
        included: number(included, { maximumFractionDigits: 0 }),
      })}
      <meter aria-hidden="true" min={0} max={Math.max(included, 1)} value={used} />
    </a>
  );
}
