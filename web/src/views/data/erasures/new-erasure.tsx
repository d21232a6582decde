import { useState } from 'preact/hooks';
import type { Erasure, ErasuresCreateParams } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Field, Lines } from '../../../parts/field.tsx';
import { Question } from '../../../parts/question.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/data.js';
import { faultsOfIds, isOfId } from '../call-ids.js';
import { type Draft, NEW, paramsOf, SCOPES, SUBJECTS, withSubject } from './erasure-form.js';
import { countsText, HeldBy } from './erasure-words.tsx';

/** Limits of the API. */
const MAX_NAME = 255;
const MAX_REASON = 1_000;
const FIELDS = ['contact_id', 'agent_id', 'reason', 'reference'] as const;

interface NewErasureProps {
  readonly onSent: (erasure: Erasure) => void;
  /** Null: there is nothing to go back to. */
  readonly onCancel: (() => void) | null;
}

/** Counts what would be erased, and asks, before it is sent. */
export function NewErasure({ onSent, onCancel }: NewErasureProps) {
  const [draft, setDraft] = useState(NEW);
  const [counted, setCounted] = useState<Pick<Erasure, 'counts' | 'deferred'> | null>(null);
  const { error, isBusy, run } = useAct();
  const set = (by: Partial<Draft>) => setDraft((before) => ({ ...before, ...by }));
  const wanted: ErasuresCreateParams = paramsOf(draft);
  const count = () =>
    run({ ...wanted, dry_run: true }, async (client, once) =>
      setCounted(await client.erasures.create({ ...wanted, dry_run: true }, once)),
    );
  const send = () => run(wanted, async (client, once) => onSent(await client.erasures.create(wanted, once)));
  const { subject } = draft;
  return (
    <form
      class="data-form"
      onSubmit={(event) => {
        event.preventDefault();
        void count();
      }}
    >
      <fieldset class="choices choices-beside">
        <legend>{t('erasures.what')}</legend>
        {SUBJECTS.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="subject"
              checked={subject === one}
              onChange={() => setDraft(withSubject(draft, one))}
            />
            <span>
              <strong>{t(`erasures.subject.${one}`)}</strong>
              <span class="soft small">{t(`erasures.subjectMeans.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {subject === 'analyses' ? (
        <Lines
          label={t('data.ids')}
          say={t('data.ids.say')}
          required
          value={draft.ids}
          onValue={(ids) => set({ ids })}
          faults={faultsOfIds(error)}
        />
      ) : (
        <Field
          label={t(subject === 'contact' ? 'calls.contact' : 'calls.agent')}
          name="subject-name"
          required
          maxlength={MAX_NAME}
          autocomplete="off"
          value={draft.name}
          onValue={(name) => set({ name })}
          faults={[...faultsOf(error, 'contact_id'), ...faultsOf(error, 'agent_id')]}
        />
      )}
      <fieldset class="choices choices-beside">
        <legend>{t('erasures.scope')}</legend>
        {SCOPES[subject].map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="scope" checked={draft.scope === one} onChange={() => set({ scope: one })} />
            <span>
              <strong>{t(`erasures.scope.${one}`)}</strong>
              <span class="soft small">{t(`erasures.scopeMeans.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="fields">
        <Field
          label={t('holds.reason')}
          name="reason"
          required
          maxlength={MAX_REASON}
          autocomplete="off"
          value={draft.reason}
          onValue={(reason) => set({ reason })}
          faults={faultsOf(error, 'reason')}
        />
        <Field
          label={t('erasures.reference')}
          name="reference"
          maxlength={MAX_NAME}
          autocomplete="off"
          value={draft.reference}
          onValue={(reference) => set({ reference })}
          faults={faultsOf(error, 'reference')}
        />
      </div>
      {error !== null && counted === null && !isBeside(error, FIELDS) && !isOfId(error) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy}>
          {t('erasures.count')}
        </button>
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {t('members.cancel')}
          </button>
        )}
      </div>
      {counted !== null && (
        <Question
          title={t('erasures.ask')}
          act={t('erasures.do')}
          keep={t('members.cancel')}
          isBusy={isBusy}
          onAct={() => void send()}
          onClose={() => setCounted(null)}
        >
          <p>{t('erasures.would', { what: countsText(counted.counts) })}</p>
          <HeldBy deferred={counted.deferred} />
          <p class="soft">{t('erasures.final')}</p>
          {error !== null && <Problem error={error} />}
        </Question>
      )}
    </form>
  );
}
