// Keeps the proposals of a language model that the transcript confirms. Pure.
import { PROPOSED_TYPES, type ProposedSpan, type ProposedType } from '../../ports/span-proposer.js';
import type { SearchedCall, SensitiveSpan } from './sensitive-span.js';

const CONFIDENCE = 0.85;
/** A longer proposal is neither a name nor an address. */
const MAX_CHARACTERS = 200;
/** Proposals for one segment; a model that proposes more has lost its way. */
const MAX_PROPOSALS = 200;

/**
 * Finds all places of a proposal in the segment. A proposal whose words are not there is dropped, and so is one that is part of a
 * longer word ("Ann" in "Annual").
 * @param call masked or not: a proposal contains no label
 */
export function verifyProposals(
  { segments }: SearchedCall,
  proposed: readonly ProposedSpan[],
  types: readonly string[] = PROPOSED_TYPES,
): SensitiveSpan[] {
  const bySegment = new Map<number, Map<string, ProposedType>>();
  for (const { segmentId, quote, type } of proposed) {
    const own = bySegment.get(segmentId) ?? new Map<string, ProposedType>();
    bySegment.set(segmentId, own);
    const words = quote.trim();
    const isUsable = types.includes(type) && words.length <= MAX_CHARACTERS && /[\p{L}\p{N}]/u.test(words);
    if (isUsable && !/\[\w+\]|####/.test(words) && own.size < MAX_PROPOSALS) own.set(words, type);
  }
  return segments.flatMap(({ id, text }) =>
    [...(bySegment.get(id) ?? [])].flatMap(([quote, type]) =>
      placesIn(text, quote).map(({ from, to }) => ({
        segmentId: id,
        from,
        to,
        type,
        basis: 'model' as const,
        confidence: CONFIDENCE,
        content: quote
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
          .trim(),
      })),
    ),
  );
}

/** Finds the quotation, whatever white space and kind of apostrophe the model wrote. */
function placesIn(text: string, quote: string): { from: number; to: number }[] {
  const source = quote
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/['’]/g, "['’]"))
    .join('\\s+');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'giu');
  return [...text.matchAll(pattern)].map(({ 0: said, index: from }) => ({ from, to: from + said.length }));
}
