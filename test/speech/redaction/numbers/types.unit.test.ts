// Every numeric type but card numbers, in the ways in which they are said, by language and country.
// cspell:disable -- German sentences, and letters of ids
import { describe, expect, it } from 'vitest';
import type { RedactionCountry, RedactionType } from '../../../../src/ports/redaction.js';
import { callOf, masked } from './calls.js';

type Told = readonly [RedactionType, RedactionCountry, string, readonly string[], readonly string[]];

/** [type, country, language, turns of B and A by turns, what of them is masked] */
const TOLD: readonly Told[] = [
  // Security codes and expiry dates.
  [
    'card_security_code',
    'US',
    'en',
    ['And the security code on the back?', 'Seven three seven.'],
    ['Seven three seven'],
  ],
  ['card_security_code', 'GB', 'en', ['the three digits on the back please', "it's oh two nine"], ['oh two nine']],
  ['card_security_code', 'US', 'en', ['What is the CVV?', 'It is 4471.'], ['4471']],
  ['card_security_code', 'GB', 'en', ['And the CVC?', 'One, no, seven thirty seven'], ['One, no, seven thirty seven']],
  [
    'card_security_code',
    'GB',
    'en',
    ['', 'The card is 4929 4186 0243 7715, the code is double eight one.'],
    ['double eight one'],
  ],
  [
    'card_security_code',
    'DE',
    'de',
    ['Und die Prüfnummer auf der Rückseite?', 'Sieben drei sieben.'],
    ['Sieben drei sieben'],
  ],
  [
    'card_security_code',
    'DE',
    'de',
    ['Die dreistellige Nummer bitte.', 'das ist die null neunundzwanzig'],
    ['null neunundzwanzig'],
  ],
  [
    'card_security_code',
    'DE',
    'de',
    ['', 'Der Sicherheitscode ist siebenhundertsiebenunddreißig.'],
    ['siebenhundertsiebenunddreißig'],
  ],
  [
    'card_expiry',
    'US',
    'en',
    ['And the expiration date on that card?', 'Oh nine twenty seven.'],
    ['Oh nine twenty seven'],
  ],
  [
    'card_expiry',
    'GB',
    'en',
    ['What is the expiry date on the card?', 'September twenty seven'],
    ['September twenty seven'],
  ],
  ['card_expiry', 'GB', 'en', ['The expiry?', '09/27'], ['09/27']],
  [
    'card_expiry',
    'US',
    'en',
    ['', 'My visa is 4929 4186 0243 7715, expires zero nine slash two seven.'],
    ['zero nine slash two seven'],
  ],
  ['card_expiry', 'US', 'en', ['When does the card expire?', 'September 2027.'], ['September 2027']],
  [
    'card_expiry',
    'DE',
    'de',
    ['Und wie lange ist die Karte gültig?', 'Bis null neun siebenundzwanzig.'],
    ['null neun siebenundzwanzig'],
  ],
  ['card_expiry', 'DE', 'de', ['Ablaufdatum?', '09/27'], ['09/27']],
  [
    'card_expiry',
    'DE',
    'de',
    ['Die Karte ist gültig bis?', 'September zweitausendsiebenundzwanzig'],
    ['September zweitausendsiebenundzwanzig'],
  ],
  // Bank accounts.
  ['bank_account', 'DE', 'de', ['Ihre IBAN bitte.', 'DE89 3704 0044 0532 0130 00'], ['DE89 3704 0044 0532 0130 00']],
  [
    'bank_account',
    'DE',
    'de',
    [
      'Ihre IBAN bitte.',
      'D E acht neun drei sieben null vier null null vier vier null fünf drei zwo null eins drei null null null',
    ],
    ['D E acht neun drei sieben null vier null null vier vier null fünf drei zwo null eins drei null null null'],
  ],
  [
    'bank_account',
    'DE',
    'de',
    [
      '',
      'Dora Emil neunundachtzig, siebenunddreißig null vier, null null vierundvierzig, null fünf zweiunddreißig, null eins dreißig, null null.',
    ],
    [
      'Dora Emil neunundachtzig, siebenunddreißig null vier, null null vierundvierzig, null fünf zweiunddreißig, null eins dreißig, null null',
    ],
  ],
  ['bank_account', 'GB', 'en', ['', 'The IBAN is GB29 NWBK 6016 1331 9268 19.'], ['GB29 NWBK 6016 1331 9268 19']],
  [
    'bank_account',
    'GB',
    'en',
    ['What is your sort code?', 'Twenty, zero zero, fourteen.'],
    ['Twenty, zero zero, fourteen'],
  ],
  ['bank_account', 'GB', 'en', ['', 'sort code 20-00-14 and account number 5577 9911'], ['20-00-14', '5577 9911']],
  [
    'bank_account',
    'GB',
    'en',
    ['', 'My bank account number is double five double seven double nine double one.'],
    ['double five double seven double nine double one'],
  ],
  [
    'bank_account',
    'US',
    'en',
    ['The routing number?', 'zero two one zero zero zero zero two one'],
    ['zero two one zero zero zero zero two one'],
  ],
  ['bank_account', 'US', 'en', ['', 'It is a checking account, 000123456789.'], ['000123456789']],
  [
    'bank_account',
    'DE',
    'de',
    ['Die Kontonummer?', 'fünf drei zwo null eins drei null'],
    ['fünf drei zwo null eins drei null'],
  ],
  ['bank_account', 'DE', 'de', ['', 'Die Bankleitzahl ist 370 400 44.'], ['370 400 44']],
  // National ids.
  ['national_id', 'US', 'en', ['', 'My social security number is 078-05-1120.'], ['078-05-1120']],
  [
    'national_id',
    'US',
    'en',
    ['Your social, please?', 'oh seven eight, oh five, eleven twenty'],
    ['oh seven eight, oh five, eleven twenty'],
  ],
  ['national_id', 'US', 'en', ['', 'So that is 219-09-9999.'], ['219-09-9999']],
  [
    'national_id',
    'US',
    'en',
    ['', 'the itin is nine one two seven zero one two three four'],
    ['nine one two seven zero one two three four'],
  ],
  [
    'national_id',
    'GB',
    'en',
    ['Your national insurance number?', 'A B one two three four five six C'],
    ['A B one two three four five six C'],
  ],
  [
    'national_id',
    'GB',
    'en',
    ['', 'It is Juliet golf, twelve thirty four fifty six, alpha.'],
    ['Juliet golf, twelve thirty four fifty six, alpha'],
  ],
  ['national_id', 'GB', 'en', ['', 'JG 12 34 56 A'], ['JG 12 34 56 A']],
  ['national_id', 'DE', 'de', ['', 'Meine Steuer-ID ist 86 095 742 719.'], ['86 095 742 719']],
  [
    'national_id',
    'DE',
    'de',
    ['Ihre Steueridentifikationsnummer?', 'acht sechs null neun fünf sieben vier zwo sieben eins neun'],
    ['acht sechs null neun fünf sieben vier zwo sieben eins neun'],
  ],
  [
    'national_id',
    'DE',
    'de',
    ['Die Ausweisnummer bitte.', 'L wie Ludwig, null eins X wie Xanthippe null null T wie Theodor vier sieben eins'],
    ['L wie Ludwig, null eins X wie Xanthippe null null T wie Theodor vier sieben eins'],
  ],
  ['national_id', 'DE', 'de', ['', 'Personalausweis L01X00T471'], ['L01X00T471']],
  // Health ids.
  ['health_id', 'US', 'en', ['', 'My Medicare number is 1EG4-TE5-MK73.'], ['1EG4-TE5-MK73']],
  ['health_id', 'US', 'en', ['', 'one E G four T E five M K seven three'], ['one E G four T E five M K seven three']],
  [
    'health_id',
    'GB',
    'en',
    ['Your NHS number?', 'nine four three, four seven six, five nine one nine'],
    ['nine four three, four seven six, five nine one nine'],
  ],
  ['health_id', 'GB', 'en', ['', 'that would be 943 476 5919'], ['943 476 5919']],
  [
    'health_id',
    'DE',
    'de',
    ['Ihre Versichertennummer?', 'A eins zwei drei vier fünf sechs sieben acht null'],
    ['A eins zwei drei vier fünf sechs sieben acht null'],
  ],
  ['health_id', 'DE', 'de', ['', 'A wie Anton, zwölf vierunddreißig sechsundfünfzig siebenundachtzig null'], []],
  ['health_id', 'DE', 'de', ['', 'Auf der Gesundheitskarte steht A123456780.'], ['A123456780']],
  // Dates of birth.
  [
    'date_of_birth',
    'US',
    'en',
    ['Your date of birth?', 'March fifth, nineteen eighty.'],
    ['March fifth, nineteen eighty'],
  ],
  ['date_of_birth', 'US', 'en', ['And your date of birth?', '03/05/1980'], ['03/05/1980']],
  [
    'date_of_birth',
    'US',
    'en',
    ['Date of birth please', 'oh three oh five nineteen eighty'],
    ['oh three oh five nineteen eighty'],
  ],
  ['date_of_birth', 'US', 'en', ['DOB?', 'three five eighty'], ['three five eighty']],
  [
    'date_of_birth',
    'GB',
    'en',
    ['', 'I was born on the twenty first of May nineteen seventy four.'],
    ['twenty first of May nineteen seventy four'],
  ],
  ['date_of_birth', 'GB', 'en', ['', 'my birthday is the 3rd of June 1991'], ['3rd of June 1991']],
  [
    'date_of_birth',
    'GB',
    'en',
    ['When were you born?', 'the fifth of the third nineteen eighty'],
    ['fifth of the third nineteen eighty'],
  ],
  ['date_of_birth', 'GB', 'en', ['', 'date of birth 21.05.74'], ['21.05.74']],
  [
    'date_of_birth',
    'DE',
    'de',
    ['Ihr Geburtsdatum?', 'Fünfter März neunzehnhundertachtzig.'],
    ['Fünfter März neunzehnhundertachtzig'],
  ],
  [
    'date_of_birth',
    'DE',
    'de',
    ['Wann sind Sie geboren?', 'am einundzwanzigsten fünften vierundsiebzig'],
    ['einundzwanzigsten fünften vierundsiebzig'],
  ],
  ['date_of_birth', 'DE', 'de', ['', 'Geboren am 5.3.1980.'], ['5.3.1980']],
  ['date_of_birth', 'DE', 'de', ['', 'Mein Geburtsdatum ist der 5. März 1980.'], ['5. März 1980']],
  [
    'date_of_birth',
    'DE',
    'de',
    ['Geburtsdatum bitte', 'null fünf null drei neunzehn achtzig'],
    ['null fünf null drei neunzehn achtzig'],
  ],
  // Telephone numbers.
  ['phone_number', 'US', 'en', ['', 'You can call me back at 415-555-0132.'], ['415-555-0132']],
  [
    'phone_number',
    'US',
    'en',
    ['A phone number?', 'four one five, five five five, oh one three two'],
    ['four one five, five five five, oh one three two'],
  ],
  ['phone_number', 'US', 'en', ['', "it's (415) 555-0132"], ['415) 555-0132']],
  [
    'phone_number',
    'US',
    'en',
    ['', 'one eight hundred, five five five, two three six eight'],
    ['one eight hundred, five five five, two three six eight'],
  ],
  [
    'phone_number',
    'GB',
    'en',
    ['Your mobile?', 'oh double seven, nine double oh, nine hundred one two three'],
    ['oh double seven, nine double oh, nine hundred one two three'],
  ],
  ['phone_number', 'GB', 'en', ['', '020 7946 0958'], ['020 7946 0958']],
  [
    'phone_number',
    'GB',
    'en',
    ['', 'plus four four twenty seventy nine forty six oh nine fifty eight'],
    ['four four twenty seventy nine forty six oh nine fifty eight'],
  ],
  [
    'phone_number',
    'DE',
    'de',
    ['Ihre Telefonnummer?', 'null drei null, zwo drei eins zwo fünf null'],
    ['null drei null, zwo drei eins zwo fünf null'],
  ],
  [
    'phone_number',
    'DE',
    'de',
    ['', 'Null eins sieben eins, dreiundzwanzig zwölf fünfzig eins.'],
    ['Null eins sieben eins, dreiundzwanzig zwölf fünfzig eins'],
  ],
  ['phone_number', 'DE', 'de', ['', 'unter +49 30 2312500'], ['49 30 2312500']],
  ['phone_number', 'DE', 'de', ['', 'Rufen Sie mich an: 0171/2312501'], ['0171/2312501']],
];

function turnsOf(said: readonly string[]): (readonly [string, string])[] {
  return said.flatMap((text, at) => (text === '' ? [] : [[at % 2 === 0 ? 'B' : 'A', text] as const]));
}

describe.each(TOLD)('%s of %s in %s: %s', (type, country, language, said, expected) => {
  it('is masked', () => {
    const found = masked(callOf(language, turnsOf(said)), { types: [type], countries: [country] });
    expect(found.map((each) => each.slice(type.length + 2))).toEqual(expected);
  });
});

/** Capitals alone tell that "AB" before digits is a part of them. */
const SPOKEN = TOLD.filter(([, , , said]) => !said.some((text) => /\b[A-Z]{2,4} \d/.test(text)));

describe.each(SPOKEN)('without punctuation, %s of %s in %s: %s', (type, country, language, said, expected) => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[.,?!:](?!\d)/g, '');

  it('is masked', () => {
    const found = masked(callOf(language, turnsOf(said.map(plain))), { types: [type], countries: [country] });
    expect(found.map((each) => each.slice(type.length + 2))).toEqual(expected.map(plain));
  });
});
