// cspell:disable -- German streets
// What is planted: numbers with the check digits of their kind, addresses and passwords. All of them invented.
import type { RedactionCountry, RedactionType } from '../../../../src/ports/redaction.js';
import type { Random } from '../../../support/builders/random.js';
import { type Language, MONTHS } from './number-words.js';

/** `say` is a word between the parts that tells nothing. */
export interface Group {
  readonly kind: 'digits' | 'letters' | 'word' | 'sign' | 'say';
  readonly text: string;
}

export interface Value {
  readonly groups: readonly Group[];
  /** Spellings that transcribers choose. */
  readonly written: readonly string[];
  /** How it is said with months and ordinals; null where it has none. */
  readonly date: { readonly day: number | null; readonly month: number; readonly year: string } | null;
}

/** Words of a language that values are made of. */
export interface Vocabulary {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  /** As they stand in an e-mail address, as is the host and its end. */
  readonly mailFirst: readonly string[];
  readonly mailLast: readonly string[];
  readonly hosts: readonly string[];
  readonly ends: readonly string[];
  readonly secrets: readonly string[];
  /** Of German phone numbers. */
  readonly prefixes: readonly string[];
}

export interface Wanted {
  readonly type: RedactionType;
  readonly country: RedactionCountry;
  readonly language: Language;
  /** The words that ask for it or lead to it: they say which of two kinds it is. */
  readonly asked: string;
  readonly vocabulary: Vocabulary;
}

export const PLANTED_TYPES = [
  'card_number',
  'card_security_code',
  'card_expiry',
  'bank_account',
  'national_id',
  'health_id',
  'date_of_birth',
  'phone_number',
  'email',
  'password_or_pin',
] as const satisfies readonly RedactionType[];
/** Found by a language model; without one only after cues. They have calls of their own. */
export const NAMED_TYPES = ['person_name', 'postal_address'] as const satisfies readonly RedactionType[];
export type PlantedType = (typeof PLANTED_TYPES)[number] | (typeof NAMED_TYPES)[number];

const VALUES: Record<PlantedType, (wanted: Wanted, random: Random) => Value> = {
  card_number: cardNumber,
  card_security_code: (_, random) => plain(digits(random, random.below(4) === 0 ? 4 : 3)),
  card_expiry: cardExpiry,
  bank_account: bankAccount,
  national_id: nationalId,
  health_id: healthId,
  date_of_birth: dateOfBirth,
  phone_number: phoneNumber,
  email,
  password_or_pin: passwordOrPin,
  person_name: personName,
  postal_address: postalAddress,
};

export function drawValue(type: PlantedType, wanted: Omit<Wanted, 'type'>, random: Random): Value {
  return VALUES[type]({ ...wanted, type }, random);
}

function digits(random: Random, length: number): string {
  return Array.from({ length }, () => random.below(10)).join('');
}

function numbers(...texts: string[]): Group[] {
  return texts.map((text) => ({ kind: 'digits', text }));
}

function plain(text: string): Value {
  return { groups: numbers(text), written: [text], date: null };
}

/** @param lengths of the groups */
function cut(text: string, lengths: readonly number[]): string[] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
}

export function luhnDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

function cardNumber(_: Wanted, random: Random): Value {
  const amex = random.below(6) === 0;
  const body = amex
    ? `37${digits(random, 12)}`
    : `${random.of(['4', '51', '53', '55'])}${digits(random, 14)}`.slice(0, 15);
  const groups = cut(body + luhnDigit(body), amex ? [4, 6, 5] : [4, 4, 4, 4]);
  return {
    groups: numbers(...groups),
    written: [groups.join(' '), groups.join('-'), groups.join(''), [...groups.join('')].join(' ')],
    date: null,
  };
}

function cardExpiry(_: Wanted, random: Random): Value {
  const month = 1 + random.below(12);
  const year = String(2027 + random.below(5));
  const two = String(month).padStart(2, '0');
  return {
    groups: numbers(two, random.below(2) === 0 ? year : year.slice(2)),
    written: [`${two}/${year.slice(2)}`, `${two}/${year}`, `${two} ${year.slice(2)}`],
    date: { day: null, month, year },
  };
}

function bankAccount({ country, language, asked }: Wanted, random: Random): Value {
  if (country === 'US') {
    const routing = routingNumber(random);
    const account = digits(random, 8 + random.below(4));
    const groups = [...numbers(...cut(routing, [3, 3, 3])), say('account'), ...numbers(...inThrees(account))];
    return { groups, written: [`${routing} account ${account}`, `${routing}, account number ${account}`], date: null };
  }
  if (country === 'GB') {
    const sort = cut(digits(random, 6), [2, 2, 2]);
    const account = cut(digits(random, 8), [4, 4]);
    const groups = [...numbers(...sort), say('account'), ...numbers(...account)];
    return { groups, written: [`${sort.join('-')} account ${account.join('')}`], date: null };
  }
  const isIban = /IBAN/.test(asked) || (!/Kontonummer/.test(asked) && random.below(2) === 0);
  if (language === 'de' && !isIban) {
    const account = inThrees(digits(random, 8 + random.below(3)));
    const bank = cut(`${1 + random.below(8)}${digits(random, 7)}`, [3, 3, 2]);
    const groups = [say('Kontonummer'), ...numbers(...account), say('Bankleitzahl'), ...numbers(...bank)];
    const written = [`Kontonummer ${account.join('')} Bankleitzahl ${bank.join(' ')}`];
    return { groups, written, date: null };
  }
  const iban = germanIban(digits(random, 18));
  const parts = cut(iban, [4, 4, 4, 4, 4, 2]);
  const groups: Group[] = [{ kind: 'letters', text: 'DE' }, ...numbers(iban.slice(2, 4), ...parts.slice(1))];
  return { groups, written: [parts.join(' '), iban], date: null };
}

function say(text: string): Group {
  return { kind: 'say', text };
}

function inThrees(text: string): string[] {
  return text.match(/\d{1,3}/g) ?? [];
}

function routingNumber(random: Random): string {
  const body = String(1 + random.below(12)).padStart(2, '0') + digits(random, 6);
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] as number), 0);
  return body + String((10 - (sum % 10)) % 10);
}

function germanIban(body: string): string {
  const check = 98n - (BigInt(`${body}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${body}`;
}

function nationalId({ country }: Wanted, random: Random): Value {
  if (country === 'US') {
    const groups = [String(101 + random.below(564)), String(11 + random.below(88)), String(1001 + random.below(8998))];
    return { groups: numbers(...groups), written: [groups.join('-'), groups.join(' '), groups.join('')], date: null };
  }
  if (country === 'GB') {
    const prefix = random.of([...'ABCEGHJKLMNPRSTWXYZ']) + random.of([...'ABCEGHJKLMNPRSTWXYZ']);
    const parts = cut(digits(random, 6), [2, 2, 2]);
    const suffix = random.of([...'ABCD']);
    const groups: Group[] = [
      { kind: 'letters', text: prefix },
      ...numbers(...parts),
      { kind: 'letters', text: suffix },
    ];
    return { groups, written: [[prefix, ...parts, suffix].join(' '), [prefix, ...parts, suffix].join('')], date: null };
  }
  const id = taxId(random);
  const groups = cut(id, [2, 3, 3, 3]);
  return { groups: numbers(...groups), written: [groups.join(' '), id], date: null };
}

/** Steuer-ID: one digit twice among the first ten, then ISO 7064 mod 11, 10. */
function taxId(random: Random): string {
  const pool = [...'123456789'];
  const body: string[] = [];
  while (body.length < 9) body.push(...pool.splice(random.below(pool.length), 1));
  body.splice(1 + random.below(8), 0, body[random.below(9)] as string);
  let product = 10;
  for (const digit of body) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return body.join('') + String((11 - product) % 10);
}

function healthId({ country }: Wanted, random: Random): Value {
  if (country === 'US') return medicareId(random);
  if (country === 'GB') {
    const id = nhsNumber(random);
    const groups = cut(id, [3, 3, 4]);
    return { groups: numbers(...groups), written: [groups.join(' '), id], date: null };
  }
  const letter = random.below(26);
  const body = digits(random, 8);
  const sum = [...String(letter + 1).padStart(2, '0'), ...body].reduce((total, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  const id = body + String(sum % 10);
  const first = String.fromCharCode(65 + letter);
  const groups: Group[] = [{ kind: 'letters', text: first }, ...numbers(...cut(id, [3, 3, 3]))];
  return { groups, written: [first + id, `${first} ${cut(id, [3, 3, 3]).join(' ')}`], date: null };
}

function medicareId(random: Random): Value {
  const letter = () => random.of([...'ACDEFGHJKMNPQRTUVWXY']);
  const digit = () => digits(random, 1);
  const texts = [`${1 + random.below(9)}`, letter(), `${digit()}${digit()}`, letter(), `${digit()}${digit()}`];
  texts.push(letter() + letter(), `${digit()}${digit()}`);
  const joined = texts.join('');
  return {
    groups: texts.map((text) => ({ kind: /\d/.test(text) ? 'digits' : 'letters', text })),
    written: [cut(joined, [4, 3, 4]).join('-'), joined, cut(joined, [4, 3, 4]).join(' ')],
    date: null,
  };
}

function nhsNumber(random: Random): string {
  for (;;) {
    const body = `${4 + random.below(3)}${digits(random, 8)}`;
    const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check < 10) return body + String(check);
  }
}

function dateOfBirth({ country }: Wanted, random: Random): Value {
  const day = 1 + random.below(28);
  const month = 1 + random.below(12);
  const year = String(1940 + random.below(66));
  const two = [day, month].map((number) => String(number).padStart(2, '0')) as [string, string];
  const ordered = country === 'US' ? [two[1], two[0]] : two;
  const name = MONTHS[country === 'DE' ? 'de' : 'en'][month - 1] as string;
  const written = {
    US: [`${ordered.join('/')}/${year}`, `${name} ${day}, ${year}`],
    GB: [`${ordered.join('/')}/${year}`, `${day} ${name} ${year}`],
    DE: [`${ordered.join('.')}.${year}`, `${day}. ${name} ${year}`],
  };
  return { groups: numbers(...ordered, year), written: written[country], date: { day, month, year } };
}

function phoneNumber({ country, vocabulary }: Wanted, random: Random): Value {
  if (country === 'US') {
    const parts = [String(201 + random.below(788)), String(201 + random.below(788)), digits(random, 4)];
    const written = [
      `(${parts[0]}) ${parts[1]}-${parts[2]}`,
      parts.join('-'),
      parts.join(' '),
      `+1 ${parts.join(' ')}`,
    ];
    return { groups: numbers(...parts), written, date: null };
  }
  const prefix = country === 'GB' ? `07${digits(random, 3)}` : random.of(vocabulary.prefixes);
  const parts = [prefix, digits(random, 3), digits(random, country === 'GB' ? 3 : 4)];
  const abroad = `${country === 'GB' ? '+44' : '+49'} ${prefix.slice(1)} ${parts.slice(1).join('')}`;
  const written = [`${prefix} ${parts.slice(1).join('')}`, abroad, parts.join(' '), parts.join('')];
  return { groups: numbers(...parts), written, date: null };
}

function email({ vocabulary }: Wanted, random: Random): Value {
  const [first, last] = [random.of(vocabulary.mailFirst), random.of(vocabulary.mailLast)];
  const [host, end] = [random.of(vocabulary.hosts), random.of(vocabulary.ends)];
  const number = String(11 + random.below(88));
  const groups: Group[] = [
    { kind: 'word', text: first },
    { kind: 'sign', text: '.' },
    { kind: 'word', text: last },
    ...numbers(number),
    { kind: 'sign', text: '@' },
    { kind: 'word', text: host },
    { kind: 'sign', text: '.' },
    { kind: 'word', text: end },
  ];
  return { groups, written: [groups.map(({ text }) => text).join('')], date: null };
}

function passwordOrPin({ asked, vocabulary }: Wanted, random: Random): Value {
  if (/PIN|passcode|Geheimzahl/.test(asked)) return plain(digits(random, 4 + random.below(3)));
  const word = random.of(vocabulary.secrets);
  const number = String(11 + random.below(88));
  const groups: Group[] = [{ kind: 'word', text: word }, ...numbers(number)];
  return { groups, written: [`${word}${number}`, `${word} ${number}`], date: null };
}

function wordsAndNumbers(...texts: string[]): Group[] {
  return texts.map((text) => ({ kind: /^\d+$/.test(text) ? 'digits' : 'word', text }));
}

function personName({ vocabulary }: Wanted, random: Random): Value {
  const parts = [vocabulary.firstNames, vocabulary.lastNames].map((names) => random.of(names));
  return { groups: wordsAndNumbers(...parts), written: [parts.join(' ')], date: null };
}

function postalAddress({ country }: Wanted, random: Random): Value {
  const number = String(11 + random.below(88));
  const streets = { US: ['Maple', 'Harrison'], GB: ['Thistle', 'Castle'], DE: ['Lindenstraße', 'Goethestraße'] };
  const street = random.of(streets[country]);
  const [groups, written] = {
    US: [[number, street, 'Street', 'Springfield'], `${number} ${street} Street, Springfield, IL 62704`],
    GB: [[number, street, 'Road', 'Leeds'], `${number} ${street} Road, Leeds LS1 4AB`],
    DE: [[street, number, 'Köln'], `${street} ${number}, 50667 Köln`],
  }[country] as [string[], string];
  return { groups: wordsAndNumbers(...groups), written: [written], date: null };
}
