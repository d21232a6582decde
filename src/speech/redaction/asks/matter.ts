// What the parties of a call talk about: which secrets may be said next, though no known pattern asks for them. Pure.
// cspell:ignore geheimzahl kennwort passwort
import type { RedactionType } from '../../../ports/redaction.js';
import type { SaidWord } from '../talk/talk.js';
import type { AskBook } from './ask-book.js';

/** Time and turns for which a matter goes on without a word of it. */
const MAX_MATTER_MS = 60_000;
const MAX_MATTER_TURNS = 6;
/** The same for words that only hint at it: then an answer counts that is a number and nothing else. */
const MAX_HINTED_TURNS = 8;
/** The same for words that may mean something else. */
const MAX_BARE_TURNS = 2;
export const OF_CARDS: readonly RedactionType[] = ['card_number', 'card_expiry', 'card_security_code'];

/** Types that words speak of. */
export interface Hint {
  readonly types: readonly RedactionType[];
  /** Those of them that are named: a number among other words counts, too. */
  readonly named: readonly RedactionType[];
  /** Party that asked last. */
  readonly party: string | null;
}

/** Words of secrets, whatever stands before them: "customer PIN". */
const SURE = new Set(['pin', 'passcode', 'password', 'otp', 'tan', 'geheimzahl', 'kennwort', 'passwort']);

/** Types that words hint at. Where they name another number, only what is named apart from it counts. */
export function hintsIn({ hints, otherNumbers }: AskBook, words: readonly SaidWord[]): Pick<Hint, 'types' | 'named'> {
  const others = otherNumbers.find(words);
  const found = hints.find(words).filter(({ owner, from, to }) => {
    if (others.length === 0) return true;
    const isSure = words.slice(from, to).some(({ text }) => SURE.has(text));
    const isPart = (other: { readonly from: number; readonly to: number }) => other.from >= from && other.to <= to;
    const touches = others.filter((other) => other.from <= to && other.to >= from && !isPart(other));
    return !owner.isBare && touches.every((other) => isSure && other.to === from);
  });
  const typesOf = (isNamed: boolean) => [
    ...new Set(found.filter(({ owner }) => !(isNamed && owner.isBare)).map(({ owner }) => owner.type)),
  ];
  return { types: typesOf(false), named: typesOf(true) };
}

/** Keeps what the parties talk about, from turn to turn. */
export class Matter {
  private readonly named = new Map<RedactionType, Since>();
  private readonly hinted = new Map<RedactionType, Since>();
  private readonly bare = new Map<RedactionType, Since>();
  private party: string | null = null;

  constructor(
    /** False in a call without a card: then a number on the back of something is none of a card. */
    private readonly isOfCards: boolean,
  ) {}
  /** True after a turn that named or said another number: what only hints at a secret counts for nothing. */
  private isOther = false;

  /** Matter of a turn, with its own words. */
  at(ms: number, turn: number, own: Pick<Hint, 'types' | 'named'>): Hint {
    const live = (since: ReadonlyMap<RedactionType, Since>, turns: number) =>
      [...since].flatMap(([type, { ms: then, turn: last }]) =>
        ms - then <= MAX_MATTER_MS && turn - last <= turns ? [type] : [],
      );
    const named = [...new Set([...live(this.named, MAX_MATTER_TURNS), ...own.named])];
    const hinted = this.isOther ? [] : [...live(this.hinted, MAX_HINTED_TURNS), ...live(this.bare, MAX_BARE_TURNS)];
    const isPossible = (type: RedactionType) => this.isOfCards || !OF_CARDS.includes(type);
    return {
      types: [...new Set([...named, ...hinted])],
      named: named.filter(isPossible),
      party: this.party,
    };
  }

  end(): void {
    this.named.clear();
  }

  goOn(
    { ms, turn, party }: Since & { readonly party: string | null },
    types: readonly RedactionType[],
    hint: Pick<Hint, 'types' | 'named'>,
    isOther: boolean,
  ): void {
    if (party !== null) this.party = party;
    const isOfCard = types.some((type) => OF_CARDS.includes(type));
    for (const type of [...types, ...(isOfCard ? OF_CARDS : []), ...hint.named]) this.named.set(type, { ms, turn });
    for (const type of [...types, ...hint.named]) this.hinted.set(type, { ms, turn });
    for (const type of hint.types) this.bare.set(type, { ms, turn });
    this.isOther = isOther;
  }
}

/** Last time that something was spoken of, and the turn. */
interface Since {
  readonly ms: number;
  readonly turn: number;
}
