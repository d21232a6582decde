// Prices, orders, meters, hours, dates and quantities are not masked, whatever types and countries are wanted.
// cspell:disable -- German sentences, and letters of ids
import { describe, expect, it } from 'vitest';
import { callOf, masked } from './calls.js';

const SENTENCES: readonly (readonly [string, string])[] = [
  ['en', 'That will be a hundred and twenty nine pounds ninety nine a month.'],
  ['en', "It's $1,299.00 plus 20% tax, so $1,558.80 in total."],
  ['en', 'Two thousand five hundred dollars and fifty cents, over 24 months.'],
  ['en', 'The order number is 4 8 1 5 1 6 2 3 4 2.'],
  ['en', 'My order number is four one five, five five five, oh one three two.'],
  ['en', 'Your reference is five five oh one two three four, and the ticket is 8837265510.'],
  ['en', 'The tracking number is one zero nine two eight three seven four six five.'],
  ['en', 'The meter reading is oh four five two three one.'],
  ['en', 'The reading was 45231 in March, and 46004 on the fifth of April 2024.'],
  ['en', 'We are open from 9:30 to 17:45, Monday to Friday, and ten till four on Saturdays.'],
  ['en', 'I called on the 12th of March 2024, on 03/15/2024 and again yesterday at quarter past three.'],
  ['en', 'It was delivered on March third twenty twenty four between eight and twelve.'],
  ['en', 'I have two phones, three tablets and one router, and twenty five users in four offices.'],
  ['en', 'My speed is 12 megabits down and 3 up, and it should be 100.'],
  ['en', 'It takes five to seven working days, or two to three if you pay 9.99.'],
  ['en', 'One moment, for two of the three items I have to ask.'],
  ['en', 'I waited 45 minutes on hold, twice, in 2022 and 2023.'],
  ['en', 'Press one for sales, two for support, three for billing.'],
  ['en', 'The invoice number is INV 2024 000 4711, dated 2024-03-15.'],
  ['en', 'Flight BA 283 leaves at 14:05 from gate 12 and lands at 19 30.'],
  ['en', 'The first payment is due on the first of the month, the second on the 15th, 49.50 each.'],
  ['en', 'The order number is one two three four five six. Yes, one two three four five six.'],
  ['en', 'The serial number is C02XK0AAJG5H, model A2338.'],
  ['en', 'Room 404, second floor, 12 High Street.'],
  ['en', 'The fee went from 3.5 percent to 4.25 percent, that is 0.75 more.'],
  ['en', 'You can call me about my order number 415 555 0132.'],
  ['en', 'It went wrong in 2019, 2020, 2021 and 2022.'],
  ['en', 'The plans are 9.99, 12.99, 24.99 and 129.99.'],
  ['de', 'Die Tarife kosten 9,99, 12,99, 24,99 und 129,99.'],
  ['de', 'Das kostet einhundertneunundzwanzig Euro neunundneunzig im Monat.'],
  ['de', 'Das sind 1.299,00 Euro plus 19 % Mehrwertsteuer, also 1.545,81 €.'],
  ['de', 'Die Bestellnummer lautet vier acht eins fünf eins sechs zwo drei vier zwo.'],
  ['de', 'Meine Bestellnummer ist null eins sieben eins, zwo drei eins zwo fünf.'],
  ['de', 'Ihre Kundennummer ist fünf fünf null eins zwei drei vier.'],
  ['de', 'Der Zählerstand ist null vier fünf zwei drei eins.'],
  ['de', 'Der Stand war im März 45231 und am 5. April 2024 dann 46004.'],
  ['de', 'Wir haben von 9:30 bis 17:45 Uhr geöffnet, samstags von zehn bis vier.'],
  ['de', 'Ich habe am 12.3.2024, am 15.03.2024 und gestern um halb vier angerufen.'],
  ['de', 'Es kam am dritten März zweitausendvierundzwanzig zwischen acht und zwölf.'],
  ['de', 'Ich habe zwei Telefone, drei Tablets und einen Router und fünfundzwanzig Nutzer.'],
  ['de', 'Es dauert fünf bis sieben Werktage, oder zwei bis drei, wenn Sie 9,99 zahlen.'],
  ['de', 'Drücken Sie die Eins für Verkauf, die Zwei für Technik und die Drei für Rechnungen.'],
  ['de', 'Die Rechnungsnummer ist RE 2024 000 4711 vom 15.03.2024.'],
  ['de', 'Der Zug fährt um 14 Uhr 5 ab und kommt um 19 Uhr 30 an.'],
  ['de', 'Ich warte seit 45 Minuten, das war schon 2022 und 2023 so.'],
  ['de', 'Die Vorgangsnummer ist eins zwei drei vier fünf sechs. Ja, eins zwei drei vier fünf sechs.'],
];

describe('nothing is masked', () => {
  it.each(SENTENCES)('%s: %s', (language, text) => {
    expect(masked(callOf(language, [['A', text]]))).toEqual([]);
    const spoken = text.toLowerCase().replaceAll(/[.,?!](?!\d)/g, '');
    expect(masked(callOf(language, [['A', spoken]])), 'without punctuation').toEqual([]);
  });

  it.each(['en', 'de'])('in one call of all of them, %s', (language) => {
    const turns = SENTENCES.filter(([own]) => own === language).map(
      ([, text], at) => [at % 2 === 0 ? 'A' : 'B', text] as const,
    );
    expect(masked(callOf(language, turns))).toEqual([]);
    expect(
      masked(
        callOf(
          null,
          turns.map(([, text]) => [null, text] as const),
        ),
      ),
      'by an unknown speaker',
    ).toEqual([]);
  });
});
