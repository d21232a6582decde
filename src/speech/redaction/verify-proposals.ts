// Looks up in the transcript what a language model says that stands there: only what does is masked. Pure.
import type { ProposedSpan } from '../../ports/span-proposer.js';
import type { SearchedSegment, SensitiveSpan } from './sensitive-span.js';

/** A model says of what it quotes that it is one, not how sure it is. */
const CONFIDENCE = 0.8;

/** @returns every place of each quotation in its segment; none for one that does not stand there word for word */
export function verifyProposals(
  segments: readonly Pick<SearchedSegment, 'id' | 'text'>[],
  proposed: readonly ProposedSpan[],
): SensitiveSpan[] {
  const texts = new Map(segments.map(({ id, text }) => [id, text]));
  return proposed.flatMap(({ segmentId, quote, type }) => {
    const said = quote.trim();
    const text = texts.get(segmentId);
    if (text === undefined || said === '') return [];
    const found: SensitiveSpan[] = [];
    for (let from = text.indexOf(said); from >= 0; from = text.indexOf(said, from + said.length)) {
      const span = { segmentId, from, to: from + said.length, type, basis: 'model', confidence: CONFIDENCE } as const;
      found.push({ ...span, content: said.toLowerCase() });
    }
    return found;
  });
}
