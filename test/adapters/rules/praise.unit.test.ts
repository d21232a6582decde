// No praise without the deed: calls that only sound like it, each beside one in which it is done.
import { describe, expect, it } from 'vitest';
import { analyseByRules, loadRuleBooks } from '../../../src/adapters/rules/judge-by-rules.js';
import type { FindingName } from '../../../src/ports/findings.js';
import { segmentsOf } from '../../support/audio/segments.js';
import type { Script } from '../../support/builders/rule-calls.js';

const books = loadRuleBooks();

function isTold(finding: FindingName, lines: Script, language = 'en'): boolean {
  const call = { segments: segmentsOf(lines), language, outputLanguage: null, durationMs: 60_000, spotted: [] };
  return analyseByRules(books, call).findings[finding].met;
}

const PROBLEM: Script = [
  ['agent', 'Hello, Northwind Energy, what has happened?'],
  ['customer', 'My heating has been off since Tuesday.'],
];
const end = (agent: string, customer: string, last = 'Goodbye.'): Script => [
  ...PROBLEM,
  ['agent', agent],
  ['customer', customer],
  ['agent', last],
];

describe('A resolution', () => {
  it.each<[string, Script]>([
    ['a known problem', end('It is a known problem.', 'I see. Thanks, bye.')],
    ['a note for a team', end('I have added a note for the second line.', 'Okay, thank you.')],
    ['a promise without a date', end('Somebody will be in touch when there is a gap.', 'Right. Thanks.')],
    ['thanks alone', end('Anything else I can do?', 'No, thank you so much, goodbye.')],
    [
      'a question that stays open',
      end('The network lads have it on their board.', 'When, though?', 'It will be looked at.'),
    ],
    [
      'a matter that the customer opens again',
      end(
        'While you are on, I have fixed a typo in your address.',
        'Great. But the other one?',
        'I would be guessing.',
      ),
    ],
    [
      'a voicemail',
      [
        ['customer', 'You have reached the Murphys. Leave a message after the tone.'],
        ['agent', 'Hello, it is north wind energy I am calling about your bill. We will ring again on Friday. Bye.'],
      ],
    ],
    [
      'a wrong number',
      [
        ['agent', 'Hello, it is Fern from Clarity Eyes. Your glasses are in.'],
        ['customer', 'No, this is a chip shop.'],
        ['agent', 'Sorry to have bothered you.'],
        ['customer', 'No bother. Bye.'],
      ],
    ],
    [
      'a sale that was declined',
      [
        ['agent', 'Good evening, it is Chad with Northwind about your package. It is nineteen more the first year.'],
        ['customer', 'I watch four channels.'],
        ['agent', 'They have got ninety more.'],
        ['customer', 'No thank you. Bye now.'],
      ],
    ],
  ])('is not told for %s', (_, lines) => {
    expect(isTold('call_resolution', lines), 'it is told as resolved').toBe(false);
  });

  it.each<[string, Script]>([
    ['what was done', end('I have unlocked your boiler from here.', 'It works now, thank you.')],
    ['what is agreed with its date', end('The engineer will be with you on Thursday at ten.', 'Thursday is fine.')],
    ['what the customer confirms', end('Press the red button.', 'Oh, it is back on now. You are a star.')],
  ])('is told for %s', (_, lines) => {
    expect(isTold('call_resolution', lines), 'it is told as resolved').toBe(true);
  });

  it.each<[string, string, boolean]>([
    ['Das ist ein bekanntes Problem.', 'Na gut, danke.', false],
    ['Ich habe es an die Technik weitergegeben, es meldet sich jemand.', 'Na gut, danke.', false],
    ['Der Techniker kommt morgen um zehn Uhr.', 'Wunderbar, danke.', true],
  ])('is told in German for "%s": %s', (agent, customer, told) => {
    const lines: Script = [
      ['agent', 'Guten Tag, wie kann ich Ihnen helfen?'],
      ['customer', 'Meine Heizung geht seit Dienstag nicht.'],
      ['agent', agent],
      ['customer', customer],
    ];
    expect(isTold('call_resolution', lines, 'de'), 'it is told as resolved').toBe(told);
  });
});

describe('Empathy', () => {
  it.each([
    'I understand correctly that you moved in June.',
    'Sorry for the delay.',
    'Sorry, could you repeat that?',
    'We appreciate you.',
    'I appreciate your patience.',
    'Unfortunately we close at six.',
    'I see.',
    'No worries.',
    'I do apologise for any inconvenience.',
    'I totally hear you.',
    'Sorry about the hassle.',
    'We let you down there.',
    'Deep breath, we deal with these every April.',
    'What is worrying you?',
  ])('is not told for "%s"', (said) => {
    expect(isTold('empathetic_language', end(said, 'Okay.')), 'it is told as empathetic').toBe(false);
  });

  it.each(['That would shake anyone.', 'You sound worn out.', 'I am so sorry that you had to wait in the cold.'])(
    'is told for "%s"',
    (said) => {
      expect(isTold('empathetic_language', end(said, 'Thank you.')), 'it is told as empathetic').toBe(true);
    },
  );
});

describe('An outcry', () => {
  it('is empathy in a conversation, and not beside gossip', () => {
    const outcry = end('Oh no, in this weather?', 'Yes, I am frozen.');
    expect(isTold('empathetic_language', outcry), 'an outcry').toBe(true);
    const gossip = 'Between you and me, that engineer is useless.';
    expect(isTold('empathetic_language', [...outcry.slice(0, -1), ['agent', gossip]]), 'beside gossip').toBe(false);
  });

  it('is no empathy before the customer has spoken', () => {
    const opening: Script = [
      ['agent', 'Hello, it is Craig from Northwind, it must be awful without fibre.'],
      ['customer', 'I manage.'],
      ['agent', 'As you like.'],
      ['customer', 'Bye.'],
    ];
    expect(isTold('empathetic_language', opening), 'before the customer has spoken').toBe(false);
  });
});

describe('A check of identity', () => {
  it.each([
    [
      'a code that is withheld',
      'I have sent you a six digit passcode, read it to me.',
      'It says never share this with anyone.',
    ],
    ['a word to which no number is said', 'What name, and which zip is it?', 'Clara Doyle, the zip at the back.'],
  ])('is not told for %s', (_, asked, answer) => {
    expect(isTold('identity_verification', end(asked, answer)), 'it is told as verified').toBe(false);
  });

  it('is told where the agent finds both to agree', () => {
    const lines = end(
      'Read me that long one, and the flat.',
      '7 7 0 0 4, and 5 B Marine Parade.',
      'Both of those agree.',
    );
    expect(isTold('identity_verification', lines), 'it is told as verified').toBe(true);
  });

  it.each<[string, string, string]>([
    ['one identifier', 'What is your account number?', '4 4 1 9 0 2 7'],
    ['a parcel and the way to its door', 'What was the address it was meant for?', '6 Burnfoot Crescent'],
    ['a telephone number for the driver', 'What number does he ring when he is outside?', '0 7 7 0 0 9 0 0'],
    ['an e-mail address for a brochure', 'What is the best email for a brochure?', 'anita at example dot com'],
  ])('is not told for %s', (_, asked, answer) => {
    const lines: Script = [...PROBLEM, ['agent', 'And the tracking number?'], ['customer', 'S L 8 8 2 0 3']];
    const before = asked.includes('account') ? PROBLEM : lines;
    const call: Script = [...before, ['agent', asked], ['customer', answer]];
    expect(isTold('identity_verification', call), 'it is told as a check').toBe(false);
  });

  it('is told for two identifiers, and not for a word alone that the customer once chose', () => {
    const asked: Script = [
      ...PROBLEM,
      ['agent', 'Your account number and date of birth, please?'],
      ['customer', '4 4 1'],
    ];
    expect(isTold('identity_verification', asked), 'two identifiers').toBe(true);
    const word: Script = [...PROBLEM, ['agent', 'And the word you chose when you joined us?'], ['customer', 'Badger.']];
    expect(isTold('identity_verification', word), 'a word').toBe(false);
    const both: Script = [...word, ['agent', 'And your date of birth?'], ['customer', 'The third of May 1980.']];
    expect(isTold('identity_verification', both), 'a word and a date of birth').toBe(true);
    const parcel: Script = [
      ...PROBLEM,
      ['agent', 'Order number and postcode of the parcel?'],
      ['customer', '7741, LS1 4AB.'],
    ];
    expect(isTold('identity_verification', parcel), 'what finds a parcel').toBe(false);
  });
});

describe('Privacy, a greeting and professional conduct', () => {
  it.each<[FindingName, string]>([
    ['privacy_protection', 'We are a fully compliant company and your data is safe.'],
    ['privacy_protection', 'I do not have the authority to say.'],
  ])('%s is not told for "%s"', (finding, said) => {
    expect(isTold(finding, end(said, 'Okay.')), 'it is told as done').toBe(false);
  });

  it('does not take an offer of help for a greeting', () => {
    const call: Script = [
      ['agent', 'Trade counter, how may I help?'],
      ['customer', 'I ordered copper bends.'],
    ];
    expect(isTold('greeting', call), 'an offer of help').toBe(false);
  });

  it('does not take courteous gossip for professional conduct', () => {
    const courteous: Script = [
      ['agent', 'Thank you for calling Marlow Road, how may I help?'],
      ['customer', 'It is about my car.'],
      ['agent', 'Certainly. May I take the registration, please?'],
      ['customer', '1 Z K 8 Q P'],
    ];
    expect(isTold('professionalism', [...courteous, ['agent', 'Thank you. It is ready now.']]), 'courtesy').toBe(true);
    const gossip = 'Thank you. Between you and me, Wes has been off the planet since his missus left.';
    expect(isTold('professionalism', [...courteous, ['agent', gossip]]), 'courteous gossip').toBe(false);
  });
});
