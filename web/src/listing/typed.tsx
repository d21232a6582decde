// Fields of a filter bar. What is typed counts once the person has paused, or has left the field.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { t } from '../texts/texts.js';

const TYPING_MS = 300;

interface Typed {
  readonly typed: string;
  readonly type: (value: string) => void;
  /** Does not wait for the pause. */
  readonly flush: () => void;
}

export function useTyped(value: string, onValue: (value: string) => void): Typed {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<string | null>(null);
  const given = useRef(value);
  const latest = useRef(onValue);
  latest.current = onValue;
  // The address has changed by other means, such as the back button.
  if (given.current !== value) {
    given.current = value;
    if (typed !== value) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const flush = () => {
    clearTimeout(timer.current);
    const next = pending.current;
    pending.current = null;
    if (next === null) return;
    given.current = next;
    latest.current(next);
  };
  return {
    typed,
    flush,
    type: (next) => {
      setTyped(next);
      pending.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, TYPING_MS);
    },
  };
}

interface LaterProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly onValue: (value: string) => void;
}

export function Later({ label, name, value, onValue }: LaterProps) {
  const { typed, type, flush } = useTyped(value ?? '', onValue);
  return (
    <div class="later" onChange={flush}>
      <Field label={label} name={name} value={typed} onValue={type} maxlength={255} autocomplete="off" />
    </div>
  );
}

interface RangeProps {
  readonly legend: string;
  readonly values: readonly [min: string, max: string];
  readonly onValues: (values: readonly [min: string, max: string]) => void;
  readonly type: 'number' | 'text' | 'date';
  readonly hint?: string;
}

/** From and to, each of which may be left open. An end counts once the person leaves it: half of a number is another one. */
export function Range({ legend, values, onValues, type, hint }: RangeProps) {
  const id = useId();
  const names = type === 'date' ? [t('calls.from'), t('calls.until')] : [t('calls.atLeast'), t('calls.atMost')];
  return (
    <fieldset class="range">
      <legend>{legend}</legend>
      <div class="range-ends">
        {values.map((value, index) => (
          <End
            key={index}
            type={type}
            name={names[index] ?? ''}
            label={`${legend}: ${names[index]}`}
            hint={hint && `${id}-hint`}
            value={value}
            onValue={(next) => onValues(index === 0 ? [next, values[1]] : [values[0], next])}
          />
        ))}
      </div>
      {hint && (
        <p class="soft small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

interface EndProps {
  readonly type: RangeProps['type'];
  readonly name: string;
  readonly label: string;
  /** The id of what says how it is written. */
  readonly hint: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function End({ type, name, label, hint, value, onValue }: EndProps) {
  const [typed, setTyped] = useState(value);
  const given = useRef(value);
  if (given.current !== value) {
    given.current = value;
    if (typed !== value) setTyped(value);
  }
  // Not by `onChange`, which Preact's layer for React calls with each letter.
  const take = () => {
    if (typed === given.current) return;
    given.current = typed;
    onValue(typed);
  };
  return (
    <input
      type={type as 'text'}
      aria-label={label}
      aria-describedby={hint}
      placeholder={name}
      {...(type === 'number' ? { min: 0, max: 100, step: 1, inputMode: 'numeric' as const } : { maxLength: 10 })}
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}
