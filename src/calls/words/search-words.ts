// Words by which texts are searched. The index and the queries use the same functions, so that they agree whatever Postgres's
// version and locale are.

/** A word, or a character of a script that is written without spaces. */
export interface SearchUnit {
  /** Without case and accents. */
  readonly text: string;
  readonly isCharacter: boolean;
  /** UTF-16 offsets in its text. */
  readonly start: number;
  readonly end: number;
}

/** Longer words are cut: an entry of the index holds at most 2,046 bytes. */
const MAX_WORD_CHARACTERS = 64;

const RUN = /[\p{L}\p{M}\p{N}\p{Cf}]+/gu;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_RUN = /[a-z0-9]+/g;
/** Scripts written without spaces, then marks that lengthen a sound, repeat a character, or voice a Japanese one. */
const SPACELESS_CHARACTERS = `${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{sc=${script}}`)
  .join('')}\\u30fc\\uff70\\u3005\\u3099\\u309a\\uff9e\\uff9f`;
const PARTS = new RegExp(`[${SPACELESS_CHARACTERS}]+|[^${SPACELESS_CHARACTERS}]+`, 'gu');
const IS_SPACELESS = new RegExp(`^[${SPACELESS_CHARACTERS}]`, 'u');
const CHARACTERS = /.[\u3099\u309a\uff9e\uff9f]?/gsu;

/** Accents of Latin, Greek and Cyrillic; vowel signs of Hebrew and Arabic. In other scripts, marks are parts of the letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\p{Cf}]/gu;
/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const NOT_A_WORD = /[^\p{L}\p{M}\p{N}]+/u;

/** Removes case, accents, and differences of width. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  // Decomposes, then folds case, then removes accents: İ has an accent in lower case too.
  const bare = word.normalize('NFKD').toLowerCase().replace(ACCENTS, '');
  return bare.replace(LETTER, (letter) => LETTERS[letter] ?? letter).normalize('NFC');
}

/**
 * Entry of a unit in the index. A character is joined with the next one, whatever is between them, so that any sequence of
 * characters is found wherever words end. The last character stands alone.
 */
export function lexemeOf(unit: SearchUnit, next: SearchUnit | undefined): string {
  return isPair(unit, next) ? unit.text + next.text : unit.text;
}

export function isPair(unit: SearchUnit | undefined, next: SearchUnit | undefined): next is SearchUnit {
  return unit?.isCharacter === true && next?.isCharacter === true;
}

export interface SearchEntry {
  readonly lexeme: string;
  /** Index of the segment, and the offsets in its text where the entry begins and ends. */
  readonly segment: number;
  readonly start: number;
  readonly lastSegment: number;
  readonly end: number;
}

/** Entries of one stretch, in order. */
export function* searchEntries(stretch: readonly { readonly text: string }[]): Generator<SearchEntry> {
  let before: UnitOfSegment | null = null;
  for (const [segment, { text }] of stretch.entries()) {
    for (const unit of searchUnits(text)) {
      if (before !== null) yield entryOf(before, { unit, segment });
      before = { unit, segment };
    }
  }
  if (before !== null) yield entryOf(before, null);
}

interface UnitOfSegment {
  readonly unit: SearchUnit;
  readonly segment: number;
}

function entryOf({ unit, segment }: UnitOfSegment, next: UnitOfSegment | null): SearchEntry {
  const last = isPair(unit, next?.unit) && next ? next : { unit, segment };
  return {
    lexeme: lexemeOf(unit, next?.unit),
    segment,
    start: unit.start,
    lastSegment: last.segment,
    end: last.unit.end,
  };
}

/** Groups of consecutive segments by the same speaker: a phrase may continue from one into the next. */
export function* stretchesOf<Segment extends { readonly speaker: string }>(
  segments: readonly Segment[],
): Generator<Segment[]> {
  let stretch: Segment[] = [];
  for (const segment of segments) {
    if (stretch.length > 0 && stretch[0]?.speaker !== segment.speaker) {
      yield stretch;
      stretch = [];
    }
    stretch.push(segment);
  }
  if (stretch.length > 0) yield stretch;
}

/** Yields the units of a text in order. */
export function* searchUnits(text: string): Generator<SearchUnit> {
  if (ASCII.test(text)) {
    for (const { 0: word, index } of text.toLowerCase().matchAll(ASCII_RUN))
      yield* cut(word, index, index + word.length);
    return;
  }
  for (const { 0: run, index } of text.matchAll(RUN)) {
    for (const { 0: part, index: at } of run.matchAll(PARTS)) {
      const start = index + at;
      if (IS_SPACELESS.test(part)) yield* characters(part, start);
      else for (const word of foldWord(part).split(NOT_A_WORD)) yield* cut(word, start, start + part.length);
    }
  }
}

function* characters(part: string, start: number): Generator<SearchUnit> {
  for (const { 0: character, index } of part.matchAll(CHARACTERS)) {
    const at = start + index;
    for (const text of foldWord(character)) yield { text, isCharacter: true, start: at, end: at + character.length };
  }
}

function* cut(word: string, start: number, end: number): Generator<SearchUnit> {
  if (word.length <= MAX_WORD_CHARACTERS) {
    if (word !== '') yield { text: word, isCharacter: false, start, end };
    return;
  }
  const letters = [...word];
  for (let at = 0; at < letters.length; at += MAX_WORD_CHARACTERS)
    yield { text: letters.slice(at, at + MAX_WORD_CHARACTERS).join(''), isCharacter: false, start, end };
}
