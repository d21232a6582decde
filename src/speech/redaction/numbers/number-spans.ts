// Finds the numbers to mask. Pure.
import type { RedactionCountry, WantedRedaction } from '../../../ports/redaction.js';
import type { SearchedCall, SensitiveSpan } from '../sensitive-span.js';
import { datesOf, type FoundDate } from './dates.js';
import { type ReadCall, readCall } from './grammar/call-numbers.js';
import { placesOf, type SaidToken } from './grammar/talk.js';
import type { CalendarDate } from './number-stretch.js';
import { besideCards } from './recognising/beside-cards.js';
import { type Candidate, candidatesOf, type Recogniser } from './recognising/candidate.js';
import { cardNumber, misheardCards } from './recognising/card-numbers.js';
import { Cues } from './recognising/cues.js';
import { echoesOf } from './recognising/echoes.js';
import type { Found } from './recognising/found.js';
import { bankAccount, phoneNumber } from './recognising/recognise-accounts.js';
import { healthId, nationalId } from './recognising/recognise-ids.js';

/** Recognisers of numbers whose letters belong to them. */
const OF_WHOLE: readonly Recogniser[] = [bankAccount, nationalId, healthId];
/** Recognisers of digits alone; the letters before them ("PIN 1234") are none of theirs. */
const OF_DIGITS: readonly Recogniser[] = [cardOf, bankAccount, nationalId, healthId, phoneNumber];

/** Spans of numbers. They may overlap: of two that begin and end alike, the surer one comes first. */
export function numberSpans(call: SearchedCall, { types, countries }: WantedRedaction): SensitiveSpan[] {
  const wanted = new Set<string>(types);
  return readCall(call)
    .flatMap((read) => foundIn(read, new Set(countries)))
    .filter(({ type }) => wanted.has(type))
    .sort((a, b) => b.confidence - a.confidence)
    .flatMap(({ type, confidence, content, stream, from, to }) =>
      placesOf(stream, from, to).map((place) => ({ ...place, type, basis: 'pattern' as const, confidence, content })),
    );
}

function foundIn(read: ReadCall, countries: ReadonlySet<RedactionCountry>): Found[] {
  const cues = new Cues(read.streams);
  const dates = datesOf(read, countries);
  const dated = new Set(dates.filter(({ isBare }) => !isBare).flatMap(tokensOf));
  const runs = read.streams
    .flatMap((stream) => stream.runs)
    .filter(({ stream, from, shape }) => shape === 'month_year' || !dated.has(stream.tokens[from] ?? null));
  const candidates = runs.map((run) => candidatesOf(run, cues));
  const found = candidates.flatMap(({ whole, digits }) => {
    const withLetters = digits.includes(whole) ? [] : recognised([whole], OF_WHOLE, countries);
    const alone = recognised(digits, OF_DIGITS, countries);
    return [...withLetters, ...alone.filter(({ type }) => !withLetters.some((each) => each.type === type))];
  });
  const cards = [...found, ...read.streams.flatMap((stream) => misheardCards(stream, cues))];
  const wholes = candidates.map(({ whole }) => whole);
  return [...cards, ...besideCards(wholes, dates, cards, cues), ...birthDates(dates, cues), ...echoesOf(wholes, cards)];
}

function recognised(
  candidates: readonly Candidate[],
  recognisers: readonly Recogniser[],
  countries: ReadonlySet<RedactionCountry>,
): Found[] {
  return candidates.flatMap((candidate) =>
    recognisers.flatMap((recognise) => {
      const found = recognise(candidate, countries);
      const { from, to, run } = candidate;
      return found === null ? [] : [{ ...found, stream: run.stream, from, to }];
    }),
  );
}

function cardOf(candidate: Candidate): ReturnType<Recogniser> {
  const card = cardNumber(candidate);
  return card && { type: 'card_number', ...card };
}

function tokensOf({ stream, from, to }: FoundDate): (SaidToken | null)[] {
  return stream.tokens.slice(from, to);
}

/** Confidence in a date of birth. */
const BY_CUE = 0.92;
const BY_DIGITS = 0.85;

/** Finds dates that are said to be someone's birth. */
function birthDates(dates: readonly FoundDate[], cues: Cues): Found[] {
  return dates.flatMap((date) => {
    const { readings, isBare, stream, from, to } = date;
    const [reading] = readings;
    if (!reading || !cues.of(date).has('birth')) return [];
    const content = contentOf(reading);
    return [{ type: 'date_of_birth' as const, confidence: isBare ? BY_DIGITS : BY_CUE, content, stream, from, to }];
  });
}

function contentOf({ year, month, day }: CalendarDate): string {
  return [year ?? '', month, day ?? ''].join('-');
}
