// Determines what a number is by the words before it, of either party. Pure.
import type { Item } from '../grammar/items.js';
import type { Cue } from '../grammar/number-book.js';
import type { Run } from '../grammar/runs.js';
import type { Stream } from '../grammar/talk.js';

/** Maximum number of words from a cue to its number. Numbers, fillers and interjections are not counted. */
const MAX_WORDS = 25;
/** Maximum number of words between cues that belong together: "sort code and account number". */
const MAX_WORDS_BETWEEN_CUES = 8;
/** Minimum number of digits between two cues that are the number of the first one. */
const MIN_DIGITS_BETWEEN = 5;
const MAX_CUES = 8;
/** Maximum distance of the speaker's own cue, as in "My order number is". It overrides any question before. */
const MAX_WORDS_OWN = 4;
/** Maximum distance of a cue after the number: "… is my mobile". */
const MAX_WORDS_AFTER = 4;
/** Words within which a cue counts, as {@link MAX_WORDS}, for what a call is about: a card that is read out. */
export const MAX_WORDS_OF_TOPIC = 80;

interface FoundCue {
  readonly cue: Cue;
  readonly speaker: string | null;
  /** Tokens of the call; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

export interface NearCues {
  readonly kinds: ReadonlySet<Cue>;
  readonly words: number;
  /** Number of digits that are said between the nearest cue and the number. */
  readonly digits: number;
}

const OF_MONEY = new Set<Cue>(['card', 'card_code', 'iban', 'sort_code', 'routing', 'bank_account']);
const OF_CARDS = new Set<Cue>(['card', 'card_code', 'card_expiry']);
const COUNTED = new Set<Item['role']>(['word', 'unit', 'money', 'month', 'hour', 'cue']);

export class Cues {
  private readonly cues: FoundCue[] = [];
  /** Number of words before each token of the call. */
  private readonly words: Int32Array;
  /** True when a card or a bank account is named anywhere in the call. */
  readonly nameCard: boolean;
  /** Number of digits before each token of the call. */
  private readonly digits: Int32Array;

  constructor(streams: readonly { readonly stream: Stream; readonly items: readonly Item[] }[]) {
    const tokens = streams.reduce((sum, { stream }) => sum + stream.tokens.length, 0);
    this.words = new Int32Array(tokens + 1);
    this.digits = new Int32Array(tokens + 1);
    for (const { stream, items } of streams) {
      for (const item of items) {
        const from = stream.tokens[item.from]?.order;
        if (from === undefined) continue;
        if (item.role === 'atom' && !item.atom.isLetter) this.digits[from + 1] = item.atom.value.length;
        if (!COUNTED.has(item.role)) continue;
        this.words[from + 1] = 1;
        if (item.role !== 'cue') continue;
        const to = (stream.tokens[item.to - 1]?.order ?? from) + 1;
        this.cues.push({ cue: item.cue, speaker: stream.speaker, from, to });
      }
    }
    for (const sums of [this.words, this.digits])
      for (let at = 1; at <= tokens; at += 1) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0);
    this.cues.sort((a, b) => a.from - b.from);
    this.nameCard = this.cues.some(({ cue }) => OF_MONEY.has(cue));
  }

  /** Number of counted words from one token of the call to another. */
  wordsBetween(from: number, to: number): number {
    return Math.max((this.words[to] ?? 0) - (this.words[from] ?? 0), 0);
  }

  /** Cues among the words around a number; empty where they say nothing. */
  of(place: Pick<Run, 'stream' | 'from' | 'to'>): ReadonlySet<Cue> {
    return this.near(place).kinds;
  }

  /** Cues as in {@link of}, with the words to the nearest of them. */
  near({ stream, from, to }: Pick<Run, 'stream' | 'from' | 'to'>): NearCues {
    const start = stream.tokens[from]?.order ?? 0;
    const end = (stream.tokens[to - 1]?.order ?? start) + 1;
    const last = this.lastBefore(start);
    const nearest = this.cues[last];
    if (!nearest || this.wordsBetween(nearest.to, start) > MAX_WORDS) {
      return { kinds: this.after(last + 1, end, stream.speaker), words: MAX_WORDS, digits: 0 };
    }
    const distance = this.wordsBetween(nearest.to, start);
    const digits = (this.digits[start] ?? 0) - (this.digits[nearest.to] ?? 0);
    if (nearest.cue === 'neutral' && nearest.speaker === stream.speaker && distance <= MAX_WORDS_OWN) {
      return { kinds: new Set(['neutral']), words: distance, digits };
    }
    const found = new Set<Cue>();
    for (let at = last; at >= 0 && last - at < MAX_CUES; at -= 1) {
      const [cue, next] = [this.cues[at], this.cues[at + 1]];
      if (!cue || (at < last && next && !this.belongTogether(cue, next))) break;
      found.add(cue.cue);
    }
    if (found.size > 1) found.delete('neutral');
    return { kinds: found, words: distance, digits };
  }

  /** True when a number is near words of a kind, before it or just after it. */
  isNear({ stream, from, to }: Pick<Run, 'stream' | 'from' | 'to'>, wanted: readonly Cue[], words: number): boolean {
    const start = stream.tokens[from]?.order ?? 0;
    const end = (stream.tokens[to - 1]?.order ?? start) + 1;
    for (let at = this.lastBefore(start), seen = 0; at >= 0 && seen < MAX_CUES; at -= 1, seen += 1) {
      const cue = this.cues[at];
      if (!cue || this.wordsBetween(cue.to, start) > words) break;
      if (wanted.includes(cue.cue)) return true;
    }
    return wanted.some((cue) => this.after(this.lastBefore(start) + 1, end, stream.speaker).has(cue));
  }

  /** True when a card is talked about around a number, by either party. */
  isOfCard({ stream, from, to }: Pick<Run, 'stream' | 'from' | 'to'>): boolean {
    const start = stream.tokens[from]?.order ?? 0;
    const end = (stream.tokens[to - 1]?.order ?? start) + 1;
    const last = this.lastBefore(start);
    for (let at = last; at >= 0; at -= 1) {
      const cue = this.cues[at];
      if (!cue || this.wordsBetween(cue.to, start) > MAX_WORDS_OF_TOPIC) break;
      if (OF_CARDS.has(cue.cue)) return true;
    }
    for (let at = last + 1; at < this.cues.length; at += 1) {
      const cue = this.cues[at];
      if (!cue || this.wordsBetween(end, cue.from) > MAX_WORDS) break;
      if (OF_CARDS.has(cue.cue)) return true;
    }
    return false;
  }

  /** False where the first of two cues has its number between them: "my social is 312-20-3437 and call me at …". */
  private belongTogether(cue: FoundCue, next: FoundCue): boolean {
    if (this.wordsBetween(cue.to, next.from) > MAX_WORDS_BETWEEN_CUES) return false;
    return (this.digits[next.from] ?? 0) - (this.digits[cue.to] ?? 0) < MIN_DIGITS_BETWEEN;
  }

  private after(at: number, end: number, speaker: string | null): ReadonlySet<Cue> {
    const cue = this.cues[at];
    const isNear =
      cue && cue.speaker === speaker && cue.from >= end && this.wordsBetween(end, cue.from) <= MAX_WORDS_AFTER;
    return new Set(isNear ? [cue.cue] : []);
  }

  /** Index of the last cue that ends before a token; -1 when there is none. */
  private lastBefore(token: number): number {
    let [low, high] = [0, this.cues.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.cues[middle]?.from ?? 0) < token) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
