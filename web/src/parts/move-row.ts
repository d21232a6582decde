/** Puts the focus on the link of the next row of a table, so that Enter opens it. */
export function moveRow(table: HTMLElement | null, by: number): void {
  const links = [...(table?.querySelectorAll<HTMLAnchorElement>('a.row-link') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
