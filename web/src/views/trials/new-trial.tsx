// A new engine trial: engines and calls, then the price, and only then the start.
import { useState } from 'preact/hooks';
import type { EngineTrial, EngineTrialsCreateParams } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { DrawnCallsFields } from '../../listing/drawn-calls.tsx';
import { type DrawnCalls, drawnFilter } from '../../listing/drawn-filter.js';
import { ScorecardChoice } from '../../listing/scorecard-choice.tsx';
import { Choice, Field, Labelled } from '../../parts/field.tsx';
import { faultsOf, Loading, Problem } from '../../parts/states.tsx';
import { showsTest } from '../../routing/mode.js';
import { number, t, tn } from '../../texts/texts.js';
import { price } from './price.js';

const TASKS = ['transcription', 'analysis'] as const;
type Task = (typeof TASKS)[number];
/** Limits of the API. */
const MIN_ENGINES = 2;
const MAX_ENGINES = 4;
/** A verdict asks for 30 corrected calls; some of them have no correction. */
const CALLS = '60';

export function NewTrial({ onStarted }: { readonly onStarted: (trial: EngineTrial) => void }) {
  const [task, setTask] = useState<Task>('transcription');
  const settings = useResource('engine-settings', (client, signal) => client.settings.engines({ signal }));
  if (settings.value === null)
    return settings.error === null ? <Loading lines={6} /> : <Problem error={settings.error} />;
  const own = settings.value.defaults[task];
  const offered = settings.value.offered.filter((one) => one.task === task).map(({ name }) => name);
  const names = [...new Set([own, ...offered])].filter((name) => name !== null);
  return (
    <div class="trial-new">
      <Labelled label={t('trials.task')}>
        {(id) => (
          <Choice
            id={id}
            label={t('trials.task')}
            value={task}
            choices={TASKS.map((one) => [one, t(`engines.${one}`)] as const)}
            onValue={setTask}
          />
        )}
      </Labelled>
      {names.length < MIN_ENGINES ? (
        <p class="notice">{t('trials.tooFewEngines')}</p>
      ) : (
        <Wanted key={task} task={task} names={names} onStarted={onStarted} />
      )}
    </div>
  );
}

interface WantedProps {
  readonly task: Task;
  readonly names: readonly string[];
  readonly onStarted: (trial: EngineTrial) => void;
}

function Wanted({ task, names, onStarted }: WantedProps) {
  const [engines, setEngines] = useState<readonly string[]>(names.slice(0, MIN_ENGINES));
  const [typed, setTyped] = useState({ name: '', count: CALLS, agent: '', from: '', until: '', scorecard: '' });
  const [estimate, setEstimate] = useState<EngineTrial | null>(null);
  const { error, isBusy, run } = useAct();
  const set = (part: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    // The estimate was of other calls.
    setEstimate(null);
  };
  const params = paramsOf(task, engines, typed, !showsTest.value);
  const ask = () =>
    run({ ...params, dry_run: true }, async (client) => {
      const asked = await client.engineTrials.create({ ...params, dry_run: true });
      // The calls whose price was shown are those that are tried.
      setEstimate(asked);
    });
  const start = (seed: string | null) =>
    run({ ...params, seed }, async (client, once) => {
      onStarted(await client.engineTrials.create({ ...params, ...(seed !== null && { seed }) }, once));
    });
  const toggle = (name: string, isChosen: boolean) => {
    setEngines(names.filter((one) => (one === name ? isChosen : engines.includes(one))));
    setEstimate(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <fieldset class="choices">
        <legend>{t('trials.engines', { min: MIN_ENGINES, max: MAX_ENGINES })}</legend>
        {names.map((name) => (
          <label key={name} class="choice">
            <input
              type="checkbox"
              checked={engines.includes(name)}
              disabled={engines.length >= MAX_ENGINES && !engines.includes(name)}
              onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {task === 'analysis' && (
        <ScorecardChoice
          label={t('trials.judged')}
          none={t('trials.judged.findings')}
          value={typed.scorecard}
          onValue={(scorecard) => set({ scorecard })}
        />
      )}
      <div class="fields">
        <DrawnCallsFields
          typed={typed}
          onTyped={set}
          say={t(task === 'transcription' ? 'trials.count.hear' : 'trials.count.judge')}
          faults={faultsOf(error, 'count')}
        />
        <Field
          label={t('trials.name')}
          name="name"
          value={typed.name}
          maxlength={255}
          onValue={(name) => set({ name })}
        />
      </div>
      {error !== null && faultsOf(error, 'count').length === 0 && <Problem error={error} />}
      <div class="acts">
        <button
          type="submit"
          class={estimate ? 'second' : undefined}
          disabled={isBusy || engines.length < MIN_ENGINES || engines.length > MAX_ENGINES}
        >
          {t('trials.price')}
        </button>
      </div>
      {estimate && <Estimate trial={estimate} isBusy={isBusy} onStart={() => void start(estimate.seed)} />}
    </form>
  );
}

function paramsOf(
  task: Task,
  engines: readonly string[],
  typed: DrawnCalls & { readonly name: string; readonly scorecard: string },
  livemode: boolean,
): EngineTrialsCreateParams {
  return {
    task,
    engines: [...engines],
    count: Number(typed.count),
    filter: drawnFilter(typed, livemode),
    ...(typed.name.trim() !== '' && { name: typed.name.trim() }),
    ...(typed.scorecard !== '' && { scorecard_id: typed.scorecard }),
  };
}

interface EstimateProps {
  readonly trial: EngineTrial;
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

function Estimate({ trial: { calls, population, engines, counts }, isBusy, onStart }: EstimateProps) {
  return (
    <div class="trial-estimate" role="status">
      <p>
        <strong>{tn('trials.drawn', calls)}</strong>{' '}
        {population !== null && <span class="soft">{t('trials.population', { n: number(population) })}</span>}
      </p>
      <dl>
        {engines.map(({ name, estimated_cost }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{estimated_cost === null ? t('trials.price.unknown') : price(estimated_cost.amount_micros / 1e6)}</dd>
          </div>
        ))}
      </dl>
      <p class="soft small">{tn('trials.evaluations', counts.total)}</p>
      <button type="button" disabled={isBusy} onClick={onStart}>
        {t('trials.start')}
      </button>
    </div>
  );
}
