// Live calls or test calls: neither is listed, counted or claimed with the other.
import { useResource } from '../../api/use-resource.js';
import { to } from '../../routing/router.js';
import { t, tn } from '../../texts/texts.js';

interface ModeSwitchProps {
  /** Mode in the URL: `test`, else live. */
  readonly mode: string | undefined;
  readonly onMode: (mode: 'test' | undefined) => void;
}

export function ModeSwitch({ mode, onMode }: ModeSwitchProps) {
  return (
    <fieldset class="tabs mode-switch">
      <legend class="unseen">{t('review.mode')}</legend>
      {([undefined, 'test'] as const).map((one) => (
        <button
          key={one ?? 'live'}
          type="button"
          class="tab"
          aria-pressed={(mode === 'test') === (one === 'test')}
          onClick={() => onMode(one)}
        >
          {t(`review.mode.${one ?? 'live'}`)}
        </button>
      ))}
    </fieldset>
  );
}

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
