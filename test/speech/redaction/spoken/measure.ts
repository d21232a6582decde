// How much of what was planted a finder covers, and how much it covers where nothing is to hide.
import type { RedactionType, WantedRedaction } from '../../../../src/ports/redaction.js';
import { REDACTION_COUNTRIES, REDACTION_TYPES } from '../../../../src/ports/redaction.js';
import { findSensitive } from '../../../../src/speech/redaction/find-sensitive.js';
import { maskSegments } from '../../../../src/speech/redaction/mask-segments.js';
import type { SearchedCall, SensitiveSpan } from '../../../../src/speech/redaction/sensitive-span.js';
import { misheard } from './mishear.js';
import type { Planted, PlantedCall, SpokenCall } from './planted-call.js';

export interface CallSet {
  readonly planted: readonly PlantedCall[];
  /** With names and addresses, which a language model finds; without one only after cues. */
  readonly named: readonly PlantedCall[];
  /** With nothing to hide. */
  readonly neutral: readonly SpokenCall[];
}

export type Find = (call: SearchedCall, wanted: WantedRedaction) => SensitiveSpan[];

export const CARD_TYPES: readonly RedactionType[] = ['card_number', 'card_security_code', 'card_expiry'];
/** The service's own. */
export const findSpans: Find = (call, wanted) => findSensitive(call, wanted).spans;

/** What the preset `pci` masks. */
export const PCI_TYPES: readonly RedactionType[] = [...CARD_TYPES, 'password_or_pin'];
/** What must never be missed. */
const NUMBERS_AND_CODES: readonly RedactionType[] = ['card_number', 'card_security_code'];
const ROUNDS_MISHEARD = 5;

export function wantedOf(types: readonly RedactionType[]): WantedRedaction {
  return {
    mode: 'text',
    types,
    countries: REDACTION_COUNTRIES,
    custom: [],
    replacement: 'label',
    audio: 'tone',
    original: 'keep',
  };
}

export const EVERYTHING = wantedOf(REDACTION_TYPES);

interface Measured {
  readonly call: PlantedCall;
  readonly missed: readonly Planted[];
  readonly spans: readonly SensitiveSpan[];
}

export interface Share {
  readonly gone: number;
  readonly of: number;
}

export interface Figures {
  /** Calls of which nothing planted is left, by type. */
  readonly byType: ReadonlyMap<string, Share>;
  readonly byWay: ReadonlyMap<string, Share>;
  readonly byLanguage: ReadonlyMap<string, Share>;
  readonly all: Share;
  readonly numbersAndCodes: Share;
  /** The same with the types of the preset `pci` only, over the calls with cards and passwords. */
  readonly pci: Share;
  /** Masks of another type than what was planted there. */
  readonly otherType: Share;
  /** Words of other turns than those of the answer. */
  readonly elsewhere: Share;
  /** Digits and words of card numbers and codes that are gone when words are misheard. */
  readonly misheard: Share;
  /** Calls with names and addresses, where no language model looks for them. */
  readonly names: Share;
  readonly neutral: { readonly masks: number; readonly minutes: number };
}

export function missedIn(call: PlantedCall, find: Find, wanted: WantedRedaction): Measured {
  const spans = find(call.call, wanted);
  return { call, spans, missed: call.planted.filter((planted) => !isCovered(planted, call, spans)) };
}

/** Marks between the digits may stay. */
function isCovered({ segmentId, from, to }: Planted, { call }: SpokenCall, spans: readonly SensitiveSpan[]): boolean {
  const text = call.segments[segmentId]?.text ?? '';
  for (let at = from; at < to; at += 1) {
    if (!/[\p{L}\p{N}]/u.test(text[at] as string)) continue;
    if (!spans.some((span) => span.segmentId === segmentId && span.from <= at && span.to > at)) return false;
  }
  return true;
}

export function measure(set: CallSet, find: Find): Figures {
  const measured = set.planted.map((call) => missedIn(call, find, EVERYTHING));
  const share = (of: readonly Measured[]): Share => ({
    gone: of.filter(({ missed }) => missed.length === 0).length,
    of: of.length,
  });
  const by = (key: (call: PlantedCall) => string) =>
    new Map(
      [...new Set(measured.map(({ call }) => key(call)))].map((name) => [
        name,
        share(measured.filter(({ call }) => key(call) === name)),
      ]),
    );
  const ofTypes = (types: readonly RedactionType[]) => measured.filter(({ call }) => types.includes(call.type));
  const pci = ofTypes(PCI_TYPES).map(({ call }) => missedIn(call, find, wantedOf(PCI_TYPES)));
  return {
    byType: by(({ type }) => type),
    byWay: by(({ way }) => way),
    byLanguage: by(({ call }) => call.language ?? ''),
    all: share(measured),
    numbersAndCodes: share(ofTypes(NUMBERS_AND_CODES)),
    pci: share(pci),
    otherType: otherType(measured),
    elsewhere: elsewhere(measured),
    misheard: goneWhenMisheard(set, find),
    names: share(set.named.map((call) => missedIn(call, find, EVERYTHING))),
    neutral: falseMasks(set, find),
  };
}

function otherType(measured: readonly Measured[]): Share {
  const found = measured.flatMap(({ call, spans }) =>
    call.planted.flatMap((planted) => {
      const over = spans.filter(
        ({ segmentId, from, to }) => segmentId === planted.segmentId && from <= planted.from && to >= planted.to,
      );
      return over.length === 0 ? [] : [over.some(({ type }) => type === planted.type)];
    }),
  );
  return { gone: found.filter((isRight) => !isRight).length, of: found.length };
}

function elsewhere(measured: readonly Measured[]): Share {
  let gone = 0;
  let of = 0;
  for (const { call, spans } of measured) {
    const answers = new Set(call.planted.map(({ segmentId }) => segmentId));
    for (const { id, text } of call.call.segments) {
      if (answers.has(id)) continue;
      for (const word of text.matchAll(/\S+/g)) {
        of += 1;
        const isMasked = spans.some(
          ({ segmentId, from, to }) => segmentId === id && from < word.index + word[0].length && to > word.index,
        );
        if (isMasked) gone += 1;
      }
    }
  }
  return { gone, of };
}

export function misheardCalls(set: CallSet): PlantedCall[] {
  return set.planted
    .filter(({ type }) => NUMBERS_AND_CODES.includes(type))
    .flatMap((call) => Array.from({ length: ROUNDS_MISHEARD }, (_, round) => misheard(call, round)));
}

/** A word counts by its digits; one without, such as `for` in the place of four, counts too: a reader understands it. */
function goneWhenMisheard(set: CallSet, find: Find): Share {
  let gone = 0;
  let of = 0;
  for (const call of misheardCalls(set)) {
    const weight = ({ segmentId, from, to }: Planted) =>
      call.call.segments[segmentId]?.text.slice(from, to).match(/\d/g)?.length ?? 1;
    const { missed } = missedIn(call, find, EVERYTHING);
    const sum = (planted: readonly Planted[]) => planted.reduce((total, one) => total + weight(one), 0);
    of += sum(call.planted);
    gone += sum(call.planted) - sum(missed);
  }
  return { gone, of };
}

export function falseMasksIn({ call }: SpokenCall, find: Find) {
  return maskSegments(call.segments, find(call, EVERYTHING), 'label').redactions;
}

function falseMasks(set: CallSet, find: Find): Figures['neutral'] {
  const { neutral } = set;
  return {
    masks: neutral.reduce((sum, call) => sum + falseMasksIn(call, find).length, 0),
    minutes: neutral.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000,
  };
}
