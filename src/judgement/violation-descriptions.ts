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
    misleading_statement: 'The agent made a statement that misleads',
    pressure_or_threat: 'The agent put the customer under pressure, or threatened',
    disrespectful_language: 'The agent spoke without respect',
    discriminatory_language: 'The agent spoke in a discriminatory way',
  },
  other: 'The agent said what an agent must not say',
  open: '“',
  close: '”',
};

// cspell:disable
const GERMAN: Sentences = {
  byRule: {
    card_security_code_requested: 'Der Agent fragte nach dem Sicherheitscode der Karte',
    password_or_pin_requested: 'Der Agent fragte nach einem Passwort oder einer PIN',
    personal_data_disclosed: 'Der Agent gab persönliche Daten preis',
    misleading_statement: 'Der Agent machte eine irreführende Aussage',
    pressure_or_threat: 'Der Agent übte Druck aus oder drohte',
    disrespectful_language: 'Der Agent sprach respektlos',
    discriminatory_language: 'Der Agent sprach diskriminierend',
  },
  other: 'Der Agent sagte, was ein Agent nicht sagen darf',
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
