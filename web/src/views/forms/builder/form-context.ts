import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Form, ID, type Part } from '../model/draft.js';
import type { Fault } from '../model/faults.js';

/** Data and actions for every field of the builder. */
export interface FormUse {
  readonly form: Form;
  readonly change: (by: (form: Form) => Form) => void;
  readonly faults: readonly Fault[];
  /** Keys of questions and sections in a published revision: evaluations refer to them. */
  readonly published: ReadonlySet<string>;
  /** The question whose editor is open; null for none. */
  readonly open: number | null;
  readonly onOpen: (id: number | null) => void;
  /** Deletes a part and offers to undo it. */
  readonly onRemove: (id: number) => void;
  /** Focuses a field once it is rendered. */
  readonly focus: (fieldId: string) => void;
}

export const FormContext = createContext<FormUse | null>(null);

/** Null when the form is only shown. */
export const useForm = (): FormUse | null => useContext(FormContext);

export const fieldId = (part: Part | number, field: string): string =>
  `field-${typeof part === 'number' ? part : part[ID]}-${field.replaceAll('.', '-') || 'whole'}`;

export const faultsAt = (use: FormUse | null, part: Part, field: string): readonly string[] =>
  (use?.faults ?? []).filter((fault) => fault.part === part[ID] && fault.field === field).map(({ msg }) => msg);
