// What differs between two revisions of a form, by the keys of their parts. Without the browser.
import type { PlainForm } from './draft.js';

export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly what: 'form' | 'section' | 'question';
  /** The title or the text; empty for the form itself. */
  readonly name: string;
  /** Members that changed. */
  readonly members: readonly string[];
}

export function differencesOf(before: PlainForm, after: PlainForm): readonly Difference[] {
  const form = changedMembers(before, after, ['sections']).filter((name) => FORM_MEMBERS.includes(name));
  const sections = compared('section', before.sections, after.sections, ['questions'], ({ title }) => title);
  const questions = compared('question', linesOf(before), linesOf(after), [], ({ text }) => text);
  return [
    ...(form.length === 0 ? [] : [{ kind: 'changed', what: 'form', name: '', members: form } as const]),
    ...sections,
    ...questions,
  ];
}

const FORM_MEMBERS = ['language', 'pass_mark', 'min_coverage'];

const linesOf = (form: PlainForm) => form.sections.flatMap(({ questions }) => questions);

function compared<Item extends { readonly key: string }>(
  what: 'section' | 'question',
  before: readonly Item[],
  after: readonly Item[],
  passedOver: readonly string[],
  nameOf: (item: Item) => string,
): readonly Difference[] {
  const found: Difference[] = [];
  for (const item of after) {
    const old = before.find(({ key }) => key === item.key);
    if (!old) found.push({ kind: 'added', what, name: nameOf(item), members: [] });
    else {
      const members = changedMembers(old, item, passedOver);
      if (members.length > 0) found.push({ kind: 'changed', what, name: nameOf(item), members });
    }
  }
  for (const item of before)
    if (!after.some(({ key }) => key === item.key))
      found.push({ kind: 'removed', what, name: nameOf(item), members: [] });
  const kept = (items: readonly Item[], others: readonly Item[]) =>
    items.filter(({ key }) => others.some((other) => other.key === key));
  const [was, is] = [kept(before, after), kept(after, before)];
  const moved = is.find((item, index) => item.key !== was[index]?.key);
  if (moved) found.push({ kind: 'moved', what, name: nameOf(moved), members: [] });
  return found;
}

function changedMembers(before: object, after: object, passedOver: readonly string[]): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter(
    (name) =>
      !passedOver.includes(name) && !isSame(Reflect.get(before, name) as unknown, Reflect.get(after, name) as unknown),
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
