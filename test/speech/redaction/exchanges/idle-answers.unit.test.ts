// cspell:disable -- names, and sentences in German
// What patterns found is dropped where nothing asks for data, and where no word of an answer may be data.
import { expect, it } from 'vitest';
import { REDACTION_TYPES, TYPE_ROWS } from '../../../../src/ports/redaction.js';
import { findSensitive } from '../../../../src/speech/redaction/find-sensitive.js';
import { callOf, marked, WANTED, withoutBrackets } from '../searched-call.js';

const PCI = REDACTION_TYPES.filter((type) => TYPE_ROWS[type].isPci);
const LONG = 'and then he said that he had been there before but that was years ago '.repeat(7);

it.each([
  [
    'en',
    'nothing where a machine wants a PIN',
    [
      'A: Guest services, this is Trey.',
      'C: my players card wont work at the machine it wants a pin',
      'A: okay did you set one up at the desk',
    ],
  ],
  [
    'en',
    'nothing of rules for a password',
    [
      'A: Try now while I am with you.',
      'C: It wants a password with a number, a capital and a symbol.',
      "A: Don't say it to me, now.",
    ],
  ],
  [
    'en',
    'nothing while a code has not come',
    [
      'A: Could you read me the code we just sent you?',
      'C: It has not arrived yet, I think.',
      'A: Give it a minute.',
      'C: There. [Four four nine one oh two].',
    ],
  ],
  [
    'de',
    'nichts, wo ein Kennwort ungültig ist',
    [
      'A: Haben Sie das Kennwort per SMS bekommen?',
      'C: Ja, aber er sagt immer, es ist ungültig.',
      'A: Tippen Sie es ab oder kopieren Sie?',
    ],
  ],
  [
    'en',
    'nothing where no word of an answer may be one',
    ['A: What password did you use for it?', 'C: My husband always did all that, I never knew.', 'A: No worries.'],
  ],
  [
    'en',
    'a number before what sounds like a refusal',
    ['A: And what were you pressing when it asked you?', 'C: [Seven two nine one], same as always.'],
  ],
])('in %s masks %s', (language, _, turns) => {
  const call = callOf(language, ...turns.map(withoutBrackets));
  expect(marked(call, findSensitive(call, { ...WANTED, types: PCI }).spans)).toEqual(turns);
});

it('drops nothing of a turn that is too long to be judged', () => {
  const call = callOf('en', 'A: And the password that you set with us?', `C: Kingfisher it is. ${LONG}`);
  const [, answer] = marked(call, findSensitive(call, { ...WANTED, types: PCI }).spans);
  expect(answer).toMatch(/^C: \[Kingfisher/);
});
