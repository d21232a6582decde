// Proposes positions of names and addresses with a language model: OpenAI's, or one on any server that speaks OpenAI's protocol.
import {
  type CallToSearch,
  type ProposedSpan,
  type ProposedType,
  type ProposerEngine,
  SpanProposer,
} from '../../../ports/span-proposer.js';
import type { OpenAiClient } from '../openai-client.js';
import { isOpenAiHost } from '../openai-host.js';
import { DEFAULT_MAX_TRANSCRIPT_CHARACTERS } from './openai.call-analyst.js';
import { fenceLines } from './openai-analysis-prompt.js';
import {
  SPAN_INSTRUCTIONS,
  SPAN_PROMPT_VERSION,
  type SpansOutput,
  spansOutput,
  spansQuestion,
} from './openai-span-prompt.js';
import { StructuredOutput } from './openai-structured-output.js';

export interface OpenAiSpanProposerOptions {
  readonly client: OpenAiClient;
  /** Model, e.g. `gpt-6-luna`. */
  readonly model: string;
  /** Default: Responses for OpenAI's own hosts, Chat Completions for any other. */
  readonly api?: 'responses' | 'chat';
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
 * Protects against prompt injection as `openai.form-judge.ts` does. A speaker's words can at most add proposals, which are
 * checked in their segments. The request asks OpenAI to store nothing.
 */
export class OpenAiSpanProposer extends SpanProposer {
  readonly isCharged = true;
  readonly engine: ProposerEngine;
  readonly #structuredOutput: StructuredOutput;

  constructor(options: OpenAiSpanProposerOptions) {
    super();
    const { client, model } = options;
    const api = options.api ?? (isOpenAiHost(client.baseUrl) ? 'responses' : 'chat');
    this.#structuredOutput = new StructuredOutput({
      client,
      model,
      api,
      purpose: 'redaction',
      maxMessageCharacters: DEFAULT_MAX_TRANSCRIPT_CHARACTERS,
    });
    this.engine = {
      name: `${api === 'responses' ? 'openai' : 'compatible'}:${model}`,
      promptVersion: SPAN_PROMPT_VERSION,
    };
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
      const { answer } = await this.#structuredOutput.ask(
        {
          name: 'sensitive_spans',
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
