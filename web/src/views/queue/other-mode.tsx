import { useResource } from '../../api/use-resource.js';
import { to } from '../../routing/router.js';
import { tn } from '../../texts/texts.js';

/** Link to the test calls that need review, shown where no live call does: a newcomer has test calls alone. */
export function OtherMode() {
  const { value } = useResource('test calls', async (client, signal) =>
    client.reviewQueue.list({ livemode: false, limit: 1 }, { signal }),
  );
  if (!value || value.total === 0) return null;
  return (
    <p>
      <a href={to('/queue', { mode: 'test' })}>{tn('review.otherMode', value.total)}</a>
    </p>
  );
}
