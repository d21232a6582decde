import { useState } from 'preact/hooks';
import type { EngineSettings, OfferedEngine } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Choice, Field, Labelled } from '../../../parts/field.tsx';
import { Saved } from '../../../parts/saved.tsx';
import { Section } from '../../../parts/section.tsx';
import { faultsOf, Loading, Problem } from '../../../parts/states.tsx';
import { to } from '../../../routing/router.js';
import { number, t } from '../../../texts/texts.js';

const TASKS = ['transcription', 'analysis'] as const;
type Task = (typeof TASKS)[number];
const SAY = { transcription: 'engines.transcription.say', analysis: 'engines.analysis.say' } as const;

export function EnginesPage() {
  const { value, error, reload } = useResource('engine-settings', (client, signal) =>
    client.settings.engines({ signal }),
  );
  if (value === null) return error === null ? <Loading lines={8} /> : <Problem error={error} onAgain={reload} />;
  return (
    <>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {TASKS.map((task) => (
        <Section key={task} title={t(`engines.${task}`)}>
          <p>{t(SAY[task])}</p>
          {value.offered.some((one) => one.task === task) || value[task] !== null ? (
            <ChoiceOf task={task} settings={value} onSaved={reload} />
          ) : (
            <p class="soft">{t('engines.none')}</p>
          )}
        </Section>
      ))}
      <p>
        <a href={to('/settings/engines/trials')}>{t('trials.open')}</a>
      </p>
    </>
  );
}

interface ChoiceProps {
  readonly task: Task;
  readonly settings: EngineSettings;
  readonly onSaved: () => void;
}

function ChoiceOf({ task, settings, onSaved }: ChoiceProps) {
  const chosen = settings[task];
  const [engine, setEngine] = useState(chosen?.missing === false ? chosen.engine : '');
  const [key, setKey] = useState('');
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  const offered = settings.offered.filter((one) => one.task === task);
  const isChanged = engine !== (chosen?.engine ?? '') || key !== '';
  const save = (apiKey: string) => {
    const params = { [task]: engine === '' ? null : { engine, ...(apiKey !== '' && { api_key: apiKey }) } };
    void run(params, async (client) => {
      await client.settings.updateEngines(params);
      setKey('');
      setSaved(true);
      onSaved();
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(key);
      }}
    >
      {chosen?.missing && <p class="notice">{t('engines.missing', { engine: chosen.engine })}</p>}
      <div class="fields">
        <Labelled label={t('engines.engine')}>
          {(id) => (
            <Choice
              id={id}
              label={t('engines.engine')}
              value={engine}
              choices={[
                ['', t('engines.default')] as const,
                ...offered.map((one) => [one.name, described(one)] as const),
              ]}
              onValue={(name) => {
                setSaved(false);
                setEngine(name);
              }}
            />
          )}
        </Labelled>
        {settings.own_keys && engine !== '' && (
          <div>
            <Field
              label={t('engines.key')}
              name={`${task}-key`}
              type="password"
              autocomplete="off"
              value={key}
              onValue={(given) => {
                setSaved(false);
                setKey(given);
              }}
              faults={faultsOf(error, 'api_key')}
            />
            <p class="soft small">{t('engines.key.say')}</p>
          </div>
        )}
      </div>
      {chosen?.own_key && engine === chosen.engine && (
        <p>
          {t('engines.key.used', { last4: chosen.last4 ?? '' })}{' '}
          <button type="button" class="second" disabled={isBusy} onClick={() => save('')}>
            {t('engines.key.remove')}
          </button>
        </p>
      )}
      {error !== null && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy || !isChanged}>
          {t('settings.save')}
        </button>
        <Saved is={isSaved} />
        <span class="soft small">{t('engines.newCalls')}</span>
      </div>
    </form>
  );
}

/** Name, provider, model and price in one line, as in a list of choices. */
function described({ name, provider, model, price }: OfferedEngine): string {
  const what = [provider, model].filter((part) => part !== null).join(' ');
  return [`${name} (${what})`, priceOf(price)].filter((part) => part !== null).join(', ');
}

function priceOf(price: OfferedEngine['price']): string | null {
  if (price === null) return null;
  const dollars = (value: number) => number(value, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
  if (price.per_minute !== null) return t('engines.perMinute', { price: dollars(price.per_minute) });
  if (price.input === null || price.output === null) return null;
  return t('engines.perTokens', { input: dollars(price.input), output: dollars(price.output) });
}
