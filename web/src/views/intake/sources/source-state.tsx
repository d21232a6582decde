// State of a source, and numbers of the objects that it found.
import type { Source } from '../../../../../clients/typescript/src/browser.js';
import { Icon, type IconName } from '../../../parts/icon.tsx';
import { to } from '../../../routing/router.js';
import { moment, number, t, wholeMoment } from '../../../texts/texts.js';

type Standing = 'active' | 'listens' | 'paused' | 'failing';

const LOOKS: Readonly<Record<Standing, readonly [icon: IconName, look: string]>> = {
  active: ['check', 'good'],
  listens: ['check', 'good'],
  paused: ['pause', ''],
  failing: ['alert', 'bad'],
};

function standingOf({ kind, status }: Source): Standing {
  if (status === 'paused' || status === 'failing') return status;
  return kind === 'twilio' ? 'listens' : 'active';
}

export function SourceTag({ source }: { readonly source: Source }) {
  const standing = standingOf(source);
  const [icon, look] = LOOKS[standing];
  return (
    <span class={`tag ${look}`}>
      <Icon name={icon} />
      {t(`sources.status.${standing}`)}
    </span>
  );
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Waiting time of the oldest recording; null when none waits. */
export function lagText({ lag_seconds }: Pick<Source, 'lag_seconds'>): string | null {
  if (lag_seconds === null || lag_seconds <= 0) return null;
  const [unit, seconds] = UNITS.find(([, each]) => lag_seconds >= each) ?? UNITS[3];
  return number(Math.floor(lag_seconds / seconds), { style: 'unit', unit, unitDisplay: 'long' });
}

const COUNTED = ['seen', 'taken', 'existing', 'refused'] as const;
const ITEM_OF = { seen: undefined, taken: 'taken', existing: 'existing', refused: 'refused' } as const;

interface SourceCountsProps {
  readonly counts: Source['counts'];
  /** Path of the page with a state's items; null: no links. */
  readonly path?: string | null;
}

export function SourceCounts({ counts, path = null }: SourceCountsProps) {
  return (
    <ul class="counts">
      {COUNTED.filter((one) => one === 'seen' || counts[one] > 0).map((one) => {
        const text = `${number(counts[one])} ${t(`sources.count.${one}`)}`;
        return (
          <li key={one}>
            {one !== 'seen' && <span class={`count-mark count-${one}`} aria-hidden="true" />}
            {path === null ? text : <a href={to(path, { status: ITEM_OF[one] })}>{text}</a>}
          </li>
        );
      })}
    </ul>
  );
}

/** Complete state, in sentences. */
export function SourceStory({ source }: { readonly source: Source }) {
  const { kind, status, last_error, last_polled_at, cursor } = source;
  const polled = last_polled_at === null ? null : Date.parse(last_polled_at) / 1000;
  return (
    <>
      {status === 'paused' && <p class="notice">{t('sources.paused')}</p>}
      {last_error !== null && (
        <div class="notice">
          <p>
            {t('sources.lastError', { why: '' })}
            <span lang="en">{last_error}</span>
          </p>
          {status === 'failing' && <p>{t('sources.failing')}</p>}
        </div>
      )}
      {kind !== 'twilio' && (
        <dl class="endpoint-facts">
          <div>
            <dt>{t('sources.polled')}</dt>
            <dd title={polled === null ? undefined : wholeMoment(polled)}>
              {polled === null ? t('sources.polled.never') : moment(polled)}
            </dd>
          </div>
          <div>
            <dt>{t('sources.lag')}</dt>
            <dd>{lagText(source) ?? t('sources.lag.none')}</dd>
          </div>
          {cursor !== null && (
            <div>
              <dt>{t('sources.cursor')}</dt>
              <dd>
                <code>{cursor}</code>
              </dd>
            </div>
          )}
        </dl>
      )}
    </>
  );
}
