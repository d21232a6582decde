// The whole form: as it is filled in, and, where it is a draft, with all that changes it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useBar } from '../../../parts/bar.js';
import { Icon } from '../../../parts/icon.tsx';
import { useKeys } from '../../../parts/keys.js';
import { number, share, t } from '../../../texts/texts.js';
import { addSection, putBack, type Removed, remove } from '../model/changes.js';
import { type Form, ID, placeOf, type Question, type Section } from '../model/draft.js';
import { FaultSummary } from './fault-summary.tsx';
import { AmountAt, Faults, TextAt } from './fields.tsx';
import { FormContext, type FormUse, fieldId } from './form-context.js';
import { newWords } from './new-words.js';
import { SectionCard } from './section-card.tsx';
import type { Drafting } from './use-draft.js';

export function FormBody({ form }: { readonly form: Form }) {
  return (
    <div class="form-body">
      <p class="soft form-rules">{rulesOf(form).join(' · ')}</p>
      {form.sections.map((section) => (
        <SectionCard key={section[ID]} form={form} section={section} />
      ))}
    </div>
  );
}

function rulesOf({ pass_mark, min_coverage, language }: Form): readonly string[] {
  return [
    typeof pass_mark === 'number' ? t('forms.passMark.is', { mark: number(pass_mark) }) : t('forms.passMark.none'),
    typeof min_coverage === 'number' ? t('forms.coverage.is', { share: share(min_coverage) }) : '',
    language ? t('forms.language.is', { language }) : '',
  ].filter(Boolean);
}

interface EditedProps {
  readonly drafting: Drafting;
  readonly published: ReadonlySet<string>;
}

export function EditedForm({ drafting, published }: EditedProps) {
  const { form, change, faults } = drafting;
  const [open, setOpen] = useState<number | null>(() => firstUnwritten(form));
  const [removed, setRemoved] = useState<Removed | null>(null);
  const focus = useFocusLater();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);
  useKeys({ j: () => step(1), k: () => step(-1) });
  const use: FormUse = {
    form,
    change,
    faults,
    published,
    open,
    onOpen: setOpen,
    onRemove: (id) => {
      const [next, taken] = remove(form, id);
      change(() => next);
      setRemoved(taken);
    },
    focus,
  };
  return (
    <FormContext.Provider value={use}>
      <FaultSummary faults={faults} />
      <div class="form-body">
        <Rules drafting={drafting} />
        {form.sections.map((section) => (
          <SectionCard key={section[ID]} form={form} section={section} />
        ))}
        <button
          type="button"
          class="second"
          onClick={() => {
            const [next, id] = addSection(form, newWords());
            change(() => next);
            setOpen(placeOf(next, id).section?.questions[0]?.[ID] ?? null);
            focus(fieldId(id, 'title'));
          }}
        >
          <Icon name="plus" />
          {t('forms.add.section')}
        </button>
      </div>
      <div class="form-undo-place" ref={useBar('bottom')} role="status">
        {removed && (
          <p class="form-undo">
            <span class="cut" dir="auto">
              {t('forms.deleted', { name: nameOf(removed) })}
            </span>
            <button
              ref={undo}
              type="button"
              class="second"
              onClick={() => {
                change((now) => putBack(now, removed));
                setRemoved(null);
                focus(fieldId(removed.part, 'up'));
              }}
            >
              {t('forms.undo')}
            </button>
            <button
              type="button"
              class="bare"
              aria-label={t('close')}
              onClick={() => {
                setRemoved(null);
                document.getElementById('main')?.focus();
              }}
            >
              <Icon name="cross" />
            </button>
          </p>
        )}
      </div>
    </FormContext.Provider>
  );
}

function nameOf({ part }: Removed): string {
  const { title, text, label } = part as Partial<Section & Question & { readonly label: string }>;
  return title || text || label || t('forms.untitled');
}

/** A new form opens where the first words are missing. */
function firstUnwritten({ sections }: Form): number | null {
  const question = sections.length === 1 ? sections[0]?.questions[0] : undefined;
  return question?.text === '' ? question[ID] : null;
}

/** To the next question, from wherever the focus is. */
function step(by: 1 | -1): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.form-acts > button[aria-expanded]')];
  const line = document.activeElement?.closest('.form-question')?.querySelector<HTMLElement>('.form-acts > button');
  const at = line ? buttons.indexOf(line) : -1;
  const next = buttons[at < 0 ? (by > 0 ? 0 : buttons.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** A field may not be drawn yet when the focus is to go there. */
function useFocusLater(): (id: string) => void {
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const field = document.getElementById(wanted.id);
    field?.focus();
    field?.scrollIntoView({ block: 'nearest' });
  }, [wanted]);
  return (id) => setWanted({ id });
}

/** Said in a line, until the person wants to change it or the service refuses it. */
function Rules({ drafting: { form, change, faults } }: { readonly drafting: Drafting }) {
  const [isOpen, setOpen] = useState(false);
  const isRefused = faults.some(({ part }) => part === form[ID]);
  const orNull = <Value,>(value: Value) => (value === '' ? null : value);
  return (
    <details
      class="form-rules"
      id={fieldId(form, '')}
      open={isOpen || isRefused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {t('forms.rules')} <span class="soft">{rulesOf(form).join(' · ')}</span>
      </summary>
      <Faults
        id={fieldId(form, '')}
        faults={faults.filter((one) => one.part === form[ID] && one.field === '').map(({ msg }) => msg)}
      />
      <div class="form-row">
        <AmountAt
          part={form}
          field="pass_mark"
          label={t('forms.passMark')}
          hint={t('forms.passMark.hint')}
          value={form.pass_mark ?? null}
          onValue={(pass_mark) => change((now) => ({ ...now, pass_mark: orNull(pass_mark) }))}
        />
        <AmountAt
          part={form}
          field="min_coverage"
          label={t('forms.coverage')}
          hint={t('forms.coverage.hint')}
          value={form.min_coverage ?? 0.5}
          onValue={(min_coverage) => change((now) => ({ ...now, min_coverage }))}
        />
        <TextAt
          part={form}
          field="language"
          label={t('forms.language')}
          hint={t('forms.language.hint')}
          maxlength={2}
          value={form.language ?? ''}
          onValue={(language) => change((now) => ({ ...now, language: orNull(language) }))}
        />
      </div>
    </details>
  );
}
