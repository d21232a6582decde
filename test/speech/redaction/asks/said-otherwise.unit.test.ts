// Secrets that no question names: passwords by the signs in them, codes by the code that they correct, names of relatives.
// cspell:disable -- names, and sentences in other languages
import { expect, it } from 'vitest';
import { findSensitive } from '../../../../src/speech/redaction/find-sensitive.js';
import { callOf, marked, WANTED, withoutBrackets } from '../searched-call.js';

function maskedIn(language: string, lines: readonly string[]): string[] {
  const call = callOf(language, ...lines.map(withoutBrackets));
  return marked(call, findSensitive(call, WANTED).spans);
}

it.each<[string, string, readonly string[]]>([
  [
    'a sign beside digits',
    'en',
    ['A: Which one did you try?', 'C: [Lighthouse, question mark, eight one].', 'A: Caps lock is off?', 'C: Yes.'],
  ],
  ['a sign beside letters, without punctuation', 'en', ['A: here is the new one', 'A: [m a p l e underscore]']],
  ['two signs', 'en', ['A: What do you type?', 'C: [marble hashtag marble exclamation mark].']],
  ['a sign beside a capital letter', 'de', ['A: Was tippen Sie?', 'K: [Birke, großes B, Ausrufezeichen].']],
  [
    'a sign alone, soon after',
    'de',
    ['A: wie ist denn das kennwort', 'K: [birke sieben sieben]', 'A: mit [unterstrich]', 'K: nein'],
  ],
  ['a menu', 'en', ['A: Press four, then the hash key.', 'C: I pressed hash two times.']],
  ['rules for passwords', 'en', ['A: It must have eight letters, a digit and an exclamation mark.', 'C: Okay.']],
  ['ein Menü', 'de', ['A: Drücken Sie die 4 und dann die Rautetaste.', 'K: Gut.']],
  [
    'a code that corrects another',
    'en',
    [
      'A: What does the text say, the six digits?',
      'C: [Four oh two, nine one one].',
      'A: It does not take that.',
      'C: Oh, it says [four oh two, nine seven one].',
    ],
  ],
  [
    'a number of another kind after a code',
    'en',
    ['A: What is the PIN?', 'C: [Seven three nine four].', 'A: Your order number is one eight two six.'],
  ],
  [
    'ein Wort, das falsch verstanden wurde',
    'de',
    [
      'A: Wie lautet das Kennwort?',
      'K: [Mausefalle].',
      'A: Ich habe das jetzt als [Hausfalle] verstanden.',
      'K: Nein, das war es nicht.',
    ],
  ],
  [
    'a name that was misheard, and no other word that is like it',
    'en',
    ['A: And your surname?', 'C: [Abernethy].', 'A: [Abernathy], and you are ringing about the amenity charge?'],
  ],
  ['a relative', 'en', ['A: Who is the policy holder?', 'C: That would be my sister, [Ottoline Farr].']],
  ['eine Verwandte', 'de', ['A: Auf wen läuft der Anschluss?', 'K: Auf meine Tante, [Wiebke Harms].']],
])('masks what is to be masked, and nothing else: %s', (_, language, lines) => {
  expect(maskedIn(language, lines)).toEqual(lines);
});
