// Finds names and addresses that no pattern finds: a language model proposes their positions, and every proposal is checked in
// its segment (`speech/redaction/verify-proposals.ts`).
import { type TypesRead, typesRead } from './redaction.js';
import type { Segment } from './transcript.js';

export type ProposedType = TypesRead<'name' | 'address'>;
export const PROPOSED_TYPES = typesRead('name', 'address');

/** Call as input of the model: all words are masked already, except those that only the model finds. */
export interface CallToSearch {
  /** Segments in the order of their ids. */
  readonly segments: readonly (Pick<Segment, 'id' | 'text'> & {
    /** Role, or the label of a channel or a voice; null when the voices were not distinguished. */
    readonly speaker: string | null;
  })[];
  /** ISO 639-1; null when not known. */
  readonly language: string | null;
}

/** Proposal of the model; nothing of it is checked. */
export interface ProposedSpan {
  readonly segmentId: number;
  readonly quote: string;
  readonly type: ProposedType;
}

export interface ProposerEngine {
  /** Name as clients see it, e.g. `openai:gpt-6-luna`. */
  readonly name: string;
  /** Version of prompt and schema. Proposals of different versions may differ for the same call. */
  readonly promptVersion: string;
}

export abstract class SpanProposer {
  /** Null when no language model is configured: then `propose` gives null. */
  abstract readonly engine: ProposerEngine | null;
  /** True when words of calls are sent to a server that may charge for it: each request is recorded before it is sent. */
  abstract readonly isCharged: boolean;

  /**
   * @param types those that are wanted; with none of them nothing is asked
   * @returns null where no language model is configured: names and addresses are then found after cues only
   * @throws ProviderError
   */
  abstract propose(
    call: CallToSearch,
    types: readonly ProposedType[],
    signal: AbortSignal,
  ): Promise<readonly ProposedSpan[] | null>;
}
