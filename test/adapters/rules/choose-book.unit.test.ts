import { describe, expect, it } from 'vitest';
import { loadDialogues, toTranscript } from '../../../bench/quality/dialogues.mjs';
import { chooseBook } from '../../../src/adapters/rules/choose-book.js';
import { loadRuleBooks } from '../../../src/adapters/rules/judge-by-rules.js';
import { segmentsOf } from '../../support/audio/segments.js';

const books = loadRuleBooks();
const dialogues = loadDialogues('languages');
const chosen = (language: string | null, segments: Parameters<typeof segmentsOf>[0]) =>
  chooseBook(books, { language, segments: segmentsOf(segments) });

describe('the book of a call', () => {
  it.each(['en', 'de'])('is that of its words, whatever language is named: %s', (language) => {
    const calls = dialogues.filter((dialogue) => dialogue.language === language);
    expect(calls.length).toBeGreaterThan(10);
    for (const named of ['en', 'de', 'fr', 'en-GB', null]) {
      for (const call of calls) {
        const choice = chooseBook(books, toTranscript(call, named));
        expect(choice?.book.language).toBe(language);
        expect([...(choice?.foreign ?? [])]).toEqual([]);
      }
    }
  });

  it('is none where the call has the words of no book, whatever language is named', () => {
    const calls = dialogues.filter(({ language }) => !['en', 'de', 'mixed'].includes(language ?? ''));
    expect(calls, 'dialogues in a language without a book').toHaveLength(32);
    for (const named of ['en', 'de', 'fr', null]) {
      expect(calls.filter((call) => chooseBook(books, toTranscript(call, named)) !== null)).toEqual([]);
    }
  });

  it('names the party who speaks another language', () => {
    const choice = chosen('en', [
      ['agent', 'Good morning, this is the help desk. What can I do for you today, and what is your name?'],
      ['customer', 'Je veux parler à votre responsable, car ma commande est arrivée cassée et personne ne répond.'],
    ]);
    expect(choice?.book.language).toBe('en');
    expect([...(choice?.foreign ?? [])]).toEqual(['customer']);
    expect([...(choice?.fluent ?? [])]).toEqual(['agent']);
  });

  it('does not count the numbers that a caller reads out', () => {
    const choice = chosen('en', [
      ['agent', 'And what is the number of your account, if you have it there with you?'],
      ['customer', 'it is four four one seven double three nine oh two one eight'],
    ]);
    expect([...(choice?.foreign ?? [])]).toEqual([]);
  });

  it('is that of the named language for a few words, which tell nothing', () => {
    expect(chosen('de', [['customer', 'Hauptstraße zwölf']])?.book.language).toBe('de');
    expect(chosen('fr', [['customer', 'Bonjour madame']])).toBeNull();
    expect(chosen(null, [['customer', 'Hauptstraße zwölf']])).toBeNull();
    expect(chosen(null, [['customer', 'what is it']])?.book.language).toBe('en');
  });
});
