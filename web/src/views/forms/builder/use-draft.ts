// The form under the hands of a person: what was typed, what the service has, and what it said of it.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CallAnalysisError, type ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { emptyForm, type NewWords } from '../model/changes.js';
import type { Form } from '../model/draft.js';
import { type Fault, faultsIn, openFaults } from '../model/faults.js';
import { bodyOf, formOf, isSameForm } from '../model/form-json.js';
import { keepForm, keptForm } from './kept.js';

/** Why a draft cannot be saved over: another tab or person changed, published or deleted it meanwhile. */
export type Conflict =
  | { readonly kind: 'changed'; readonly theirs: ScorecardRevision }
  | { readonly kind: 'published' }
  | { readonly kind: 'deleted' };

export interface Drafting {
  readonly form: Form;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** The form was found in this tab, from before a reload. */
  readonly isRestored: boolean;
  readonly error: unknown;
  readonly faults: readonly Fault[];
  readonly conflict: Conflict | null;
  readonly change: (by: (form: Form) => Form) => void;
  /** @returns what the service has now; null where it refused */
  readonly save: () => Promise<ScorecardRevision | null>;
  /** Saves as a further draft, whatever became of this one. */
  readonly saveAsNew: () => Promise<ScorecardRevision | null>;
  readonly overwrite: () => Promise<ScorecardRevision | null>;
  /** Back to what the service has. */
  readonly discard: () => void;
  readonly closeConflict: () => void;
}

/** @param revision null before the first is saved */
export function useDraft(
  cardId: string,
  revision: ScorecardRevision | null,
  words: NewWords,
  onSaved: (revision: ScorecardRevision) => void,
): Drafting {
  const number = revision?.revision ?? null;
  const isDraft = revision?.status !== 'published';
  const kept = useMemo(() => (isDraft ? keptForm(cardId, number) : null), []);
  const [stored, setStored] = useState(() => ({
    hash: revision?.content_hash ?? null,
    form: revision === null ? emptyForm(words) : formOf(revision),
  }));
  const base = useRef(kept ? kept.base : stored.hash);
  const [form, setForm] = useState(kept?.form ?? stored.form);
  const [isRestored, setRestored] = useState(kept !== null && !kept.saveAtOnce);
  const [said, setSaid] = useState<Said>(NOTHING_SAID);
  const [isSaving, setSaving] = useState(false);
  const latest = useRef(form);
  latest.current = form;
  const isBusy = useRef(false);
  const sending = useRef<Sending>({ text: '', key: '' });
  const sent = useRef<Form | null>(null);
  const isChanged = form !== stored.form;

  const keep = (next: Form) => keepForm(cardId, number, { base: base.current, form: next, saveAtOnce: false });
  const change = (by: (form: Form) => Form) => {
    const next = by(latest.current);
    latest.current = next;
    setForm(next);
    keep(next);
  };
  const during = async (act: (body: Form) => Promise<ScorecardRevision | Conflict>) => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setSaving(true);
    const body = latest.current;
    try {
      const answer = await act(body);
      if ('kind' in answer) {
        isBusy.current = false;
        setSaving(false);
        setSaid({ ...NOTHING_SAID, conflict: answer });
        return null;
      }
      settle(answer, body);
      // Another revision comes into this one's place: until it is there, nothing is saved a second time.
      if (answer.revision !== number) return answer;
      isBusy.current = false;
      setSaving(false);
      return answer;
    } catch (error) {
      const items = error instanceof CallAnalysisError ? (error.items ?? []) : [];
      isBusy.current = false;
      setSaving(false);
      setSaid({ error, faults: faultsIn(body, items), conflict: null });
      return null;
    }
  };
  const settle = (answer: ScorecardRevision, body: Form) => {
    setSaid(NOTHING_SAID);
    setRestored(false);
    const isOwn = answer.revision === number;
    if (isOwn) {
      base.current = answer.content_hash;
      setStored({ hash: answer.content_hash, form: body });
    }
    // What was typed while it was on its way is kept for the next save.
    if (latest.current === body) keepForm(cardId, number, null);
    else if (isOwn) keep(latest.current);
    else keepForm(cardId, answer.revision, { base: answer.content_hash, form: latest.current, saveAtOnce: false });
    onSaved(answer);
  };
  const create = (body: Form) => {
    const text = JSON.stringify(body);
    // The same form again, after a cut connection, is the same request: it makes no second draft.
    if (sending.current.text !== text) sending.current = { text, key: crypto.randomUUID() };
    const idempotencyKey = sending.current.key;
    return write((client) => client.scorecards.createRevision(cardId, bodyOf(body), { idempotencyKey }));
  };
  const put = (body: Form, at: number) => {
    sent.current = body;
    return write((client) => client.scorecards.updateRevision(cardId, at, bodyOf(body)));
  };
  const saveOver = async (body: Form, at: number): Promise<ScorecardRevision | Conflict> => {
    const now = await write((client) => client.scorecards.getRevision(cardId, at)).catch(gone);
    if (now === null) return { kind: 'deleted' };
    if (now.status === 'published') return { kind: 'published' };
    const isTheirs = now.content_hash !== base.current && !(sent.current && isSameForm(sent.current, now));
    return isTheirs && !isSameForm(body, now) ? { kind: 'changed', theirs: now } : put(body, at);
  };
  const save = () => during((body) => (number === null ? create(body) : saveOver(body, number)));
  useEffect(() => {
    if (kept?.saveAtOnce) {
      keep(kept.form);
      void save();
    }
  }, []);
  return {
    form,
    isChanged,
    isSaving,
    isRestored: isRestored && isChanged,
    error: said.error,
    faults: useMemo(() => openFaults(form, said.faults), [form, said.faults]),
    conflict: said.conflict,
    change,
    save,
    saveAsNew: () => during(create),
    overwrite: () => during((body) => (number === null ? create(body) : put(body, number))),
    discard: () => {
      const theirs = said.conflict?.kind === 'changed' ? said.conflict.theirs : null;
      const next = theirs ? { hash: theirs.content_hash, form: formOf(theirs) } : stored;
      base.current = next.hash;
      keepForm(cardId, number, null);
      setStored(next);
      setForm(next.form);
      setSaid(NOTHING_SAID);
      setRestored(false);
    },
    closeConflict: () => setSaid(NOTHING_SAID),
  };
}

interface Said {
  readonly error: unknown;
  readonly faults: readonly Fault[];
  readonly conflict: Conflict | null;
}

const NOTHING_SAID: Said = { error: null, faults: [], conflict: null };

interface Sending {
  readonly text: string;
  readonly key: string;
}

function gone(error: unknown): null {
  if (error instanceof CallAnalysisError && error.status === 404) return null;
  throw error;
}
