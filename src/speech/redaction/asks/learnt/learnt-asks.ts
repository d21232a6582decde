// Finds requests by weights that were learnt, where no pattern knows their words. Pure.
import { type RedactionType, TYPE_ROWS } from '../../../../ports/redaction.js';
import type { SaidWord, Talk } from '../../talk/talk.js';
import { isSaidNumber } from '../answer-words.js';
import type { AskBook } from '../ask-book.js';
import { exchangesOf } from './request-features.js';
import { type Asked, likeliestOf, type RequestModel, requestModelOf } from './request-model.js';

/** Share of all that is wanted, from which a turn asks for it, also where it has words of other numbers ("error code"). */
const MIN_SHARE = 0.7;
/** The same where it most likely asks for a card or a secret, of which none may stay. */
const MIN_SHARE_OF_SECRET = 0.5;
/** Words of numbers of a turn that reads a card back, and asks for nothing. */
const MIN_READ_BACK = 10;

/** @returns shares of what each turn may ask for; null where no other party answers */
export function requestsIn(
  talk: Talk,
  book: AskBook,
  model: RequestModel = requestModelOf(talk.language),
): (Asked | null)[] {
  return exchangesOf(talk, book).map((exchange) => (exchange === null ? null : model.asked(exchange)));
}

/** @returns what each turn asks for; null where it asks for nothing that is wanted */
export function learntAsks(
  talk: Talk,
  book: AskBook,
  requests: readonly (Asked | null)[],
  wanted: ReadonlySet<RedactionType>,
): (RedactionType | null)[] {
  return requests.map((asked, index) => {
    const likeliest = asked === null ? null : likeliestOf(asked, wanted);
    const { words } = talk.turns[index]!;
    if (likeliest === null || isReadBack(talk, words)) return null;
    const isOther = book.otherNumbers.find(words).length > 0;
    const least = TYPE_ROWS[likeliest.type].isPci && !isOther ? MIN_SHARE_OF_SECRET : MIN_SHARE;
    return likeliest.share >= least ? likeliest.type : null;
  });
}

/** True for "so that's …" and the digits of a card. */
const isReadBack = (talk: Talk, words: readonly SaidWord[]) =>
  words.filter((word) => isSaidNumber(talk, word)).length >= MIN_READ_BACK;
