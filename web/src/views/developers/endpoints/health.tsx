// How well an endpoint takes its notifications: what happened, and what happens next.
import type { WebhookEndpoint } from '../../../../../clients/typescript/src/browser.js';
import { Icon, type IconName } from '../../../parts/icon.tsx';
import type { TextKey } from '../../../texts/en.js';
import { moment, named, t, wholeMoment } from '../../../texts/texts.js';

type Standing = 'active' | 'untried' | 'failing' | 'paused' | 'test';

const LOOKS: Readonly<Record<Standing, readonly [icon: IconName, look: string]>> = {
  active: ['check', 'good'],
  untried: ['dash', ''],
  failing: ['alert', 'unsure'],
  paused: ['pause', 'bad'],
  test: ['dash', ''],
};

function standingOf({ livemode, health, last_success_at }: WebhookEndpoint): Standing {
  if (!livemode) return 'test';
  if (health === 'active' && last_success_at === null) return 'untried';
  return health;
}

export function HealthTag({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const standing = standingOf(endpoint);
  const [icon, look] = LOOKS[standing];
  return (
    <span class={`tag ${look}`}>
      <Icon name={icon} />
      {t(`endpoints.health.${standing}`)}
    </span>
  );
}

/** The whole story, in sentences. */
export function HealthStory({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const standing = standingOf(endpoint);
  const { last_success_at, last_error, failing_since, paused_at, next_probe_at } = endpoint;
  const why = last_error === null ? '' : named('developers.fault', last_error);
  const say = (key: TextKey, at: string | null) => (at === null ? '' : t(key, { when: wholeMoment(secondsOf(at)) }));
  return (
    <div class="endpoint-health">
      <p>
        <HealthTag endpoint={endpoint} /> {say('endpoints.lastSuccess', last_success_at)}
      </p>
      {standing === 'untried' && <p class="soft">{t('endpoints.untried')}</p>}
      {standing === 'test' && <p class="soft">{t('endpoints.test.say')}</p>}
      {standing === 'failing' && (
        <>
          <p>{say('endpoints.failing', failing_since)}</p>
          {why !== '' && <p>{t('endpoints.why', { why })}</p>}
          <p class="soft">{t('endpoints.failing.next')}</p>
        </>
      )}
      {standing === 'paused' && (
        <>
          <p>{say('endpoints.paused', paused_at)}</p>
          {why !== '' && <p>{t('endpoints.why', { why })}</p>}
          <p>
            {t('endpoints.paused.next')}{' '}
            {next_probe_at !== null && t('endpoints.paused.probe', { time: moment(secondsOf(next_probe_at)) })}
          </p>
        </>
      )}
    </div>
  );
}

const secondsOf = (iso: string): number => Date.parse(iso) / 1000;
