// A number, said in any way, is masked whole; and what is said is read as it is.
// cspell:disable -- German sentences, and letters of ids
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumbers } from '../../../../src/speech/redaction/numbers/read-numbers.js';
import { blackened, callOf } from './calls.js';

const DIGITS = {
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  de: ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'],
};
const TENS = {
  en: ['ten', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
  de: ['zehn', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'],
};
const TEENS = {
  en: ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
  de: ['zehn', 'elf', 'zwölf', 'dreizehn', 'vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
};
const DOUBLE = { en: ['double', 'two times', 'twice the'], de: ['zweimal die', 'doppel', 'zwei mal die'] };
const FILLERS = {
  en: [' ', ', ', ' um ', ' and then ', ' dash ', ' - ', '. ', ' uh, '],
  de: [' ', ', ', ' äh ', ' und dann ', ' Strich ', ' - ', '. ', ' ähm, '],
};
type Language = keyof typeof DIGITS;

interface Way {
  readonly language: Language;
  readonly digits: readonly number[];
  /** Chooses how each part is said, and what stands after it. */
  readonly choices: readonly number[];
}

const WAY: fc.Arbitrary<Way> = fc.record({
  language: fc.constantFrom<Language>('en', 'de'),
  digits: fc.array(fc.nat(9), { minLength: 13, maxLength: 19 }),
  choices: fc.array(fc.nat(99), { minLength: 40, maxLength: 40 }),
});

function saidPair(language: Language, tens: number, unit: number): string {
  if (tens === 1) return TEENS[language][unit] ?? '';
  const ten = TENS[language][tens - 1] ?? '';
  if (unit === 0) return ten;
  const digit = DIGITS[language][unit] ?? '';
  return language === 'en' ? `${ten} ${digit}` : `${unit === 1 ? 'ein' : digit}und${ten}`;
}

/** Parts of a number as one says them; a pair is parted by a comma from what goes before, as the voice parts it. */
function partsOf({ language, digits, choices }: Way): string[] {
  const parts: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const [digit = 0, next] = [digits[at], digits[at + 1]];
    const choice = choices[at] ?? 0;
    if (digit === next && choice < 50) {
      parts.push(`${DOUBLE[language][choice % 3]} ${DIGITS[language][digit]}`);
      at += 2;
    } else if (next !== undefined && digit > 0 && choice < 25) {
      parts.push(saidPair(language, digit, next));
      at += 2;
    } else if (next !== undefined && choice > 85) {
      parts.push(digits.slice(at, at + 4).join(''));
      at += 4;
    } else {
      parts.push(DIGITS[language][digit] ?? '');
      at += 1;
    }
  }
  return parts;
}

function joined(way: Way): string {
  const fillers = FILLERS[way.language];
  return partsOf(way)
    .flatMap((part, at) => (at === 0 ? [part] : [fillers[(way.choices[at + 10] ?? 0) % fillers.length] ?? ' ', part]))
    .join('');
}

describe('any number of 13 to 19 digits, said in any way', () => {
  it('is masked whole', () => {
    fc.assert(
      fc.property(WAY, (way) => {
        const said = joined(way);
        const call = callOf(way.language, [['A', `${said} ${way.language === 'en' ? 'goodbye' : 'Wiedersehen'}`]]);
        const [text = ''] = blackened(call, { types: ['card_number'] });
        // Between a card and what may be its code a comma may be left.
        const left = text
          .slice(0, said.length)
          .split(/█+/)
          .filter((rest) => rest !== '');
        expect(left.filter((rest) => !FILLERS[way.language].includes(rest))).toEqual([]);
        expect(text.slice(0, 2) + text.slice(said.length - 2, said.length)).toBe('████');
        expect(text.slice(said.length)).not.toContain('█');
      }),
      { numRuns: 200 },
    );
  });

  it('is masked whole over any segments, with the other party between them', () => {
    fc.assert(
      fc.property(WAY, (way) => {
        const parts = partsOf(way).flatMap((part) => [
          ['A', part] as const,
          ['B', way.language === 'en' ? 'okay' : 'ja'] as const,
        ]);
        const ask = way.language === 'en' ? 'Your card number?' : 'Ihre Kartennummer?';
        const [, ...texts] = blackened(callOf(way.language, [['B', ask], ...parts]), { types: ['card_number'] });
        expect(texts.filter((_, at) => at % 2 === 0).join('')).toMatch(/^█+$/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('digits said one by one', () => {
  it('are read as they are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Language>('en', 'de'),
        fc.array(fc.nat(9), { minLength: 1, maxLength: 30 }),
        (language, digits) => {
          const said = digits.map((digit) => DIGITS[language][digit]).join(' ');
          const [found] = readNumbers(callOf(language, [['A', said]]));
          expect(found?.symbols).toBe(digits.join(''));
          expect(found?.places).toEqual([{ segmentId: 0, from: 0, to: said.length }]);
        },
      ),
    );
  });
});
