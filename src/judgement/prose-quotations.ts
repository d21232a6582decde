// Finds quotations in a text, with any kind of quotation marks. The writer is a model that may have been manipulated. In doubt, a
// mark counts as a quotation mark: where marks are not a sequence of well-formed quotations, the text is reported as broken from
// there on.

export interface ProseQuotation {
  /** Place of the quotation, with its marks. */
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

export interface ProseQuotations {
  readonly quotations: readonly ProseQuotation[];
  /** Offset from which marks do not pair, or are nested; null where all pair. */
  readonly brokenAt: number | null;
}

/** Maximum number of quotations; a text with more is broken. Limits the work that one answer can cause. */
const MAX_QUOTATIONS = 20;

/**
 * Every character that Unicode calls a quotation mark, opening or closing, and similar ones: primes, standalone accents, brackets
 * except for the usual ones, marks of HTML, and two commas.
 */
const QUOTES = String.raw`\p{Quotation_Mark}\p{Pi}\p{Pf}\u02b9-\u02bd\u02c8\u02ca\u02cb\u02ee\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\u{1f676}-\u{1f678}`;
const BRACKETS = String.raw`(?![()[\]{}（）［］｛｝])[\p{Ps}\p{Pe}]`;
const ACCENTS = String.raw`(?!\p{Emoji_Modifier})\p{Sk}`;
/** Emphasis in plain text. A mark without a partner is something else: a bullet, "less than". */
const EMPHASIS = String.raw`*_~|<>\p{Pc}\u2217\u204e\u2731\uff0a\uff5e\uff1c\uff1e`;
const MARK = new RegExp(
  String.raw`(?:<\/?[a-z][^<>]{0,80}>|&(?:[a-z]{2,8}|#x?[0-9a-f]{1,6});|,,|[${QUOTES}${EMPHASIS}]|${BRACKETS}|${ACCENTS})+`,
  'giu',
);
const ONLY_EMPHASIS = new RegExp(`^[${EMPHASIS}]+$`, 'u');
/** Between two letters these are a part of the word: "isn't", "צה״ל". */
const APOSTROPHE = /^['\u2019\u02bc\u02bb\uff07\u05f3\u05f4\u2032]$/u;
const BLANK = /[\s\p{Cf}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without blanks before and after a quotation. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Closing marks by opening mark. Any other mark closes itself, or is closed by its partner among the brackets of Unicode. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”"',
  '„': '“”"‟',
  '‟': '”“',
  '‘': "’'",
  '‚': "‘’'",
  '‛': '’',
  "'": "'’",
  '’': '’',
  '”': '”',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '〝': '〞〟',
  '`': "`'´’",
  '<': '>',
  '>': '<>',
  ',': '\'"”’“‘',
};
const OPENS = /[\p{Ps}\p{Pi}]/u;
const CLOSES = /[\p{Pe}\p{Pf}]/u;

interface Mark {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isEmphasis: boolean;
}

export function quotationsIn(text: string): ProseQuotations {
  const marks = marksIn(text);
  const quotations: ProseQuotation[] = [];
  for (let at = 0; at < marks.length; at++) {
    const open = marks[at] as Mark;
    if (isApostrophe(text, open)) continue;
    const closeAt = closingOf(text, marks, at);
    if (closeAt === null) {
      if (open.isEmphasis) continue;
      return { quotations, brokenAt: open.from };
    }
    const close = marks[closeAt] as Mark;
    quotations.push({ from: open.from, to: close.to, words: text.slice(open.to, close.from) });
    if (quotations.length > MAX_QUOTATIONS) return { quotations, brokenAt: open.from };
    at = closeAt;
  }
  return { quotations, brokenAt: null };
}

function marksIn(text: string): Mark[] {
  return [...text.matchAll(MARK)].flatMap(({ 0: found, index: from }) => {
    const to = from + found.length;
    const isWithinWord = APOSTROPHE.test(found) && WORD.test(before(text, from)) && WORD.test(behind(text, to));
    return isWithinWord ? [] : [{ from, to, text: found, isEmphasis: ONLY_EMPHASIS.test(found) }];
  });
}

/** Possessive mark after a word, as in "the agents' calls": it opens no quotation. */
function isApostrophe(text: string, { from, text: mark }: Mark): boolean {
  return APOSTROPHE.test(mark) && WORD.test(before(text, from)) && !UNSPACED.test(before(text, from));
}

/** Index of the mark that closes a quotation; null where none does, or another mark is between. */
function closingOf(text: string, marks: readonly Mark[], at: number): number | null {
  const open = marks[at] as Mark;
  if (!isEdge(before(text, open.from))) return null;
  for (let next = at + 1; next < marks.length; next++) {
    const close = marks[next] as Mark;
    if (close.isEmphasis && !open.isEmphasis) continue;
    return pairs(open, close) && isTight(text, open, close) && isEdge(behind(text, close.to)) ? next : null;
  }
  return null;
}

function pairs({ text: open }: Mark, { text: close }: Mark): boolean {
  const [opening, closing] = [[...open].at(-1) ?? '', [...close][0] ?? ''];
  if (open.endsWith('>') && open.length > 2) return close.startsWith('</');
  if (open.endsWith(';')) return close.startsWith('&');
  if (opening in CLOSING) return CLOSING[opening]?.includes(closing) === true;
  if (OPENS.test(opening)) return CLOSES.test(closing);
  return opening === closing;
}

/** Straight marks and emphasis have no blank inside. Different marks may have one, as in French. */
function isTight(text: string, open: Mark, close: Mark): boolean {
  const hasBlank = BLANK.test(behind(text, open.to)) || BLANK.test(before(text, close.from));
  return !hasBlank || (!open.isEmphasis && [...open.text].at(-1) !== [...close.text][0]);
}

/** Whether a quotation may begin behind the character, and end before it. */
function isEdge(character: string): boolean {
  return !WORD.test(character) || UNSPACED.test(character);
}

function before(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
}

function behind(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0x20);
}
