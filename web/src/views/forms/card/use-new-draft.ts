import { useRef, useState } from 'preact/hooks';
import type { ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { go, to } from '../../../routing/router.js';
import { bodyOf, formOf } from '../model/form-json.js';

/** Makes a draft of a revision, and leads to it. */
export function useNewDraft(cardId: string) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef({ of: 0, key: '' });
  const make = async (from: ScorecardRevision) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    // After a cut connection the same again is the same request.
    if (key.current.of !== from.revision) key.current = { of: from.revision, key: crypto.randomUUID() };
    try {
      const body = bodyOf(formOf(from));
      const idempotencyKey = key.current.key;
      const made = await write((client) => client.scorecards.createRevision(cardId, body, { idempotencyKey }));
      go(to(`/forms/${cardId}`, { revision: String(made.revision) }));
    } catch (refused) {
      key.current = { of: 0, key: '' };
      setError(refused);
      setBusy(false);
    }
  };
  return { make, error, isBusy };
}
