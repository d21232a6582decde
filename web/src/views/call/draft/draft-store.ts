// Drafts outlive a reload, another call and a log-in. They live in the tab, as the session does.
import type { Draft } from './draft.js';

const nameOf = (who: string, callId: string): string => `console-draft:${who}:${callId}`;

export function keptDraft(who: string, callId: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(who, callId)) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** @param draft null forgets it */
export function keepDraft(who: string, callId: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(nameOf(who, callId));
    else sessionStorage.setItem(nameOf(who, callId), JSON.stringify(draft));
  } catch {
    // The draft then lasts as long as the page.
  }
}
