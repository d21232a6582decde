// cspell:disable -- names, and sentences in other languages
import { describe, expect, it } from 'vitest';
import type { KnownLanguage } from '../../../../src/phrases/known-languages.js';
import type { RedactionType } from '../../../../src/ports/redaction.js';
import { askBookOf } from '../../../../src/speech/redaction/asks/ask-book.js';
import { askedSpans } from '../../../../src/speech/redaction/asks/asked-spans.js';
import { requestsIn } from '../../../../src/speech/redaction/asks/learnt/learnt-asks.js';
import { readTalk } from '../../../../src/speech/redaction/talk/talk.js';
import { callOf, marked, WANTED, withoutBrackets } from '../searched-call.js';

interface Case {
  readonly what: string;
  readonly language: KnownLanguage;
  readonly types: readonly RedactionType[];
  /** With brackets around what is masked. */
  readonly lines: readonly string[];
}

function answered(language: KnownLanguage, types: readonly RedactionType[], lines: readonly string[]) {
  const call = callOf(language, ...lines.map(withoutBrackets));
  const talk = readTalk(call, language, WANTED.countries);
  const spans = askedSpans(talk, { types }, requestsIn(talk, askBookOf(language)));
  return { lines: marked(call, spans), spans };
}

const en = (what: string, types: RedactionType | readonly RedactionType[], ...lines: readonly string[]): Case => ({
  what,
  language: 'en',
  types: typeof types === 'string' ? [types] : types,
  lines,
});
const de = (what: string, types: RedactionType | readonly RedactionType[], ...lines: readonly string[]): Case => ({
  ...en(what, types, ...lines),
  language: 'de',
});

const ANSWERS: readonly Case[] = [
  en(
    'a code whose question was misheard',
    'card_security_code',
    'A: And the free dig its in the reverse?',
    'C: Yes, that is [nine triple for].',
    'A: Thank you.',
  ),
  en(
    'a code in parts whose question was misheard',
    'card_security_code',
    'A: What is the code, please?',
    'C: Yes, that is [51].',
    'A: And then?',
    'C: [8].',
  ),
  de(
    'a code whose question was misheard',
    'card_security_code',
    'A: Die prüf Nummer der Karte?',
    'C: [Doppel für neu].',
  ),
  en('no order after a word of such questions', 'card_security_code', 'A: The code on the ticket?', 'C: 518.'),
  en('no year after a word of such questions', 'card_security_code', 'A: You have the card since?', 'C: 2019.'),
  en('no pieces after a word of such questions', 'card_security_code', 'A: And on the card?', 'C: Two hundred pounds.'),
  en(
    'digits around what is said between them',
    'card_security_code',
    'A: And the three digits on the back?',
    'C: [One two hold on several].',
  ),
  en(
    'a misheard digit that is an interjection elsewhere',
    'card_number',
    'A: What is your card number?',
    'C: It is [fine free four seven one two three four five six seven eight nine one one three].',
  ),
  en(
    'a password with words while it is looked up',
    'password_or_pin',
    'A: What is your memorable word?',
    'C: [Lighthouse three where is it one].',
  ),
  de(
    'a password that is read back in one word',
    'password_or_pin',
    'A: Welches Kennwort haben Sie vereinbart?',
    'C: [Sonnenblume zwei drei].',
    'A: Zur Kontrolle, [Sonnenblume23].',
  ),
  en(
    'an expiry date that is read back as it is written',
    'card_expiry',
    'A: And it runs out when, the card?',
    'C: [Oh three three oh].',
    'A: Just to confirm, [03/2030].',
  ),
  de(
    'an address in parts',
    'email',
    'A: Wohin darf ich die E-Mail senden?',
    'C: [jonas Punkt bennert].',
    'A: Okay, der nächste Teil?',
    'C: [Zwei sieben at gmail].',
    'A: Okay, der nächste Teil?',
    'C: [Punkt org].',
  ),
  en(
    'a card number',
    'card_number',
    'A: Can I take the long card number, please?',
    "C: Sure, it's [4417 1234 5678 9113].",
    'A: Thank you.',
  ),
  en(
    'a card number in words',
    'card_number',
    "A: What's your card number?",
    'C: [four four one seven one two three four five six seven eight nine one one three]',
  ),
  en(
    'a card number in parts, with interjections between',
    'card_number',
    'A: Could you read me the card number?',
    "C: Yes, it's [four four one seven].",
    'A: Mhm.',
    'C: [one two three four].',
    'A: Okay, go on.',
    'C: [five six seven eight nine one one three].',
    'A: Great, your parcel leaves on Monday.',
    'C: Good.',
  ),
  en(
    'a misheard card number',
    'card_number',
    'A: And the card number?',
    'C: Sure. [For for won seven tree nine too], thanks.',
    'A: Thank you.',
  ),
  en(
    'parts of a card number that were misheard',
    'card_number',
    'A: And the card number?',
    'C: It is [four four one seven tree won too 4 5678 9113].',
  ),
  en('a security code', 'card_security_code', 'A: And the three digits on the back?', "C: That's [482]."),
  en('a misheard security code', 'card_security_code', 'A: And the security code?', 'C: [Nine tree fife].'),
  en('an expiry date', 'card_expiry', 'A: And the expiry date?', 'C: [March twenty seven].'),
  en(
    'three questions at once',
    ['card_number', 'card_expiry', 'card_security_code'],
    'A: Can I have the card number, the expiry date and the security code?',
    'C: [4417 1234 5678 9113], [03/27], [482].',
  ),
  en('a birth date', 'date_of_birth', 'A: Can you confirm your date of birth?', 'C: Yes, [14 March 1985].'),
  en(
    'an account whose question comes from the customer',
    'bank_account',
    'C: What is your account number?',
    "A: It's [31926819].",
    'C: Thanks.',
  ),
  en('a password', 'password_or_pin', "A: What's your password?", "C: It's [bluebird seven].", 'A: Thank you.'),
  en(
    'a password, and no story',
    'password_or_pin',
    'A: And the security word on the account?',
    'C: [Rosebud], but I think I changed it last week after the trouble.',
  ),
  en('a PIN', 'password_or_pin', 'A: Please tell me the PIN.', 'C: Okay, [four four one seven].'),
  en('a name', 'person_name', 'A: Can I have your name, please?', "C: It's [Dana Miller]."),
  en(
    'a name in text without capitals',
    'person_name',
    'A: can i have your name please',
    'C: sure it is [dana miller] and i am calling about my bill',
  ),
  en('a spelled name', 'person_name', 'A: And your last name?', "C: [Kowalczyk], that's [K O W A L C Z Y K]."),
  en('a name after a cue', 'person_name', 'A: Who am I speaking with?', 'C: My name is [Priya Raman].'),
  en(
    'an address',
    'postal_address',
    'A: Can I take your address, please?',
    "C: Yes, it's [12 Oak Street, Springfield, Illinois 62704].",
  ),
  en('a postcode', 'postal_address', "A: What's the postcode?", 'C: [SW1A 1AA].'),
  en('an e-mail address', 'email', "A: What's your email?", "C: It's [dana dot miller at example dot com]."),
  en('a phone number', 'phone_number', "A: What's the best number to reach you?", 'C: [555 014 2199], any time.'),
  en(
    'an answer after a question in return',
    'date_of_birth',
    'A: And your date of birth?',
    'C: Why do you need that?',
    'A: It is to check who you are.',
    'C: Oh, okay. [14 March 1985].',
  ),
  en(
    'an answer after something was fetched',
    'card_number',
    'A: Can I take the card number?',
    'C: Hold on, let me get my purse.',
    'A: Of course.',
    "C: Okay. It's [4417 1234 5678 9113].",
  ),
  en(
    'what was asked for once more',
    'card_number',
    'A: Can I take the card number?',
    'C: [4417 1234 5678 9113].',
    "A: Sorry, I didn't catch that.",
    'C: [For for won seven].',
    'A: Thanks, it ships on Friday.',
    'C: Nice to hear.',
  ),
  en(
    'what the asking party reads back',
    'card_number',
    'A: Can I take the card number?',
    'C: [4417 1234 5678 9113].',
    'A: So that is [4417 1234 5678 9113], correct?',
    'C: Yes.',
  ),
  en(
    'an answer without speakers',
    'card_security_code',
    'And the three digits on the back?',
    "That's [482].",
    'Thank you, all done.',
  ),
  en(
    'a misheard answer without speakers',
    'card_number',
    'What is your card number?',
    '[For for won seven tree nine too].',
    'Thank you.',
  ),
  en('question and answer in one segment', 'card_security_code', 'And the security code? It is [482]. Thank you.'),
  en(
    'question and answer in one segment of one voice',
    'card_security_code',
    'A: And the security code? It is [482]. Thank you.',
    'C: Bye.',
  ),
  de(
    'eine Kartennummer',
    'card_number',
    'A: Wie lautet Ihre Kreditkartennummer?',
    'K: Das ist die [vierundvierzig siebzehn zwölf vierunddreißig sechsundfünfzig achtundsiebzig einundneunzig dreizehn].',
  ),
  de('eine Prüfnummer', 'card_security_code', 'A: Und die Prüfnummer?', 'K: Ja, [vier acht zwo].'),
  de('ein Geburtsdatum', 'date_of_birth', 'A: Wie ist Ihr Geburtsdatum?', 'K: Der [14. März 1985].'),
  de(
    'ein verhörtes Geburtsdatum',
    'date_of_birth',
    'A: Wie ist Ihr Geburtsdatum?',
    'K: Das ist der [fürze Merz neunzig hundert].',
  ),
  de('ein Kennwort', 'password_or_pin', 'A: Wie lautet Ihr Kundenkennwort?', 'K: Das lautet [Sonnenblume].'),
  de('ein Name', 'person_name', 'A: Mit wem spreche ich?', 'K: [Anna Müller], guten Tag.'),
  de(
    'eine Adresse',
    'postal_address',
    'A: Können Sie mir Ihre Anschrift nennen?',
    'K: Gerne, [Lindenstraße 14, 34117 Kassel].',
  ),
  de('eine E-Mail-Adresse', 'email', 'A: Wie lautet Ihre E-Mail-Adresse?', 'K: [anna punkt müller ät web punkt de].'),
  de(
    'eine Telefonnummer',
    'phone_number',
    'A: Unter welcher Nummer kann ich Sie erreichen?',
    'K: Unter der [0561 448 2917].',
  ),
  de('eine IBAN', 'bank_account', 'A: Können Sie mir Ihre IBAN durchgeben?', 'K: [DE89 3704 0044 0532 0130 00].'),
];

const NO_ANSWERS: readonly Case[] = [
  en('a refusal', 'date_of_birth', 'A: And your date of birth?', "C: No, I won't tell you that."),
  en(
    'a question in return',
    'card_number',
    'A: Can I take the card number?',
    'C: Why do you need that?',
    'A: For the payment.',
    'C: Then I would rather pay by bank transfer.',
  ),
  en(
    'something that is not there',
    'card_number',
    'A: Can I take the card number?',
    "C: I don't have it with me.",
    'A: No problem.',
    'C: I will call back.',
  ),
  en('an acknowledgement', 'phone_number', 'A: Is 3 still your phone number?', 'C: Yes, correct.'),
  en(
    'the next turn but one',
    'date_of_birth',
    'A: And your date of birth?',
    'C: [14 March 1985].',
    'A: Thanks. Your order 4471 is late.',
    'C: Since the third of May, yes.',
  ),
  en('a number of another kind', 'card_security_code', 'A: How can I help?', 'C: My order 482 is late.'),
  de('eine Weigerung', 'date_of_birth', 'A: Und Ihr Geburtsdatum?', 'K: Nein, das sage ich Ihnen nicht.'),
  de('eine Rückfrage', 'card_number', 'A: Wie lautet Ihre Kreditkartennummer?', 'K: Warum brauchen Sie das?'),
  de(
    'etwas, das nicht da ist',
    'card_number',
    'A: Wie lautet Ihre Kreditkartennummer?',
    'K: Die habe ich gerade nicht da.',
  ),
];

describe('an answer to what was asked for', () => {
  it.each([...ANSWERS])('is masked: $what', ({ language, types, lines }) => {
    expect(answered(language, types, lines).lines).toEqual(lines);
  });

  it.each([...NO_ANSWERS])('is nothing but the answer: $what', ({ language, types, lines }) => {
    expect(answered(language, types, lines).lines).toEqual(lines);
  });

  it('has the type that was asked for', () => {
    const { spans } = answered('en', WANTED.types, ['A: And the sort code?', 'C: [60 16 13].']);
    expect(spans.map(({ type, basis }) => ({ type, basis }))).toEqual([{ type: 'bank_account', basis: 'asked_for' }]);
  });

  it('is left where its type is not wanted', () => {
    const { spans } = answered('en', ['email'], ['A: And the card number?', 'C: 4417 1234 5678 9113.']);
    expect(spans).toEqual([]);
  });

  it('ends after 30 seconds', () => {
    const story = Array.from({ length: 12 }, () => 'C: Tree won fife.');
    const { lines } = answered('en', ['card_number'], ['A: And the card number?', ...story, 'A: Thanks.']);
    expect(lines.map((line) => line.includes('['))).toEqual([false, ...story.map((_, at) => at < 6), false]);
  });
});
