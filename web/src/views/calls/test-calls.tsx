import { useResource } from '../../api/use-resource.js';
import { to } from '../../routing/router.js';
import { t, tn } from '../../texts/texts.js';

/** Leads to the test calls, where there is no live call yet: a newcomer has test calls alone. */
export function TestCalls() {
  const { value } = useResource('test calls', async (client, signal) =>
    client.analyses.listSummaries({ livemode: false, limit: 1 }, { signal }),
  );
  if (!value || value.total === 0) return null;
  return (
    <p class="notice">
      {tn('calls.empty.test', value.total)} <a href={to('/calls', { mode: 'test' })}>{t('day.empty.showTest')}</a>
    </p>
  );
}
