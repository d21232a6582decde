// A new session: the calls are drawn first and shown with their seed, and then the session starts.
import { useState } from 'preact/hooks';
import type { Calibration, Sample, SamplesCreateParams } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { startOfDay } from '../../listing/call-filters.js';
import { DrawnCallsFields } from '../../listing/drawn-calls.tsx';
import { drawnFilter } from '../../listing/drawn-filter.js';
import { ScorecardChoice } from '../../listing/scorecard-choice.tsx';
import { Choice, Field, Labelled, Lines } from '../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { showsTest } from '../../routing/mode.js';
import { t, tn } from '../../texts/calibration.js';
import { number } from '../../texts/texts.js';
import { namesIn } from './raters.js';

/** Limits of the API. */
const MIN_PEOPLE = 2;
const MAX_PEOPLE = 20;
const MAX_CALLS = 200;
/** Enough for a verdict, with some that can not be rated. */
const CALLS = '60';
/** Spread that is no key of a question: keys have no spaces. */
const BY_OUTCOME = ' outcome';

const NOTHING_TYPED = {
  count: CALLS,
  agent: '',
  from: '',
  until: '',
  revision: '',
  spread: '',
  seed: '',
  typed: '',
  expert: '',
  dueDay: '',
  name: '',
};

interface NewSessionProps {
  /** Scorecard to begin with; empty: none. */
  readonly cardId: string;
  readonly onStarted: (session: Calibration) => void;
}

export function NewSession({ cardId, onStarted }: NewSessionProps) {
  const [card, setCard] = useState(cardId);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [members, setMembers] = useState<readonly string[]>([]);
  const [isBlind, setBlind] = useState(true);
  const [sample, setSample] = useState<Sample | null>(null);
  const { error, isBusy, run } = useAct();
  const set = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  const setDrawn = (part: Partial<typeof typed>) => {
    set(part);
    // The sample was of other calls.
    setSample(null);
  };
  const people = [...members, ...namesIn(typed.typed)];
  const draw = () =>
    run([card, typed], async (client, once) => {
      const filter = { ...drawnFilter(typed, !showsTest.value), ...(typed.spread !== '' && { scorecard_id: card }) };
      const spread = stratifyBy(card, typed.spread);
      const seed = typed.seed.trim();
      setSample(
        await client.samples.create(
          { filter, count: Number(typed.count), ...(spread && { stratify_by: spread }), ...(seed !== '' && { seed }) },
          once,
        ),
      );
    });
  const start = (sampleId: string) => {
    const dueAt = startOfDay(typed.dueDay, 1);
    const params = {
      scorecard_id: card,
      sample_id: sampleId,
      reviewer_ids: people,
      blind: isBlind,
      ...(typed.revision !== '' && { revision: Number(typed.revision) }),
      ...(typed.expert !== '' && { expert_id: typed.expert }),
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(typed.name.trim() !== '' && { name: typed.name.trim() }),
    };
    return run(params, async (client, once) => onStarted(await client.calibrations.create(params, once)));
  };
  const count = Number(typed.count);
  const canDraw = card !== '' && count >= 1 && count <= MAX_CALLS;
  const arePeople = people.length >= MIN_PEOPLE && people.length <= MAX_PEOPLE;
  return (
    <form
      class="cal-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (canDraw) void draw();
      }}
    >
      <div class="fields">
        <ScorecardChoice
          label={t('cal.scorecard')}
          none={t('cal.scorecard.none')}
          value={card}
          onValue={(id) => {
            setCard(id);
            setDrawn({ revision: '', spread: '' });
          }}
        />
        <OfCard key={card} card={card} revision={typed.revision} spread={typed.spread} onTyped={setDrawn} />
        <DrawnCallsFields typed={typed} onTyped={setDrawn} say={t('cal.count.say')} faults={faultsOf(error, 'count')} />
        <Field
          label={t('cal.seed')}
          name="seed"
          value={typed.seed}
          maxlength={255}
          say={t('cal.seed.say')}
          onValue={(seed) => setDrawn({ seed })}
        />
      </div>
      <People
        members={members}
        typed={typed.typed}
        expert={typed.expert}
        people={people}
        onMembers={setMembers}
        onTyped={set}
        faults={faultsOf(error, 'reviewer_ids')}
      />
      <div class="fields">
        <Field
          label={t('cal.dueDay')}
          name="due"
          type="date"
          value={typed.dueDay}
          say={t('cal.dueDay.say')}
          faults={faultsOf(error, 'due_at')}
          onValue={(dueDay) => set({ dueDay })}
        />
        <Field label={t('cal.name')} name="name" value={typed.name} maxlength={255} onValue={(name) => set({ name })} />
      </div>
      <label class="choice">
        <input type="checkbox" checked={isBlind} onChange={({ currentTarget }) => setBlind(currentTarget.checked)} />
        <span>{t('cal.blind')}</span>
      </label>
      {error !== null && !isBeside(error, ['count', 'reviewer_ids', 'due_at']) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" class={sample ? 'second' : undefined} disabled={isBusy || !canDraw}>
          {t('cal.draw')}
        </button>
      </div>
      {sample && (
        <div class="notice" role="status">
          <p>
            <strong>{tn('cal.drawn', sample.drawn)}</strong> {t('trials.population', { n: number(sample.population) })}{' '}
            {t('trials.seed', { seed: sample.seed })}
          </p>
          {!arePeople && <p class="soft small">{t('cal.start.people')}</p>}
          <button type="button" disabled={isBusy || !arePeople} onClick={() => void start(sample.id)}>
            {t('cal.start')}
          </button>
        </div>
      )}
    </form>
  );
}

/** The library has the parameter as a text alone; the API takes a question of a scorecard, too. */
const stratifyBy = (card: string, spread: string): SamplesCreateParams['stratify_by'] => {
  if (spread === '') return null;
  return spread === BY_OUTCOME ? 'outcome' : { scorecard_id: card, question: spread };
};

interface OfCardProps {
  readonly card: string;
  readonly revision: string;
  readonly spread: string;
  readonly onTyped: (part: { readonly revision?: string; readonly spread?: string }) => void;
}

/** Choices that depend on the scorecard: its published revisions, and the questions by which calls can be spread. */
function OfCard({ card, revision, spread, onTyped }: OfCardProps) {
  const revisions = useResource(`published revisions ${card}`, async (client, signal) =>
    card === '' ? [] : (await client.scorecards.listRevisions(card, { limit: 100 }, { signal })).items,
  );
  const published = revisions.value?.filter(({ status }) => status === 'published') ?? [];
  const shown = published.find((one) => String(one.revision) === revision) ?? published[0];
  if (shown === undefined) return null;
  const questions = shown.sections.flatMap((section) => section.questions);
  return (
    <>
      <Labelled label={t('cal.revision')}>
        {(id) => (
          <Choice
            id={id}
            label={t('cal.revision')}
            value={String(shown.revision)}
            choices={published.map((one) => [String(one.revision), t('cal.revision.of', { n: one.revision })] as const)}
            onValue={(chosen) => onTyped({ revision: chosen })}
          />
        )}
      </Labelled>
      <Labelled label={t('cal.strata')}>
        {(id) => (
          <Choice
            id={id}
            label={t('cal.strata')}
            value={spread}
            choices={[
              ['', t('cal.strata.none')] as const,
              [BY_OUTCOME, t('cal.strata.outcome')] as const,
              ...questions.map(({ key, text }) => [key, t('cal.strata.question', { question: text })] as const),
            ]}
            onValue={(chosen) => onTyped({ spread: chosen })}
          />
        )}
      </Labelled>
    </>
  );
}

interface PeopleProps {
  readonly members: readonly string[];
  /** Names of reviewers without an account, one on each line. */
  readonly typed: string;
  readonly expert: string;
  /** Everyone who was chosen. */
  readonly people: readonly string[];
  readonly onMembers: (members: readonly string[]) => void;
  readonly onTyped: (part: { readonly typed?: string; readonly expert?: string }) => void;
  readonly faults: readonly string[];
}

function People({ members, typed, expert, people, onMembers, onTyped, faults }: PeopleProps) {
  const names = useResource('member names', (client, signal) => client.members.names({ signal }));
  const known = names.value?.items ?? [];
  const nameOf = (person: string) => known.find(({ id }) => id === person)?.name ?? person;
  const experts = [...new Set([...known.map(({ id }) => id), ...people])];
  return (
    <>
      <fieldset class="choices">
        <legend>{t('cal.people')}</legend>
        {known.map(({ id, name }) => (
          <label key={id} class="choice">
            <input
              type="checkbox"
              checked={members.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                onMembers(checked ? [...members, id] : members.filter((one) => one !== id))
              }
            />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </fieldset>
      <div class="fields">
        <Lines
          label={t('cal.typed')}
          say={t('cal.typed.say')}
          value={typed}
          faults={faults}
          onValue={(value) => onTyped({ typed: value })}
        />
        <Labelled label={t('cal.expert')}>
          {(id) => (
            <>
              <Choice
                id={id}
                label={t('cal.expert')}
                value={expert}
                choices={[
                  ['', t('cal.expert.none')] as const,
                  ...experts.map((person) => [person, nameOf(person)] as const),
                ]}
                onValue={(chosen) => onTyped({ expert: chosen })}
              />
              <p class="soft small">{t('cal.expert.say')}</p>
            </>
          )}
        </Labelled>
      </div>
    </>
  );
}
