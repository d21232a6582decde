// Forms that are typed and not saved yet, kept in this tab: a reload, an ended session or a cut connection takes nothing.
import { keepInTab } from '../../../page/tab-storage.js';
import type { Form, PlainForm } from '../model/draft.js';
import { formOf } from '../model/form-json.js';

export interface Kept {
  /** The `content_hash` of what was changed; null for a form that the service does not have yet. */
  readonly base: string | null;
  readonly form: Form;
  /** To be saved as soon as the builder is open: a sample, or a file. */
  readonly saveAtOnce: boolean;
}

const keyOf = (cardId: string, revision: number | null) => `console-form-${cardId}-${revision ?? 'new'}`;

export function keptForm(cardId: string, revision: number | null): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(cardId, revision)) ?? 'null') as
      | (Omit<Kept, 'form'> & { readonly form: PlainForm })
      | null;
    return kept && { ...kept, form: formOf(kept.form) };
  } catch {
    return null;
  }
}

export function keepForm(cardId: string, revision: number | null, kept: Kept | null): void {
  keepInTab(keyOf(cardId, revision), kept);
}
