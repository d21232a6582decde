// Describes a violation by what was said: the service's own sentence about the rule, and the words of the agent as they were
// checked. No prose of a model is in it, so that nothing invented is.
import { cleanText, MAX_SENTENCE_CHARS } from './bounded-text.js';
import { isGerman } from './stock-sentences.js';

interface Sentences {
  readonly byRule: Readonly<Record<string, string>>;
  readonly other: string;
  readonly open: string;
  readonly close: string;
}

const ENGLISH: Sentences = {
  byRule: {
    card_security_code_requested: "The agent asked for the card's security code",
    password_or_pin_requested: 'The agent asked for a password or a PIN',
    personal_data_disclosed: 'The agent disclosed personal data',
    misleading_statement: 'The agent misled the customer',
    pressure_or_threat: 'The agent pressured or threatened the customer',
    disrespectful_language: 'The agent was disrespectful',
    discriminatory_language: 'The agent used discriminatory language',
  },
  other: 'The agent said what an agent must not say',
  open: '“',
  close: '”',
};

// cspell:disable
const GERMAN: Sentences = {
  byRule: {
    card_security_code_requested: 'Der Agent hat nach der Prüfziffer der Karte gefragt',
    password_or_pin_requested: 'Der Agent hat nach einem Passwort oder einer PIN gefragt',
    personal_data_disclosed: 'Der Agent hat persönliche Daten preisgegeben',
    misleading_statement: 'Der Agent hat den Kunden in die Irre geführt',
    pressure_or_threat: 'Der Agent hat Druck ausgeübt oder gedroht',
    disrespectful_language: 'Der Agent war respektlos',
    discriminatory_language: 'Der Agent hat sich diskriminierend geäußert',
  },
  other: 'Der Agent hat etwas gesagt, was ein Agent nicht sagen darf',
  open: '„',
  close: '“',
};
// cspell:enable

/**
 * @param quote from a citation
 * @param language ISO 639-1; English for null and for every language without sentences
 */
export function describeViolation(rule: string, quote: string, language: string | null): string {
  const { byRule, other, open, close } = isGerman(language) ? GERMAN : ENGLISH;
  const told = Object.hasOwn(byRule, rule) ? byRule[rule] : other;
  const room = MAX_SENTENCE_CHARS - `${told}: ${open}${close}`.length;
  return `${told}: ${open}${cleanText(quote, room)}${close}`;
}
