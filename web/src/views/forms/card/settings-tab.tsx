import { useId, useState } from 'preact/hooks';
import type { Scorecard } from '../../../../../clients/typescript/src/browser.js';
import { CallAnalysisError } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { Field } from '../../../parts/field.tsx';
import { Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t } from '../../../texts/calibration.js';
import { ArchiveDialog } from '../list/form-row.tsx';
import { GATES } from '../model/gate.js';
import { type CardTexts, paramsOf, textsOf } from './card-fields.js';

interface SettingsProps {
  readonly card: Scorecard;
  readonly onSaved: () => void;
}

/** Name of the scorecard, the calls that it evaluates automatically, and when its answers wait for people. */
export function SettingsTab({ card, onSaved }: SettingsProps) {
  const [texts, setTexts] = useState(() => textsOf(card));
  const [error, setError] = useState<unknown>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [isArchiving, setArchiving] = useState(false);
  const set = (part: Partial<CardTexts>) => {
    setTexts((before) => ({ ...before, ...part }));
    setState('idle');
  };
  const save = async () => {
    setState('busy');
    setError(null);
    try {
      const saved = await write((client) => client.scorecards.update(card.id, paramsOf(card, texts)));
      setTexts(textsOf(saved));
      setState('saved');
      onSaved();
    } catch (refused) {
      setError(refused);
      setState('idle');
    }
  };
  const at = (...path: string[]) => faultsUnder(error, path);
  const shown = [
    ['name'],
    ['description'],
    ['metadata'],
    ['target_agreement'],
    ['dispute_window_days'],
    ...REACH.map((name) => ['applies_to', name]),
  ];
  const isPlaced = shown.some((path) => at(...path).length > 0);
  return (
    <form
      class="card form-settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'busy') void save();
      }}
    >
      <Field
        label={t('forms.name')}
        name="name"
        value={texts.name}
        maxlength={200}
        faults={at('name')}
        onValue={(name) => set({ name })}
      />
      <Long
        label={t('forms.description')}
        value={texts.description}
        maxlength={2000}
        faults={at('description')}
        onValue={(description) => set({ description })}
      />
      <h2>{t('forms.reach')}</h2>
      <div class="form-check">
        <input
          id="form-default"
          type="checkbox"
          checked={texts.isDefault}
          onChange={(event) => set({ isDefault: event.currentTarget.checked })}
        />
        <label for="form-default">{t('forms.default')}</label>
        <p class="soft small">{t('forms.default.hint')}</p>
      </div>
      <fieldset class="form-reach">
        <legend>{t('forms.reach.only')}</legend>
        <Field
          label={t('forms.reach.languages')}
          name="languages"
          value={texts.languages}
          faults={at('applies_to', 'language')}
          onValue={(languages) => set({ languages })}
        />
        <Long
          label={t('forms.reach.agents')}
          value={texts.agents}
          faults={at('applies_to', 'agent_id')}
          onValue={(agents) => set({ agents })}
        />
        <Long
          label={t('forms.reach.metadata')}
          value={texts.fits}
          faults={at('applies_to', 'metadata')}
          onValue={(fits) => set({ fits })}
        />
        <Field
          label={t('forms.reach.percent')}
          name="percent"
          value={texts.percent}
          faults={at('applies_to', 'sample_percent')}
          onValue={(percent) => set({ percent })}
        />
      </fieldset>
      <h2>{t('line.settings')}</h2>
      <Field
        label={t('line.target')}
        name="target"
        value={texts.target}
        say={t('line.target.say')}
        faults={at('target_agreement')}
        onValue={(target) => set({ target })}
      />
      <Field
        label={t('line.window')}
        name="window"
        value={texts.disputeDays}
        say={t('line.window.say')}
        faults={at('dispute_window_days')}
        onValue={(disputeDays) => set({ disputeDays })}
      />
      <fieldset class="choices">
        <legend>{t('gate.title')}</legend>
        {GATES.map((gate) => (
          <label key={gate} class="choice">
            <input type="radio" name="gate" checked={texts.gate === gate} onChange={() => set({ gate })} />
            <span>
              {t(`gate.set.${gate}`)}
              <span class="soft small">{t(`gate.say.${gate}`)}</span>
            </span>
          </label>
        ))}
        {texts.gate !== 'off' && <p class="soft small">{t('gate.set.say')}</p>}
      </fieldset>
      <Long
        label={t('forms.metadata')}
        value={texts.metadata}
        faults={at('metadata')}
        onValue={(metadata) => set({ metadata })}
      />
      {error !== null && !isPlaced && <Problem error={error} />}
      <p class="form-row">
        <button type="submit" disabled={state === 'busy' || card.archived}>
          {t('forms.settings.save')}
        </button>
        <span role="status" class="soft">
          {state === 'saved' && t('forms.saved')}
        </span>
      </p>
      {!card.archived && (
        <p class="form-archive">
          <button type="button" class="second" onClick={() => setArchiving(true)}>
            {t('forms.archive.do')}
          </button>
        </p>
      )}
      {isArchiving && (
        <ArchiveDialog card={card} onClose={() => setArchiving(false)} onArchived={() => go(to('/forms'))} />
      )}
    </form>
  );
}

const REACH = ['language', 'agent_id', 'metadata', 'sample_percent'];

const faultsUnder = (error: unknown, path: readonly string[]): readonly string[] =>
  error instanceof CallAnalysisError
    ? (error.items ?? [])
        .filter(({ loc }) => path.every((name, index) => String(loc[index + 1]) === name))
        .map(({ msg }) => msg)
    : [];

interface LongProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly faults: readonly string[];
  readonly maxlength?: number;
}

function Long({ label, value, onValue, faults, maxlength }: LongProps) {
  const id = useId();
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={1}
        dir="auto"
        value={value}
        maxLength={maxlength}
        aria-invalid={faults.length > 0 ? true : undefined}
        aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {faults.length > 0 && (
        <p class="fault" id={`${id}-faults`} lang="en">
          {faults.join('. ')}
        </p>
      )}
    </div>
  );
}
