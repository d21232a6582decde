// The links and the headings of a page of Markdown.

/** Without blocks and spans of code, in which nothing is a link. */
const proseOf = (page: string) => page.replace(/^( *)```[\s\S]*?^\1```$/gm, '').replace(/`[^`\n]*`/g, '`');

export function linksIn(page: string): string[] {
  return [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
}

/** Paths of sources and pages in spans of code, such as `pipeline/call.pipeline.ts`; names of files alone are none. */
export function pathsIn(page: string): string[] {
  return [...page.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|md|json|cjs))`/g)].map(([, path = '']) => path);
}

/** As GitHub makes them: a second heading of the same words gets `-1`. */
export function anchorsIn(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of page.replace(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}
