// The fields of the builder. Each shows what the service said of its member.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Amount, amountOf, type Part } from '../model/draft.js';
import { faultsAt, fieldId, useForm } from './form-context.js';

interface At {
  readonly part: Part;
  /** The member, as `faults.ts` names it. */
  readonly field: string;
  readonly label: string;
  /** The label is read and not seen: the column or the line says it. */
  readonly isUnseen?: boolean;
  readonly hint?: string;
}

function useAt({ part, field }: At) {
  const id = fieldId(part, field);
  const faults = faultsAt(useForm(), part, field);
  const props = {
    id,
    'aria-invalid': faults.length > 0 ? true : undefined,
    'aria-describedby': faults.length > 0 ? `${id}-faults` : undefined,
  } as const;
  return { id, faults, props };
}

export function Faults({ id, faults }: { readonly id: string; readonly faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <p class="fault" id={`${id}-faults`} lang="en">
      {faults.join('. ')}
    </p>
  );
}

function Labelled({ at, children }: { readonly at: At; readonly children: ComponentChildren }) {
  const { id, faults } = useAt(at);
  return (
    <div class="form-field">
      <label for={id} class={at.isUnseen ? 'unseen' : undefined}>
        {at.label}
      </label>
      {children}
      {at.hint !== undefined && <p class="soft small">{at.hint}</p>}
      <Faults id={id} faults={faults} />
    </div>
  );
}

interface TextProps extends At {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly maxlength?: number;
  /** A field that grows with its lines. */
  readonly isLong?: boolean;
  readonly placeholder?: string;
}

export function TextAt({ value, onValue, maxlength, isLong = false, placeholder, ...at }: TextProps) {
  const { props } = useAt(at);
  const all = { ...props, value, maxlength, placeholder, dir: 'auto' } as const;
  return (
    <Labelled at={at}>
      {isLong ? (
        <textarea {...all} rows={1} onInput={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <input {...all} type="text" onInput={(event) => onValue(event.currentTarget.value)} />
      )}
    </Labelled>
  );
}

interface AmountProps extends At {
  readonly value: Amount | null;
  /** Given an empty text where nothing is typed. */
  readonly onValue: (value: Amount) => void;
}

/** A number as it is typed: `1,` may become `1,5`. */
export function AmountAt({ value, onValue, ...at }: AmountProps) {
  const { props } = useAt(at);
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && amountOf(typed) === (value ?? '');
  return (
    <Labelled at={at}>
      <input
        {...props}
        class="amount"
        type="text"
        inputMode="decimal"
        autocomplete="off"
        value={isTyped ? typed : String(value ?? '')}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onValue(amountOf(event.currentTarget.value));
        }}
        onBlur={() => setTyped(null)}
      />
    </Labelled>
  );
}

interface SelectProps extends At {
  readonly value: string;
  readonly choices: readonly (readonly [value: string, name: string])[];
  readonly onValue: (value: string) => void;
}

/** A value that is no choice, as of a newer service, is one while it is there. */
export function SelectAt({ value, choices, onValue, ...at }: SelectProps) {
  const { props } = useAt(at);
  const all = choices.some(([one]) => one === value) ? choices : [[value, value] as const, ...choices];
  return (
    <Labelled at={at}>
      <select {...props} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {all.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

interface CheckProps extends At {
  readonly value: boolean;
  readonly onValue: (value: boolean) => void;
}

export function CheckAt({ value, onValue, ...at }: CheckProps) {
  const { id, faults, props } = useAt(at);
  return (
    <div class="form-check">
      <input {...props} type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />
      <label for={id}>{at.label}</label>
      {at.hint !== undefined && <p class="soft small">{at.hint}</p>}
      <Faults id={id} faults={faults} />
    </div>
  );
}

interface LinesProps extends At {
  readonly value: readonly string[];
  readonly onValue: (value: readonly string[]) => void;
}

/** A text a line. Lines that are empty are passed over, and stay while they are typed. */
export function LinesAt({ value, onValue, ...at }: LinesProps) {
  const { props } = useAt(at);
  const typed = useRef(value.join('\n'));
  if (linesOf(typed.current).join('\n') !== value.join('\n')) typed.current = value.join('\n');
  return (
    <Labelled at={at}>
      <textarea
        {...props}
        class="lines"
        rows={2}
        dir="auto"
        spellcheck={false}
        value={typed.current}
        onInput={(event) => {
          typed.current = event.currentTarget.value;
          onValue(linesOf(typed.current));
        }}
      />
    </Labelled>
  );
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
