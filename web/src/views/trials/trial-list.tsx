// Engine trials of the account, and the form for a new one.
import { useState } from 'preact/hooks';
import type { EngineTrial } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Item, ItemList } from '../../parts/item-list.tsx';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { usePolling } from '../../parts/use-polling.js';
import { go, to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { moment, named, number, t, tn } from '../../texts/texts.js';
import { NewTrial } from './new-trial.tsx';

export const TRIALS = '/settings/engines/trials';
const SHOWN = 100;
/** A minute holds a hundred requests. */
const POLL_MS = 3_000;

export function TrialList() {
  const trials = useResource('engine trials', async (client, signal) =>
    client.engineTrials.list({ limit: SHOWN }, { signal }),
  );
  const { value: found, error, reload } = trials;
  const [isAsked, setAsked] = useState(false);
  usePolling(found?.items.some(isMoving) ? POLL_MS : null, reload);
  const mayStart = may('createEngineTrial');
  const isMaking = mayStart && (isAsked || found?.total === 0);
  return (
    <Section
      title={t('trials.list')}
      act={
        found &&
        mayStart &&
        !isMaking && (
          <button type="button" onClick={() => setAsked(true)}>
            {t('trials.new')}
          </button>
        )
      }
    >
      <p class="soft">{t('trials.say')}</p>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {found === null && error === null && <Loading lines={4} />}
      {isMaking && <NewTrial onStarted={({ id }) => go(to(`${TRIALS}/${id}`))} />}
      <ItemList>
        {found?.items.map((trial) => (
          <Row key={trial.id} trial={trial} />
        ))}
      </ItemList>
    </Section>
  );
}

export const isMoving = ({ status }: EngineTrial): boolean => status === 'processing';

/** Its name, else when it was started. */
export const titleOf = ({ name, created }: EngineTrial): string => name ?? t('trials.of', { when: moment(created) });

export function TrialTag({ trial: { status } }: { readonly trial: EngineTrial }) {
  const look = status === 'completed' ? 'good' : status === 'failed' ? 'bad' : '';
  return <span class={`tag ${look}`}>{named('trials.state', status)}</span>;
}

function Row({ trial }: { readonly trial: EngineTrial }) {
  const { id, created, livemode, task, engines, calls, counts } = trial;
  return (
    <Item
      href={to(`${TRIALS}/${id}`)}
      name={titleOf(trial)}
      created={created}
      livemode={livemode}
      tag={<TrialTag trial={trial} />}
    >
      {t(`engines.${task}`)} · {engines.map(({ name }) => name).join(', ')} · {tn('calls.count', calls)}
      {isMoving(trial) && ` · ${t('trials.progress', { n: number(doneOf(counts)), total: number(counts.total) })}`}
    </Item>
  );
}

export const doneOf = ({ completed, failed, skipped }: EngineTrial['counts']): number => completed + failed + skipped;
