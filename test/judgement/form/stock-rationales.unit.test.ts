import { describe, expect, it } from 'vitest';
import { type StockRationales, stockRationales } from '../../../src/judgement/form/stock-rationales.js';

const sentencesOf = (rationales: StockRationales) => [
  rationales.phrases.heard,
  rationales.phrases.notHeard,
  rationales.metric('talk_ratio', 0.25),
  rationales.finding.holds('greeting'),
  rationales.finding.fails('greeting'),
  rationales.noQuotation('Yes'),
];

const ENGLISH = [
  'A phrase of the form was heard.',
  'No phrase of the form was heard.',
  'talk_ratio is 0.25.',
  'greeting was found.',
  'greeting was not found.',
  'No quotation that was checked proves the answer "Yes".',
];

// cspell:disable
const GERMAN = [
  'Eine Wendung des Bogens war zu hören.',
  'Keine Wendung des Bogens war zu hören.',
  'talk_ratio ist 0,25.',
  'greeting wurde festgestellt.',
  'greeting wurde nicht festgestellt.',
  'Kein geprüftes Zitat belegt die Antwort „Yes“.',
];
// cspell:enable

describe("the service's own reasons", () => {
  it.each([
    ['de', GERMAN],
    ['de-AT', GERMAN],
    ['DE', GERMAN],
    ['en', ENGLISH],
    ['den', ENGLISH],
    ['fr', ENGLISH],
    [null, ENGLISH],
  ])('are in the language of the results: %s', (language, sentences) => {
    expect(sentencesOf(stockRationales(language)), `Other sentences for ${language}`).toEqual(sentences);
  });
});
