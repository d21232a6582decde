// Names of the members behind the ids under which they review and make keys. Agents see none but their own.
import { effect, signal } from '@preact/signals';
import { read } from '../api/api.js';
import { may, member } from '../session/member.js';
import { t } from '../texts/texts.js';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null until they are asked for. */
const names = signal<ReadonlyMap<string, string> | null>(null);

/** Name of a member, or the text itself where it is no id: reviewers outside the account have names of their own. */
export function whoIs(id: string): string {
  const own = member.value;
  if (id === own?.id) return own.name ?? own.email;
  if (!ID.test(id)) return id;
  if (names.value === null && may('listMemberNames')) void readNames();
  return names.value?.get(id) ?? t(own?.role === 'agent' ? 'people.reviewer' : 'people.other', { id: id.slice(0, 8) });
}

let isReading = false;

async function readNames(): Promise<void> {
  if (isReading) return;
  isReading = true;
  const { signal: whole } = new AbortController();
  try {
    const { items } = await read((client) => client.members.names({ signal: whole }), whole);
    names.value = new Map(items.map(({ id, name }) => [id, name]));
  } catch {
    // The ids stand where the names would.
    names.value = new Map();
  } finally {
    isReading = false;
  }
}

/** Names are read again when they are next needed. */
export function forgetNames(): void {
  names.value = null;
}

// The next person at this tab is told nothing of them.
effect(() => {
  if (member.value === null) forgetNames();
});
