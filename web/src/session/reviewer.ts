// Under which name a person claims and reviews: the own id as a member, which the service knows. A review link names its reviewer
// itself. The one who registered the account reviewed before there were members: under the e-mail, or under a name that was given
// in this browser, which both stay.
import { computed, signal } from '@preact/signals';
import { keep } from '../page/preferences.js';
import { member } from './member.js';
import { session } from './session.js';

const chosen = signal<Readonly<Record<string, string>>>({});

const storageName = (email: string): string => `console-reviewer:${email}`;

/** Null for members who have given none, and may give none any more. */
const givenName = computed<string | null>(() => {
  const now = member.value;
  if (!now?.isFirst) return null;
  return (chosen.value[now.email] ?? kept(now.email)) || null;
});

/** The `reviewer_id` of claims and reviews. */
export const reviewer = computed(() => {
  const now = session.value;
  if (now?.kind === 'link') return now.reviewerId;
  if (member.value === null) return '';
  return member.value.isFirst ? (givenName.value ?? member.value.email) : member.value.id;
});

/** Name of the person on the page. */
export const reviewerName = computed(
  () => givenName.value ?? (member.value === null ? reviewer.value : (member.value.name ?? member.value.email)),
);

/** A name that was given can still be changed. */
export const mayRename = computed(() => givenName.value !== null);

/** Empty: the e-mail again. */
export function setReviewer(name: string): void {
  const email = member.value?.email;
  if (email === undefined) return;
  chosen.value = { ...chosen.value, [email]: name.trim() };
  keep(storageName(email), name.trim());
}

function kept(email: string): string {
  try {
    return localStorage.getItem(storageName(email)) ?? '';
  } catch {
    // A browser may forbid storage.
    return '';
  }
}
