// Proposes positions of names and addresses with a language model.
import {
  type CallToSearch,
  type ProposedSpan,
  type ProposedType,
  type ProposerEngine,
  SpanProposer,
} from '../../ports/span-proposer.js';
import { fenceLines } from './analysis-prompt.js';
import { SPAN_INSTRUCTIONS, SPAN_PROMPT_VERSION, type SpansOutput, spansOutput, spansQuestion } from './span-prompt.js';
import type { StructuredAsker } from './structured-asker.js';

export interface ModelSpanProposerOptions {
  readonly asker: StructuredAsker;
}

/**
 * Limit of the segments' text in one request: some 40 minutes of talk. With a longer text, a model omits more names, and its
 * response exceeds the output limit.
 */
const MAX_PART_CHARACTERS = 40_000;
/** Segments before a part that are sent again with it: a name may follow its question. */
const SEGMENTS_OF_CONTEXT = 3;
/** A span has about 30 tokens; a model that reasons spends some thousands before it writes. */
const MAX_OUTPUT_TOKENS = 12_000;

/**
 * Protects against prompt injection as `model.form-judge.ts` does. A speaker's words can at most add proposals, which are
 * checked in their segments. The request asks a provider that stores requests to store nothing.
 */
export class ModelSpanProposer extends SpanProposer {
  readonly isCharged = true;
  readonly engine: ProposerEngine;
  readonly #asker: StructuredAsker;

  constructor({ asker }: ModelSpanProposerOptions) {
    super();
    this.#asker = asker;
    this.engine = { name: asker.name, promptVersion: SPAN_PROMPT_VERSION };
  }

  async propose(
    call: CallToSearch,
    types: readonly ProposedType[],
    signal: AbortSignal,
  ): Promise<readonly ProposedSpan[]> {
    signal.throwIfAborted();
    if (types.length === 0) return [];
    const proposed: ProposedSpan[] = [];
    for (const part of partsOf(call.segments)) {
      const { message } = fenceLines(
        `${spansQuestion(types)} Language: ${call.language ?? 'not known'}.`,
        'text to be searched',
        part.map(({ id, speaker, text }) => ({ i: id, speaker, text })),
      );
      const { answer } = await this.#asker.ask(
        {
          name: 'sensitive_spans',
          purpose: 'redaction',
          cacheKey: `sensitive_spans-${SPAN_PROMPT_VERSION}`,
          instructions: SPAN_INSTRUCTIONS,
          message,
          shape: spansOutput,
          maxOutputTokens: MAX_OUTPUT_TOKENS,
        },
        signal,
      );
      proposed.push(...toProposals(answer, part, types));
    }
    return proposed;
  }
}

/** Parts of the call for one request each. Segments without words are not sent. */
function partsOf(segments: CallToSearch['segments']): CallToSearch['segments'][] {
  const spoken = segments.filter(({ text }) => /\p{L}/u.test(text));
  const parts: CallToSearch['segments'][] = [];
  let first = 0;
  let characters = 0;
  for (const [at, { text }] of spoken.entries()) {
    characters += text.length;
    if (characters <= MAX_PART_CHARACTERS || at === first) continue;
    parts.push(spoken.slice(Math.max(0, first - SEGMENTS_OF_CONTEXT), at));
    first = at;
    characters = text.length;
  }
  if (first < spoken.length) parts.push(spoken.slice(Math.max(0, first - SEGMENTS_OF_CONTEXT)));
  return parts;
}

/** Types that were not asked for and segments that were not sent are dropped. */
function toProposals(
  { spans }: SpansOutput,
  part: CallToSearch['segments'],
  types: readonly ProposedType[],
): ProposedSpan[] {
  const sent = new Set(part.map(({ id }) => id));
  return spans.flatMap(({ segment_id: segmentId, type, quote }) =>
    sent.has(segmentId) && types.includes(type) && quote.trim() !== '' ? [{ segmentId, type, quote }] : [],
  );
}
