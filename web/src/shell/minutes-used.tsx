import { useEffect } from 'preact/hooks';
import { useResource } from '../api/use-resource.js';
import { to } from '../routing/router.js';
import { minutesRound } from '../sending/minutes.js';
import { latestUsage } from '../session/usage.js';
import { number, t } from '../texts/texts.js';

/** How much of the plan is used. It is read again with each view, and once a call was sent or has come to its end. */
export function MinutesUsed({ path }: { readonly path: string }) {
  const { value } = useResource(`${path} ${minutesRound.value}`, (client, signal) => client.billing.usage({ signal }));
  useEffect(() => {
    if (value !== null) latestUsage.value = value;
  }, [value]);
  // Of another account nothing is shown.
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
