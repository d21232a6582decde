import { useState } from 'preact/hooks';
import type { RetentionSettings, WouldDelete } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Field } from '../../../parts/field.tsx';
import { Question } from '../../../parts/question.tsx';
import { Saved } from '../../../parts/saved.tsx';
import { Section } from '../../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/data.js';
import { number } from '../../../texts/texts.js';
import { type Draft, draftOf, goingOf, MAX_DAYS, MIN_AUDIT_DAYS, PARTS, paramsOf } from './retention-form.js';
import { countWhatGoes, wouldText } from './would-delete.js';

const FIELDS = [...PARTS, 'audit_days'] as const;

interface RetentionFormProps {
  readonly settings: RetentionSettings;
  /** @param deletes whether there is something to delete */
  readonly onSaved: (deletes: boolean) => void;
}

/** Saves after it has counted what would be deleted, and asks where something would. */
export function RetentionForm({ settings, onSaved }: RetentionFormProps) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [counted, setCounted] = useState<WouldDelete | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  const params = paramsOf(draft);
  const set = (by: Partial<Draft>) => {
    setSaved(false);
    setCounted(null);
    setDraft((before) => ({ ...before, ...by }));
  };
  const count = () => run({ count: params }, async (client) => setCounted(await countWhatGoes(client, params)));
  const save = (isConfirmed: boolean) =>
    run({ save: params, isConfirmed }, async (client) => {
      const would = isConfirmed ? counted : await countWhatGoes(client, params);
      const deletes = would !== null && goingOf(would).length > 0;
      if (deletes && !isConfirmed) {
        setCounted(would);
        setAsking(true);
        return;
      }
      await client.settings.updateRetention(params);
      setAsking(false);
      setCounted(null);
      setSaved(true);
      onSaved(deletes);
    });
  return (
    <Section title={t('data.retention')}>
      <p class="soft">{t('data.retention.say')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(false);
        }}
      >
        <div class="fields">
          {PARTS.map((part) => {
            const ceiling = settings.ceilings[part];
            return (
              <Field
                key={part}
                label={t(`data.days.${part}`)}
                name={part}
                type="number"
                min="0"
                max={String(ceiling ?? MAX_DAYS)}
                value={draft[part]}
                onValue={(days) => set({ [part]: days })}
                say={[
                  t(`data.daysMeans.${part}`),
                  ceiling === null ? t('data.days.kept') : t('data.days.ceiling', { n: number(ceiling) }),
                ].join(' ')}
                faults={faultsOf(error, part)}
              />
            );
          })}
          <Field
            label={t('data.days.audit_days')}
            name="audit_days"
            type="number"
            min={String(MIN_AUDIT_DAYS)}
            max={String(MAX_DAYS)}
            value={draft.audit_days}
            onValue={(days) => set({ audit_days: days })}
            say={t('data.daysMeans.audit_days')}
            faults={faultsOf(error, 'audit_days')}
          />
        </div>
        <label class="check data-reads">
          <input type="checkbox" checked={draft.auditReads} onChange={() => set({ auditReads: !draft.auditReads })} />
          <span>{t('data.auditReads')}</span>
        </label>
        {error !== null && !isAsking && !isBeside(error, FIELDS) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" disabled={isBusy}>
            {t('settings.save')}
          </button>
          <button type="button" class="second" disabled={isBusy} onClick={() => void count()}>
            {t('data.would.ask')}
          </button>
          <Saved is={isSaved} />
          <span role="status">{counted !== null && !isAsking && wouldText(counted)}</span>
        </div>
      </form>
      {isAsking && counted !== null && (
        <Question
          title={t('data.would.title')}
          act={t('data.would.do')}
          keep={t('members.cancel')}
          isBusy={isBusy}
          onAct={() => void save(true)}
          onClose={() => setAsking(false)}
        >
          <p>{wouldText(counted)}</p>
          <p class="soft">{t('data.would.final')}</p>
          <p class="soft">{t('data.would.waits')}</p>
          {error !== null && <Problem error={error} />}
        </Question>
      )}
    </Section>
  );
}
