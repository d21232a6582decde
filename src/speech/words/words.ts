// Splits text into words, in any script. Quotation checks, word counts and prompt-injection patterns share it, so that
// they agree on what a word is.

/** One word of a text. Offsets are UTF-16 code units and never split a surrogate pair. */
export interface TextWord {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The form in which words are compared: case-folded, NFC, without apostrophes and invisible characters. */
  readonly key: string;
  /** True when only punctuation and no white space separates the word from the previous one: `e-mail`, `10.50`. */
  readonly glued: boolean;
  /**
   * Number of letters and digits. A character of a script without word spaces counts as two: it carries about as much
   * meaning.
   */
  readonly weight: number;
}

/**
 * A word is a run of letters, digits, marks, currency signs and pictographs. Each character of a script that writes
 * without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) is a separate word. One pass; never throws.
 */
export function splitWords(text: string): TextWord[] {
  const words: TextWord[] = [];
  let open: { start: number; end: number; chars: string; glued: boolean; weight: number; unspaced: boolean } | null =
    null;
  let sawPunctuation = false;
  let sawSpace = true;

  const close = () => {
    if (open) {
      const { start, end, glued, weight } = open;
      words.push({ start, end, key: fold(open.chars), glued, weight });
      open = null;
      sawPunctuation = false;
      sawSpace = false;
    }
  };

  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const char = String.fromCodePoint(code);
    const end = at + char.length;
    const kind = kindOf(code, char);
    if (kind === 'space' || kind === 'punctuation') {
      close();
      if (kind === 'space') sawSpace = true;
      else sawPunctuation = true;
    } else if (kind === 'mark' || (kind === 'letter' && open && !open.unspaced)) {
      if (open) {
        open.chars += char;
        open.end = end;
        if (kind === 'letter') open.weight += 1;
      } else {
        open = { start: at, end, chars: char, glued: sawPunctuation && !sawSpace, weight: 0, unspaced: false };
      }
    } else if (kind === 'letter' || kind === 'unspaced') {
      close();
      const unspaced = kind === 'unspaced';
      open = {
        start: at,
        end,
        chars: char,
        glued: sawPunctuation && !sawSpace,
        weight: unspaced ? 2 : 1,
        unspaced,
      };
    }
    // The other kind, 'ignored' (apostrophes, invisible characters), neither ends a word nor belongs to its key.
    at = end;
  }
  close();
  return words;
}

/** Number of words; `e-mail` counts as one. */
export function countWords(text: string): number {
  return splitWords(text).filter((word) => !word.glued && word.weight > 0).length;
}

type Kind = 'letter' | 'mark' | 'unspaced' | 'ignored' | 'space' | 'punctuation';

const APOSTROPHES = new Set(["'", '\u2018', '\u2019', '\u02bc', '\uff07']);
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MARK = /\p{M}/u;
const LETTER = /[\p{L}\p{N}\p{Sc}\p{So}\p{Emoji_Modifier}]/u;
const SPACE = /[\s\p{Cc}]/u;
const INVISIBLE = /\p{Cf}/u;

/** Kinds of ASCII characters, computed once: most text is ASCII, and the regular expressions are slow. */
const ASCII_KINDS: readonly Kind[] = Array.from({ length: 128 }, (_, code) => computeKind(String.fromCharCode(code)));

function kindOf(code: number, char: string): Kind {
  return ASCII_KINDS[code] ?? computeKind(char);
}

function computeKind(char: string): Kind {
  if (APOSTROPHES.has(char)) return 'ignored';
  if (MARK.test(char)) return 'mark';
  if (LETTER.test(char)) return UNSPACED.test(char) ? 'unspaced' : 'letter';
  if (SPACE.test(char)) return 'space';
  return INVISIBLE.test(char) ? 'ignored' : 'punctuation';
}

/** Folds case. Through upper case, so that `ß` equals `SS`. */
function fold(chars: string): string {
  return chars.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
