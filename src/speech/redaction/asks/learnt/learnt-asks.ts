// Finds requests by weights that were learnt, where no pattern knows their words. Pure.
import { type RedactionType, TYPE_ROWS } from '../../../../ports/redaction.js';
import type { Talk } from '../../talk/talk.js';
import type { AskBook } from '../ask-book.js';
import { exchangesOf } from './request-features.js';
import { type Asked, likeliestOf, type RequestModel, requestModelOf } from './request-model.js';

/** Share of all that is wanted, from which a turn asks for it: of other turns one in a hundred has as much. */
const MIN_SHARE = 0.9;
/** The same where it most likely asks for a card or a secret, of which none may stay. */
const MIN_SHARE_OF_SECRET = 0.6;
/** The same where the turn has words of other numbers, such as "error code". */
const MIN_SHARE_BESIDE_OTHERS = 0.97;

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
    if (asked === null) return null;
    const isOther = book.otherNumbers.find(talk.turns[index]!.words).length > 0;
    return typeOf(asked, wanted, isOther);
  });
}

function typeOf(asked: Asked, wanted: ReadonlySet<RedactionType>, isOther: boolean): RedactionType | null {
  const likeliest = likeliestOf(asked, wanted);
  if (likeliest === null) return null;
  const least = TYPE_ROWS[likeliest.type].isPci ? MIN_SHARE_OF_SECRET : MIN_SHARE;
  return likeliest.share >= (isOther ? MIN_SHARE_BESIDE_OTHERS : least) ? likeliest.type : null;
}
