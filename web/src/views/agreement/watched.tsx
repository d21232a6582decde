// Whether the AI answers as it did: the calls that are scored again and again, set up, and what came of them.
import { useState } from 'preact/hooks';
import type {
  Drift,
  JudgeVersion,
  Scorecard,
  ScorecardsUpdateParams,
} from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Coefficient } from '../../figures/coefficient.tsx';
import { Field } from '../../parts/field.tsx';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { may } from '../../session/member.js';
import { t, tn } from '../../texts/calibration.js';
import { moment, number } from '../../texts/texts.js';
import type { AskedForm } from './asked-form.js';

/** Limits of the API. */
const MIN_CALLS = 20;
const MAX_CALLS = 100;
/** Enough to tell a change of a fifth of the answers. */
const CALLS = '60';
/** Each call is scored so often at first. */
const AT_FIRST = 3;

interface WatchedProps {
  readonly card: Scorecard;
  /** All other fields of the scorecard: a PUT is whole. */
  readonly fields: ScorecardsUpdateParams;
  readonly drift: Drift | null;
  readonly form: AskedForm;
  readonly onChanged: () => void;
}

export function Watched({ card, fields, drift, form, onChanged }: WatchedProps) {
  const { error, isBusy, run } = useAct();
  const mayChange = may('updateScorecard') && !card.archived;
  const stop = () =>
    run('stop', async (client) => {
      await client.scorecards.update(card.id, { ...fields, watch: null });
      onChanged();
    });
  return (
    <Section
      title={t('drift.title')}
      act={
        mayChange &&
        card.watch !== null && (
          <button type="button" class="link" disabled={isBusy} onClick={() => void stop()}>
            {t('drift.stop')}
          </button>
        )
      }
    >
      {card.watch === null ? (
        <>
          <p class="soft">{t('drift.none')}</p>
          {mayChange && <NewWatch card={card} fields={fields} onChanged={onChanged} />}
        </>
      ) : (
        <Found drift={drift} calls={card.watch.analysis_ids.length} form={form} />
      )}
      {error !== null && <Problem error={error} />}
    </Section>
  );
}

function NewWatch({ card, fields, onChanged }: Pick<WatchedProps, 'card' | 'fields' | 'onChanged'>) {
  const [typed, setTyped] = useState(CALLS);
  const { error, isBusy, run } = useAct();
  const count = Number(typed);
  const isCount = Number.isInteger(count) && count >= MIN_CALLS && count <= MAX_CALLS;
  const start = () =>
    run(['watch', count], async (client, once) => {
      const filter = { livemode: card.livemode, scorecard_id: card.id };
      const { id } = await client.samples.create({ filter, count }, once);
      await client.scorecards.update(card.id, { ...fields, watch: { sample_id: id } });
      onChanged();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isCount) void start();
      }}
    >
      <Field
        label={t('drift.calls')}
        name="watched"
        value={typed}
        say={isCount ? t('drift.cost', { first: number(AT_FIRST * count), n: number(count) }) : t('drift.calls.say')}
        onValue={setTyped}
      />
      {error !== null && <Problem error={error} />}
      <p class="form-row">
        <button type="submit" disabled={isBusy || !isCount}>
          {t('drift.start')}
        </button>
      </p>
    </form>
  );
}

const LOOKS = { steady: 'good', judge_changed: 'bad', too_few: 'unsure' } as const;

interface FoundProps extends Pick<WatchedProps, 'drift' | 'form'> {
  readonly calls: number;
}

function Found({ drift, calls, form }: FoundProps) {
  if (drift === null) return <p class="soft">{tn('drift.first', calls)}</p>;
  const { verdict, was, is, same, ci, changed, checked_at: checkedAt } = drift;
  return (
    <>
      <p>
        <span class={`tag ${LOOKS[verdict]}`}>{t(`drift.is.${verdict}`)}</span> {t(`drift.say.${verdict}`)}
      </p>
      {same !== null && (
        <p class="drift-same">
          {t('drift.same')} <Coefficient of={{ value: same, ci }} n={calls} />
        </p>
      )}
      {changed.length > 0 && (
        <>
          <p>{t('drift.changed')}</p>
          <ul>
            {changed.map((key) => (
              <li key={key} dir="auto">
                {form.get(key)?.text ?? key}
              </li>
            ))}
          </ul>
        </>
      )}
      {was !== null && is !== null && (
        <p class="soft small">
          {namesOf(was) === namesOf(is)
            ? t('drift.by', { judge: namesOf(is) })
            : t('drift.wasIs', { was: namesOf(was), is: namesOf(is) })}
        </p>
      )}
      <p class="soft small">
        {tn('drift.set', calls)} {checkedAt !== null && t('drift.checked', { at: moment(checkedAt) })}
      </p>
    </>
  );
}

/** Everything that can tell two judges apart. */
const namesOf = ({ engine, model, prompt_version, rules_version }: JudgeVersion): string =>
  [engine, model, prompt_version, rules_version].filter((name) => name !== null).join(' · ');
