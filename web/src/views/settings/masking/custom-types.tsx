import { useId } from 'preact/hooks';
import { CallAnalysisError } from '../../../../../clients/typescript/src/browser.js';
import { Field } from '../../../parts/field.tsx';
import { t } from '../../../texts/texts.js';
import { type CustomDraft, MAX_CUSTOM } from './redaction-form.js';

const MAX_KEY = 64;
const MAX_LABEL = 100;

interface CustomTypesProps {
  readonly custom: readonly CustomDraft[];
  /** Error of the last save. */
  readonly error: unknown;
  readonly onCustom: (custom: readonly CustomDraft[]) => void;
}

/** Custom types of the account. */
export function CustomTypes({ custom, error, onCustom }: CustomTypesProps) {
  const change = (at: number, by: Partial<CustomDraft>) =>
    onCustom(custom.map((one, place) => (place === at ? { ...one, ...by } : one)));
  return (
    <fieldset class="redaction-group">
      <legend class="field-name">{t('redaction.custom')}</legend>
      {custom.length > 0 && <p class="soft small">{t('redaction.custom.say')}</p>}
      {custom.map(({ key, label, patterns }, at) => (
        // Key by position: the types' own keys change while they are typed.
        <fieldset class="redaction-custom" key={at}>
          <legend class="unseen">{nameOf(label, at)}</legend>
          <Field
            label={t('redaction.custom.label')}
            name={`custom-label-${at}`}
            value={label}
            maxlength={MAX_LABEL}
            autocomplete="off"
            faults={faultsAt(error, at, 'label')}
            onValue={(next) => change(at, { label: next })}
          />
          <Field
            label={t('redaction.custom.key')}
            name={`custom-key-${at}`}
            value={key}
            maxlength={MAX_KEY}
            autocomplete="off"
            faults={faultsAt(error, at, 'key')}
            onValue={(next) => change(at, { key: next })}
          />
          <Patterns
            value={patterns}
            faults={faultsAt(error, at, 'patterns')}
            onValue={(next) => change(at, { patterns: next })}
          />
          <button type="button" class="link" onClick={() => onCustom(custom.filter((_, place) => place !== at))}>
            {t('redaction.custom.remove', { label: nameOf(label, at) })}
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        class="second"
        disabled={custom.length >= MAX_CUSTOM}
        onClick={() => onCustom([...custom, { key: '', label: '', patterns: '' }])}
      >
        {t('redaction.custom.add')}
      </button>
    </fieldset>
  );
}

const nameOf = (label: string, at: number): string =>
  label.trim() === '' ? t('redaction.custom.nth', { n: at + 1 }) : label;

interface PatternsProps {
  readonly value: string;
  readonly faults: readonly string[];
  readonly onValue: (value: string) => void;
}

function Patterns({ value, faults, onValue }: PatternsProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t('redaction.custom.patterns')}</label>
      <textarea
        id={id}
        rows={2}
        value={value}
        spellcheck={false}
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

/** Messages of a refused request about one member of a custom type and about the patterns in it. */
function faultsAt(error: unknown, at: number, member: keyof CustomDraft): readonly string[] {
  if (!(error instanceof CallAnalysisError)) return [];
  return (error.items ?? [])
    .filter(({ loc }) => loc.join('.').startsWith(`body.custom.${at}.${member}`))
    .map(({ msg }) => msg);
}
