// Under which name an account's person reviews: the e-mail, until another one is given in this browser.
import { signal } from '@preact/signals';
import { keep } from '../../../page/preferences.js';
import { session } from '../../../session/session.js';

const chosen = signal<Readonly<Record<string, string>>>({});

const nameOf = (email: string): string => `console-reviewer:${email}`;

export function reviewerName(): string {
  const now = session.value;
  if (now === null) return '';
  if (now.kind === 'link') return now.reviewerId;
  return (chosen.value[now.email] ?? kept(now.email)) || now.email;
}

/** Empty: the e-mail again. */
export function nameReviewer(name: string): void {
  const now = session.value;
  if (now?.kind !== 'account') return;
  chosen.value = { ...chosen.value, [now.email]: name.trim() };
  keep(nameOf(now.email), name.trim());
}

function kept(email: string): string {
  try {
    return localStorage.getItem(nameOf(email)) ?? '';
  } catch {
    return '';
  }
}
