import { useRef, useState } from 'preact/hooks';
import type { ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { go, to } from '../../../routing/router.js';
import { keepForm } from '../builder/kept.js';
import type { Form } from '../model/draft.js';
import { bodyOf, formOf } from '../model/form-json.js';

/** Makes a draft of a revision, and leads to it. */
export function useNewDraft(cardId: string) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef({ of: 0, key: '' });
  /** @param form content of the draft; the revision's own by default */
  const make = async (from: ScorecardRevision, form?: Form) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    // After a cut connection the same again is the same request.
    if (key.current.of !== from.revision) key.current = { of: from.revision, key: crypto.randomUUID() };
    try {
      const body = bodyOf(form ?? formOf(from));
      const idempotencyKey = key.current.key;
      const made = await write((client) => client.scorecards.createRevision(cardId, body, { idempotencyKey }));
      if (form) keepForm(cardId, from.revision, null);
      go(to(`/forms/${cardId}`, { revision: String(made.revision) }));
    } catch (refused) {
      key.current = { of: 0, key: '' };
      setError(refused);
      setBusy(false);
    }
  };
  return { make, error, isBusy };
}
