// Under which name a person claims and reviews: the e-mail, until another one is given in this browser. An account may have
// several people, each in a browser of their own; a review link names its reviewer itself.
import { computed, signal } from '@preact/signals';
import { keep } from '../page/preferences.js';
import { session } from './session.js';

const chosen = signal<Readonly<Record<string, string>>>({});

const nameOf = (email: string): string => `console-reviewer:${email}`;

export const reviewer = computed(() => {
  const now = session.value;
  if (now === null) return '';
  if (now.kind === 'link') return now.reviewerId;
  return (chosen.value[now.email] ?? kept(now.email)) || now.email;
});

/** Empty: the e-mail again. */
export function setReviewer(name: string): void {
  const now = session.value;
  if (now?.kind !== 'account') return;
  chosen.value = { ...chosen.value, [now.email]: name.trim() };
  keep(nameOf(now.email), name.trim());
}

function kept(email: string): string {
  try {
    return localStorage.getItem(nameOf(email)) ?? '';
  } catch {
    // A browser may forbid storage.
    return '';
  }
}
