// Fields of the forms of this place.
import { useId } from 'preact/hooks';
import { Choice, type ChoiceProps } from '../../parts/field.tsx';

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string, means?: string])[];
  readonly onValue: (value: Value) => void;
}

export function Choices<Value extends string>({ legend, name, value, choices, onValue }: ChoicesProps<Value>) {
  return (
    <fieldset class="choices choices-beside">
      <legend>{legend}</legend>
      {choices.map(([one, title, means]) => (
        <label key={one} class="choice">
          <input type="radio" name={name} checked={value === one} onChange={() => onValue(one)} />
          <span>
            <strong>{title}</strong>
            {means !== undefined && <span class="soft small">{means}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A list to choose from, under its label. */
export function Select<Value extends string>(props: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <Choice {...props} id={id} />
    </div>
  );
}

interface TextAreaProps {
  readonly label: string;
  readonly say: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly faults?: readonly string[];
  readonly rows?: number;
}

export function TextArea({ label, say, name, value, onValue, faults = [], rows = 4 }: TextAreaProps) {
  const id = useId();
  return (
    <div class="field intake-text">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        spellcheck={false}
        aria-describedby={`${id}-say ${id}-faults`}
        aria-invalid={faults.length > 0 ? true : undefined}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <p class="soft small" id={`${id}-say`}>
        {say}
      </p>
      <p class="fault" id={`${id}-faults`} lang="en" hidden={faults.length === 0}>
        {faults.join('. ')}
      </p>
    </div>
  );
}
