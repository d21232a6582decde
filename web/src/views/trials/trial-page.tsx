import { useState } from 'preact/hooks';
import type { EngineTrial } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { ObjectPage } from '../../parts/object-page.tsx';
import { Question } from '../../parts/question.tsx';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { usePolling } from '../../parts/use-polling.js';
import { go, to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { number, t, tn, wholeMoment } from '../../texts/texts.js';
import { Differences } from './differences.tsx';
import { EngineFigures } from './engine-figures.tsx';
import { doneOf, isMoving, TRIALS, TrialTag, titleOf } from './trial-list.tsx';
import { TriedCalls } from './tried-calls.tsx';

const POLL_MS = 2_000;

export function TrialPage({ id }: { readonly id: string }) {
  const trial = useResource(`engine trial ${id}`, (client, signal) => client.engineTrials.get(id, { signal }));
  const { value: found, reload } = trial;
  usePolling(found !== null && isMoving(found) ? POLL_MS : null, reload);
  return (
    <ObjectPage
      list={[TRIALS, t('trials.page')]}
      read={trial}
      head={(shown) => ({ title: titleOf(shown), livemode: shown.livemode, tag: <TrialTag trial={shown} /> })}
    >
      {(shown) => (
        <>
          <About trial={shown} onChanged={reload} />
          {shown.as_of !== null && (
            <Section title={t('trials.result')}>
              <Differences trial={shown} />
              <EngineFigures trial={shown} />
              <p class="soft small">{t('trials.howToRead', { when: wholeMoment(shown.as_of) })}</p>
            </Section>
          )}
          <TriedCalls trial={shown} />
        </>
      )}
    </ObjectPage>
  );
}

function About({ trial, onChanged }: { readonly trial: EngineTrial; readonly onChanged: () => void }) {
  const { id, task, engines, calls, population, seed, scorecard, counts } = trial;
  const { error, isBusy, run } = useAct();
  const [isAsking, setAsking] = useState(false);
  const mayChange = may('deleteEngineTrial');
  const cancel = () =>
    run(`cancel ${id}`, async (client, once) => {
      await client.engineTrials.cancel(id, once);
      onChanged();
    });
  const remove = () =>
    run(`delete ${id}`, async (client) => {
      await client.engineTrials.delete(id);
      go(to(TRIALS), { replace: true });
    });
  return (
    <Section title={t(`engines.${task}`)}>
      <p>
        {engines.map(({ name }) => name).join(', ')} · {tn('calls.count', calls)}
        {scorecard && ` · ${t('trials.by', { name: scorecard.name, n: scorecard.revision })}`}
      </p>
      {seed !== null && population !== null && (
        <p class="soft small">
          {t('trials.population', { n: number(population) })} {t('trials.seed', { seed })}
        </p>
      )}
      {isMoving(trial) && (
        <>
          <progress max={Math.max(1, counts.total)} value={doneOf(counts)} aria-label={t('trials.state.processing')} />
          <p role="status" class="soft">
            {t('trials.progress', { n: number(doneOf(counts)), total: number(counts.total) })}
          </p>
        </>
      )}
      {error !== null && <Problem error={error} />}
      {mayChange && (
        <div class="acts">
          {isMoving(trial) && (
            <button type="button" class="second" disabled={isBusy} onClick={() => void cancel()}>
              {t('trials.cancel')}
            </button>
          )}
          <button type="button" class="second" disabled={isBusy} onClick={() => setAsking(true)}>
            {t('trials.delete')}
          </button>
        </div>
      )}
      {isAsking && (
        <Question
          title={t('trials.delete.ask')}
          act={t('trials.delete')}
          keep={t('trials.keep')}
          isBusy={isBusy}
          onAct={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t('trials.delete.say')}</p>
        </Question>
      )}
    </Section>
  );
}
