import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { t } from '../texts/texts.js';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'number';
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly minlength?: number;
  readonly maxlength?: number;
  /** Least and greatest value of a date or a number. */
  readonly min?: string;
  readonly max?: string;
  /** Hint below the field. */
  readonly say?: string | undefined;
  /** Messages of the service about the field. */
  readonly faults?: readonly string[];
}

export function Field({ label, name, type = 'text', value, onValue, say, faults = [], ...rest }: FieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const isSecret = type === 'password';
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-row">
        <input
          id={id}
          name={name}
          // JSX has a type for each kind of field, and this may be any of them.
          type={(isSecret && isShown ? 'text' : type) as 'text'}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
          aria-invalid={faults.length > 0 ? true : undefined}
          aria-describedby={
            [say && `${id}-say`, faults.length > 0 && `${id}-faults`].filter(Boolean).join(' ') || undefined
          }
          {...rest}
        />
        {isSecret && (
          <button
            type="button"
            class="second"
            aria-pressed={isShown}
            aria-label={`${t(isShown ? 'comeIn.hide' : 'comeIn.show')}: ${label}`}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'comeIn.hide' : 'comeIn.show')}
          </button>
        )}
      </div>
      {say && (
        <p class="soft small" id={`${id}-say`}>
          {say}
        </p>
      )}
      <Faults id={`${id}-faults`} faults={faults} />
    </div>
  );
}

export const Faults = ({ id, faults }: { readonly id: string; readonly faults: readonly string[] }) =>
  faults.length === 0 ? null : (
    <p class="fault" id={id} lang="en">
      {faults.join('. ')}
    </p>
  );

interface LabelledProps {
  readonly label: string;
  readonly children: (id: string) => ComponentChildren;
}

/** A label above what has the id. */
export function Labelled({ label, children }: LabelledProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface LinesProps {
  readonly label: string;
  readonly say: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
  readonly faults: readonly string[];
}

/** Several values, one on each line. */
export const Lines = ({ label, say, value, onValue, required, faults }: LinesProps) => (
  <Labelled label={label}>
    {(id) => (
      <>
        <textarea
          id={id}
          class="lines"
          rows={3}
          required={required}
          value={value}
          aria-describedby={`${id}-say ${id}-faults`}
          aria-invalid={faults.length > 0 ? true : undefined}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
        <p class="soft small" id={`${id}-say`}>
          {say}
        </p>
        <Faults id={`${id}-faults`} faults={faults} />
      </>
    )}
  </Labelled>
);

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Id of a label beside the list, which then names the list. */
  readonly id?: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly onValue: (value: Value) => void;
}

/** A list to choose from, whose label is read and not seen. What is not on the list cannot be chosen. */
export function Choice<Value extends string>({ label, id, value, choices, onValue }: ChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const found = choices.find(([one]) => one === chosen);
    if (found) onValue(found[0]);
  };
  return (
    <select
      id={id}
      aria-label={id === undefined ? label : undefined}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {choices.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}
