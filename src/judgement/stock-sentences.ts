// The sentences of a summary that the service writes itself, in the languages it has them in.
import type { NotJudgedReason } from '../ports/call-analyst.js';
import type { NoConversationReason } from './call-kind/call-kind.js';

export interface StockSentences {
  /** Added to the summary of a call whose agent could not be judged. */
  readonly unclearAgent: string;
  /** The summary of a call that is no conversation, or that the language model did not judge, by the reason. */
  readonly notJudged: Readonly<Record<NoConversationReason | NotJudgedReason, string>>;
}

const ENGLISH: StockSentences = {
  unclearAgent:
    "The agent could not be told apart or heard well enough to be judged; findings that rest on it are marked 'not assessable'.",
  notJudged: {
    no_words: 'No speech was found in this recording, so there was nothing to judge.',
    mailbox: 'This is a voicemail: there was no conversation, so there was nothing to judge.',
    announcement: 'Only an automatic announcement was heard: there was no conversation, so there was nothing to judge.',
    wrong_number: 'This call reached a wrong number, so there was nothing to judge.',
    one_party: 'Only one party was heard, and the other never answered, so there was nothing to judge.',
    no_contact: 'The parties did not get through to each other, so there was nothing to judge.',
    model_declined: 'The language model declined to judge this call, so it was not judged; its transcript is complete.',
    too_long_for_model:
      'This call is too long for the language model, so it was not judged; its transcript is complete.',
    unusable_answer:
      'The language model gave no usable answer about this call, so it was not judged; its transcript is complete.',
  },
};

// cspell:disable
const GERMAN: StockSentences = {
  unclearAgent:
    'Der Agent war nicht sicher zu erkennen oder nicht gut genug zu verstehen, um beurteilt zu werden; Befunde, die darauf beruhen, sind als „nicht beurteilbar“ gekennzeichnet.',
  notJudged: {
    no_words: 'In dieser Aufnahme wurde keine Sprache gefunden; es gab nichts zu beurteilen.',
    mailbox: 'Das ist eine Nachricht auf einer Mailbox, kein Gespräch; es gab nichts zu beurteilen.',
    announcement: 'Zu hören war nur eine automatische Ansage, kein Gespräch; es gab nichts zu beurteilen.',
    wrong_number: 'Dieser Anruf erreichte eine falsche Nummer; es gab nichts zu beurteilen.',
    one_party: 'Zu hören war nur eine Seite, die andere antwortete nie; es gab nichts zu beurteilen.',
    no_contact: 'Es kam keine Verbindung zustande, die Seiten hörten einander nicht; es gab nichts zu beurteilen.',
    model_declined:
      'Das Sprachmodell hat es abgelehnt, diesen Anruf zu beurteilen; er wurde nicht beurteilt. Das Transkript ist vollständig.',
    too_long_for_model:
      'Dieser Anruf ist zu lang für das Sprachmodell; er wurde nicht beurteilt. Das Transkript ist vollständig.',
    unusable_answer:
      'Das Sprachmodell gab keine brauchbare Antwort zu diesem Anruf; er wurde nicht beurteilt. Das Transkript ist vollständig.',
  },
};
// cspell:enable

/** @param language ISO 639-1, with or without a region; English for null and for every language without sentences */
export function stockSentences(language: string | null): StockSentences {
  return isGerman(language) ? GERMAN : ENGLISH;
}

/** @param language ISO 639-1, with or without a region */
export function isGerman(language: string | null): boolean {
  return language?.toLowerCase().split('-')[0] === 'de';
}
