// Reads agent and contact from a file name, by a pattern that a person writes: `{agent}_{contact}_…`. It reads each character
// once, without regular expressions: a person's input never becomes one. Without the browser.

export const DEFAULT_PATTERN = '{agent}_{contact}_…';
export const MAX_PATTERN = 100;
/** Limit of the API. */
export const MAX_PARTY = 255;

export type Party = 'agent' | 'contact';

type Token =
  | { readonly kind: 'text'; readonly text: string }
  /** Placeholder: matches up to the next text. Null: the match is skipped. */
  | { readonly kind: 'place'; readonly party: Party | null };

/** Fault of a pattern: it names neither party, names one twice, or has two adjacent placeholders. */
type PatternFault = 'none' | 'twice' | 'touching';

export type NamePattern =
  | { readonly tokens: readonly Token[]; readonly fault: null }
  | { readonly tokens: null; readonly fault: PatternFault };

export function patternOf(written: string): NamePattern {
  const tokens = tokensOf(written.slice(0, MAX_PATTERN));
  const parties = tokens.flatMap((token) => (token.kind === 'place' && token.party !== null ? [token.party] : []));
  const isTouching = tokens.some(({ kind }, at) => kind === 'place' && tokens[at + 1]?.kind === 'place');
  const fault =
    parties.length === 0 ? 'none' : new Set(parties).size < parties.length ? 'twice' : isTouching ? 'touching' : null;
  return fault === null ? { tokens, fault } : { tokens: null, fault };
}

/** Words in braces that name no party, `…`, `...` and `*` match anything. */
function tokensOf(written: string): readonly Token[] {
  const tokens: Token[] = [];
  let text = '';
  const place = (party: Party | null) => {
    if (text !== '') tokens.push({ kind: 'text', text });
    text = '';
    tokens.push({ kind: 'place', party });
  };
  for (let at = 0; at < written.length; ) {
    const end = written[at] === '{' ? written.indexOf('}', at) : -1;
    const anything = ['…', '...', '*'].find((sign) => written.startsWith(sign, at));
    if (end > 0) {
      const word = written
        .slice(at + 1, end)
        .trim()
        .toLowerCase();
      place(word === 'agent' || word === 'contact' ? word : null);
      at = end + 1;
    } else if (anything !== undefined) {
      place(null);
      at += anything.length;
    } else {
      text += written[at];
      at += 1;
    }
  }
  if (text !== '') tokens.push({ kind: 'text', text });
  return tokens;
}

/** @returns the parties in the name; null when it does not match */
export function readName({ tokens }: NamePattern, fileName: string): Readonly<Partial<Record<Party, string>>> | null {
  if (tokens === null) return null;
  const name = stemOf(fileName);
  const found: Partial<Record<Party, string>> = {};
  let at = 0;
  let open: { readonly party: Party | null } | null = null;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'place') {
      open = token;
      continue;
    }
    const start = startOf(token.text, name, at, open, index === tokens.length - 1);
    // The last separator may be missing together with the "anything else" after it.
    if (start < 0 && index === tokens.length - 2 && open !== null) break;
    if (start < 0) return null;
    if (open?.party) found[open.party] = name.slice(at, start).trim();
    open = null;
    at = start + token.text.length;
  }
  if (open === null) return at === name.length && areGiven(found) ? found : null;
  if (open.party) found[open.party] = name.slice(at).trim();
  return areGiven(found) ? found : null;
}

/** @returns the position of the text; -1 when it is missing */
function startOf(text: string, name: string, at: number, open: object | null, isLast: boolean): number {
  if (open === null) return name.startsWith(text, at) ? at : -1;
  if (!isLast) return name.indexOf(text, at);
  const start = name.length - text.length;
  return start >= at && name.endsWith(text) ? start : -1;
}

/** True when each party found has one character or more, within the limit. */
const areGiven = (found: Partial<Record<Party, string>>): boolean =>
  Object.values(found).every((value) => value !== '' && value.length <= MAX_PARTY);

/** File name without its extension. */
function stemOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 && fileName.length - dot <= 6 ? fileName.slice(0, dot) : fileName;
}
