// What the palette offers for a text.
import type { AnalysisSummary } from '../../../../clients/typescript/src/browser.js';
import { address, to } from '../../routing/router.js';
import { MAX_SAVED_VIEWS, removeView, savedAt, savedViews, saveView } from '../../session/saved-views.js';
import { moment, t } from '../../texts/texts.js';
import { mayOpen, VIEWS } from '../../views.js';
import { fits, namesIn } from './matching.js';

/** Something to choose: either a link or an action. */
export interface Entry {
  /** Unlike that of all others. */
  readonly key: string;
  readonly name: string;
  readonly note?: string;
  readonly href?: string;
  readonly act?: () => void;
}

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Entries of one kind that are shown; a longer text leaves fewer. */
const MAX_SHOWN = 6;

/**
 * @param typed without spaces around it
 * @param calls what the service found for it
 * @param onDone told what an action has done
 */
export function groupsOf(
  typed: string,
  calls: readonly AnalysisSummary[],
  onDone: (said: string) => void,
): readonly Group[] {
  const agents = some(namesIn(calls, 'agent_id', typed));
  const contacts = some(namesIn(calls, 'contact_id', typed));
  const groups: readonly Group[] = [
    { name: t('palette.views'), entries: savedEntries(typed) },
    { name: t('app.nav'), entries: viewEntries(typed) },
    { name: t('palette.agents'), entries: agents.map((name) => link(name, `/agents/${encodeURIComponent(name)}`)) },
    { name: t('palette.contacts'), entries: contacts.map((name) => link(name, '/calls', { contact_id: name })) },
    { name: t('calls.title'), entries: some(calls).map(callEntry) },
    {
      name: t('search.title'),
      entries: typed === '' ? [] : [link(t('palette.words', { words: typed }), '/search', { q: typed })],
    },
    { name: t('palette.here'), entries: hereEntries(typed, onDone) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

const some = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, MAX_SHOWN);

function link(name: string, path: string, query: Readonly<Record<string, string>> = {}): Entry {
  const href = to(path, query);
  return { key: `${href} ${name}`, name, href };
}

const savedEntries = (typed: string): readonly Entry[] =>
  savedViews()
    .filter(({ name }) => fits(name, typed))
    .map(({ name, path, query }) => link(name, path, query));

const viewEntries = (typed: string): readonly Entry[] =>
  VIEWS.filter((view) => !view.path.includes(':') && mayOpen(view) && fits(t(view.title), typed)).map(
    ({ path, title }) => link(t(title), path),
  );

const callEntry = ({ id, created, call: { agent_id, contact_id } }: AnalysisSummary): Entry => ({
  ...link(t('call.title', { agent: agent_id, contact: contact_id }), `/calls/${id}`),
  note: moment(created),
});

/** Saves the open view under the name that was typed, and removes the one that is saved. */
function hereEntries(typed: string, onDone: (said: string) => void): readonly Entry[] {
  const place = address.value;
  const save = () =>
    onDone(saveView(typed, place) ? t('palette.saved', { name: typed }) : t('palette.tooMany', { n: MAX_SAVED_VIEWS }));
  if (typed !== '') return [{ key: 'save', name: t('palette.save', { name: typed }), act: save }];
  const saved = savedAt(place);
  if (saved === null) return [];
  const remove = () => {
    removeView(place);
    onDone(t('palette.removed', { name: saved.name }));
  };
  return [{ key: 'remove', name: t('palette.remove', { name: saved.name }), act: remove }];
}
