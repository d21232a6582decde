// Cuts text into words, runs of digits and marks. Pure.
// cspell:ignore äöüß

export interface Token {
  readonly kind: 'digits' | 'word' | 'mark';
  /** Folded: in lower case, umlauts and ß written out; digits as 0 to 9. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** True when there is no blank before it. */
  readonly isGlued: boolean;
  /** True for a token of capital letters only. */
  readonly isUpper: boolean;
}

const TOKEN = /\p{Nd}+|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\S/gu;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', '’': "'" };

/** One form for all spellings of a word. */
export function fold(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüß’]/g, (letter) => UMLAUTS[letter] ?? letter);
}

/** Linear in the text. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: raw, index: from } of text.matchAll(TOKEN)) {
    const to = from + raw.length;
    const isGlued = from === end && from > 0;
    if (/^\p{Nd}/u.test(raw))
      tokens.push({ kind: 'digits', text: raw.normalize('NFKC'), from, to, isGlued, isUpper: false });
    else if (/^\p{L}/u.test(raw)) {
      const isUpper = raw === raw.toUpperCase() && raw !== raw.toLowerCase();
      tokens.push({ kind: 'word', text: fold(raw), from, to, isGlued, isUpper });
    } else tokens.push({ kind: 'mark', text: raw, from, to, isGlued, isUpper: false });
    end = to;
  }
  return tokens;
}
