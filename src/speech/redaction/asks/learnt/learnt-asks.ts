// Finds requests by weights that were learnt, where no pattern knows their words. Pure.
import { type RedactionType, TYPE_ROWS } from '../../../../ports/redaction.js';
import type { Talk } from '../../talk/talk.js';
import type { AskBook } from '../ask-book.js';
import { exchangesOf } from './request-features.js';
import { type Asked, requestModelOf } from './request-model.js';

/** Share of all that is wanted, from which a turn asks for it: of other turns one in a hundred has as much. */
const MIN_SHARE = 0.65;
/** The same where it most likely asks for a card or a secret, of which none may stay. */
const MIN_SHARE_OF_SECRET = 0.5;
/** The same where the turn has words of other numbers, such as "error code". */
const MIN_SHARE_BESIDE_OTHERS = 0.85;

/** @returns what each turn asks for; null where it asks for nothing that is wanted */
export function learntAsks(talk: Talk, book: AskBook, wanted: ReadonlySet<RedactionType>): (RedactionType | null)[] {
  const model = requestModelOf(talk.language);
  return exchangesOf(talk, book).map((exchange, index) => {
    if (exchange === null) return null;
    const isOther = book.otherNumbers.find(talk.turns[index]!.words).length > 0;
    return likeliest(model.asked(exchange), wanted, isOther);
  });
}

function likeliest(asked: Asked, wanted: ReadonlySet<RedactionType>, isOther: boolean): RedactionType | null {
  let [sum, highest, likeliest]: [number, number, RedactionType | null] = [0, 0, null];
  for (const [type, share] of asked) {
    if (type === 'none' || !wanted.has(type)) continue;
    sum += share;
    if (share > highest) [highest, likeliest] = [share, type];
  }
  if (likeliest === null) return null;
  const least = TYPE_ROWS[likeliest].isPci ? MIN_SHARE_OF_SECRET : MIN_SHARE;
  return sum >= (isOther ? MIN_SHARE_BESIDE_OTHERS : least) ? likeliest : null;
}
