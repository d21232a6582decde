import { useEffect } from 'preact/hooks';
import { useResource } from '../api/use-resource.js';
import { to } from '../routing/router.js';
import { minutesRound } from '../sending/minutes.js';
import { latestUsage } from '../session/usage.js';
import { number, t } from '../texts/texts.js';

/** Used minutes of the plan. They are reloaded with each view, and when a call was submitted or has ended. */
export function MinutesUsed({ path }: { readonly path: string }) {
  const { value } = useResource(`${path} ${minutesRound.value}`, (client, signal) => client.billing.usage({ signal }));
  useEffect(() => {
    if (value !== null) latestUsage.value = value;
  }, [value]);
  // Deletes the value when the account changes.
  useEffect(
    () => () => {
      latestUsage.value = null;
    },
    [],
  );
  const latest = latestUsage.value;
  if (latest === null) return null;
  const { minutes_used: used, minutes_included: included } = latest;
  const whole = (minutes: number) => number(minutes, { maximumFractionDigits: 0 });
  return (
    <a class="minutes-used" href={to('/settings')}>
      {t('settings.minutes', { used: whole(used), included: whole(included) })}
      <meter aria-hidden="true" min={0} max={Math.max(included, 1)} value={used} />
    </a>
  );
}
