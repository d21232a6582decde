import { useEffect, useRef } from 'preact/hooks';
import { t, tn } from '../../../texts/texts.js';
import { type Form, ID, numberOf, placeOf } from '../model/draft.js';
import type { Fault } from '../model/faults.js';
import { type FormUse, fieldId, useForm } from './form-context.js';
import { memberName } from './in-words.js';

/** All faults at once, each with the way to its field. */
export function FaultSummary({ faults }: { readonly faults: readonly Fault[] }) {
  const use = useForm();
  const box = useRef<HTMLDivElement>(null);
  const hasFaults = faults.length > 0;
  useEffect(() => {
    if (hasFaults) box.current?.focus();
  }, [hasFaults]);
  if (!use || !hasFaults) return null;
  return (
    <div class="problem form-faults" role="alert" ref={box} tabIndex={-1}>
      <div>
        <h2>{tn('forms.faults', faults.length)}</h2>
        <ul>
          {faults.map((fault, index) => (
            // Two members may have the same fault.
            <li key={index}>
              <button type="button" class="link" onClick={() => leadTo(use, fault)}>
                {whereOf(use.form, fault)}
              </button>{' '}
              <span lang="en">{fault.msg}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function leadTo(use: FormUse, { part, field }: Fault): void {
  const { question } = placeOf(use.form, part);
  // What belongs to the line itself is seen without its editor.
  if (question) use.onOpen(question[ID]);
  use.focus(fieldId(part, field));
}

function whereOf(form: Form, { part, field }: Fault): string {
  const { section, question, answer } = placeOf(form, part);
  const member = field === '' ? [] : [memberName(field)];
  if (!section) return [t('forms.whole'), ...member].join(' · ');
  const name = question ? question.text : section.title;
  const line = `${numberOf(form, (question ?? section)[ID])} ${name || t('forms.untitled')}`.slice(0, 80);
  return [line, ...(answer ? [answer.label || t('forms.untitled')] : []), ...member].join(' · ');
}
