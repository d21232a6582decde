import { BadRequestError, type OpenAI, UnprocessableEntityError } from 'openai';
import { z } from 'zod';
import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type CallToAnalyse,
  type ProposedFinding,
  type ProposedQuote,
  type RoleAssignment,
} from '../../ports/call-analyst.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { Role } from '../../ports/transcript.js';
import {
  ANALYSIS_INSTRUCTIONS,
  analysisAnswer,
  fenceTranscript,
  PROMPT_VERSION,
  ROLE_INSTRUCTIONS,
  segmentRolesAnswer,
  speakerRolesAnswer,
  strictSchema,
} from './openai-analysis-prompt.js';
import { isOpenAiHost, type OpenAiClient } from './openai-client.js';
import { toProviderError, UnusableAnswerError } from './openai-error.js';
import { checkModels } from './openai-models.js';
import { cleanText } from './openai-text.js';

export interface OpenAiCallAnalystOptions {
  readonly client: OpenAiClient;
  /** E.g. `gpt-6-luna`. */
  readonly model: string;
  /** Default: Responses for OpenAI's own hosts, Chat Completions for any other. */
  readonly api?: 'responses' | 'chat';
  /**
   * Longest transcript sent, in characters with its JSON. Default 2,400,000: a call of ten hours has about 1,000,000, and
   * 2,400,000 (some 700,000 tokens) fit the window of 1,050,000 tokens. A smaller server refuses what is too long for it.
   */
  readonly maxTranscriptCharacters?: number;
  /** Receives one sentence for the operator per finding of {@link OpenAiCallAnalyst.check}. */
  readonly warn: (sentence: string) => void;
}

interface Question<T> {
  readonly name: string;
  readonly instructions: string;
  readonly message: string;
  readonly shape: z.ZodType<T>;
  /** Reasoning counts against it: leave room. */
  readonly outputTokens: number;
}

/** What the provider did with a question. */
type Outcome =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'cut' };

/** What came of one attempt to have it answered. */
type Attempt<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'cut' }
  | { readonly kind: 'unusable'; readonly fault: string };

const ANALYSIS_TOKENS = 16_000;
const ROLE_TOKENS = 4_000;
const TOKENS_PER_SEGMENT_ROLE = 6;
const DEFAULT_TRANSCRIPT_CHARACTERS = 2_400_000;
/** Who is who shows early; the rest of a long call is not read for it. */
const ROLE_TRANSCRIPT_CHARACTERS = 60_000;
const MOST_SENTENCES = 5;
const MOST_QUOTES = 5;
const MOST_VIOLATIONS = 20;
const LONGEST_SENTENCE = 400;
const LONGEST_SUMMARY = 2000;
const LONGEST_QUOTE = 500;
/** Output that repeats this many characters of the instructions is taken for a leak. */
const LEAK_CHARACTERS = 60;

/**
 * Judges calls by a language model: OpenAI's, or any server that speaks its protocol.
 *
 * Instructions go in the instruction role alone; the transcript is JSON lines inside a random fence in the user message;
 * no tools are offered; the answer must fit a strict schema, and ranges are clamped here. Nothing is stored at OpenAI.
 * A cut answer is asked for once more with twice the room, an unusable one once more with its fault named; a refusal, or
 * a second failure of the same kind, is a final ProviderError.
 */
export class OpenAiCallAnalyst extends CallAnalyst {
  readonly engine: AnalystEngine;
  readonly #options: OpenAiCallAnalystOptions;
  readonly #api: 'responses' | 'chat';
  readonly #maxCharacters: number;

  constructor(options: OpenAiCallAnalystOptions) {
    super();
    this.#options = options;
    const own = isOpenAiHost(options.client.baseUrl);
    this.#api = options.api ?? (own ? 'responses' : 'chat');
    this.#maxCharacters = options.maxTranscriptCharacters ?? DEFAULT_TRANSCRIPT_CHARACTERS;
    this.engine = {
      name: `${this.#api === 'responses' ? 'openai' : 'compatible'}:${options.model}`,
      grade: 'production',
      rulesVersion: PROMPT_VERSION,
    };
  }

  /** A language model reads the transcript as it is: no phrase needs a second look. */
  phrasesToSpot(): readonly string[] {
    return [];
  }

  /**
   * Roles per label; per segment where a mono recording carries one label only. The labels of a long call are judged by its
   * beginning (60,000 characters).
   */
  async assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    const labels = new Set<string>(call.segments.map(({ speaker }) => speaker));
    if (labels.size === 0) return { speakers: {}, segments: null };
    if (labels.size === 1 && call.segments.every(({ channel }) => channel === null)) {
      return this.#assignSegments(call, signal);
    }

    let characters = 0;
    const unheard = new Set(labels);
    const beginning = call.segments.filter(({ speaker, text }) => {
      characters += text.length;
      // A voice that comes in late is still introduced by its first words.
      return unheard.delete(speaker) || characters <= ROLE_TRANSCRIPT_CHARACTERS;
    });
    const { message } = fenceTranscript('Give the role of each speaker label of this call.', call, beginning);
    const answer = await this.#ask(
      {
        name: 'speaker_roles',
        instructions: ROLE_INSTRUCTIONS,
        message,
        shape: speakerRolesAnswer,
        outputTokens: ROLE_TOKENS,
      },
      signal,
    );
    const speakers: Record<string, { role: Role; confidence: number }> = {};
    for (const { label, role, confidence } of answer.speakers) {
      if (role !== 'unknown' && labels.has(label)) speakers[label] = { role, confidence: clamp(confidence, 0, 1) };
    }
    return { speakers, segments: null };
  }

  async analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport> {
    const { message, fence } = fenceTranscript('Judge this call.', call, call.segments);
    const answer = await this.#ask(
      {
        name: 'call_analysis',
        instructions: ANALYSIS_INSTRUCTIONS,
        message,
        shape: analysisAnswer,
        outputTokens: ANALYSIS_TOKENS,
      },
      signal,
    );
    return toReport(answer, fence);
  }

  /** Rejects when the provider cannot be reached or refuses the key; a model it does not list is warned of. */
  async check(): Promise<void> {
    const { client, model, warn } = this.#options;
    for (const sentence of await checkModels(client, 'analysis', [model])) warn(sentence);
  }

  async #assignSegments(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    const { message } = fenceTranscript(
      'The voices of this call could not be told apart. List the numbers of the segments that the agent said and of those that the customer said; leave out what cannot be told.',
      call,
      call.segments,
    );
    const answer = await this.#ask(
      {
        name: 'segment_roles',
        instructions: ROLE_INSTRUCTIONS,
        message,
        shape: segmentRolesAnswer,
        outputTokens: ROLE_TOKENS + TOKENS_PER_SEGMENT_ROLE * call.segments.length,
      },
      signal,
    );
    const confidence = clamp(answer.confidence, 0, 1);
    const known = new Set(call.segments.map(({ id }) => id));
    const customer = new Set(answer.customer_segments.filter((id) => known.has(id)));
    const agent = new Set(answer.agent_segments.filter((id) => known.has(id)));
    const segments: Record<number, { role: Role; confidence: number }> = {};
    // A segment claimed for both could not be told.
    for (const id of agent) if (!customer.has(id)) segments[id] = { role: 'agent', confidence };
    for (const id of customer) if (!agent.has(id)) segments[id] = { role: 'customer', confidence };
    return { speakers: {}, segments };
  }

  async #ask<T>(question: Question<T>, signal: AbortSignal): Promise<T> {
    if (question.message.length > this.#maxCharacters) {
      throw new ProviderError('The call is too long for the analysis provider.', { retryable: false });
    }
    let outputTokens = question.outputTokens;
    let fault: string | null = null;
    for (;;) {
      const attempt: Attempt<T> = await this.#attempt(question, outputTokens, fault, signal);
      if (attempt.kind === 'answer') return attempt.answer;
      if (attempt.kind === 'cut') {
        if (outputTokens > question.outputTokens) {
          throw new ProviderError("The analysis provider's answer was cut off.", { retryable: false });
        }
        outputTokens *= 2;
        continue;
      }
      if (fault !== null) throw toProviderError(new UnusableAnswerError(attempt.fault), 'analysis');
      fault = attempt.fault;
    }
  }

  async #attempt<T>(
    question: Question<T>,
    outputTokens: number,
    fault: string | null,
    signal: AbortSignal,
  ): Promise<Attempt<T>> {
    let outcome: Outcome;
    try {
      const send = this.#api === 'responses' ? this.#respond : this.#chat;
      outcome = await send.call(this, question, outputTokens, fault, signal);
    } catch (error) {
      if (error instanceof UnusableAnswerError) return { kind: 'unusable', fault: error.message };
      throw error;
    }
    if (outcome.kind === 'cut') return outcome;
    if (outcome.kind === 'declined') {
      throw new ProviderError('The analysis provider declined to judge this call.', { retryable: false });
    }
    return readJson(outcome.text, question.shape);
  }

  async #respond<T>(
    question: Question<T>,
    outputTokens: number,
    fault: string | null,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: question.message }];
    if (fault !== null) input.push({ role: 'user', content: repairRequest(fault) });
    const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
      model: this.#options.model,
      instructions: question.instructions,
      input,
      text: {
        format: { type: 'json_schema', name: question.name, strict: true, schema: strictSchema(question.shape) },
      },
      max_output_tokens: outputTokens,
      store: false,
      prompt_cache_key: `${question.name}-${PROMPT_VERSION}`,
    };
    // Not `responses.create`: it reads the answer before we can judge it, and throws on one of another shape.
    const answer = await this.#options.client.call({ task: 'analysis', signal }, (sdk, request) =>
      sdk.post<unknown>('/responses', { ...request, body }),
    );
    return readResponse(answer);
  }

  async #chat<T>(
    question: Question<T>,
    outputTokens: number,
    fault: string | null,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { model } = this.#options;
    const schema = strictSchema(question.shape);
    const messages = (instructions: string): OpenAI.ChatCompletionMessageParam[] => [
      { role: 'system', content: instructions },
      { role: 'user', content: fault === null ? question.message : `${question.message}\n\n${repairRequest(fault)}` },
    ];
    const answer: unknown = await this.#options.client.call(
      { task: 'analysis', signal },
      async (sdk, request): Promise<unknown> => {
        try {
          return await sdk.chat.completions.create(
            {
              model,
              messages: messages(question.instructions),
              response_format: { type: 'json_schema', json_schema: { name: question.name, strict: true, schema } },
              // The name that self-hosted servers know.
              max_tokens: outputTokens,
              temperature: 0,
            },
            request,
          );
        } catch (error) {
          if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) throw error;
          // Only what every server takes; the answer is checked against the schema here all the same.
          return sdk.chat.completions.create(
            {
              model,
              messages: messages(`${question.instructions}\n\nThe schema: ${JSON.stringify(schema)}`),
              response_format: { type: 'json_object' },
            },
            request,
          );
        }
      },
    );
    return readCompletion(answer);
  }
}

const responseAnswer = z.object({
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() }))
        .nullish(),
    }),
  ),
});

function readResponse(answer: unknown): Outcome {
  const parsed = responseAnswer.safeParse(answer);
  if (!parsed.success) throw new UnusableAnswerError('The answer is not a response object.');
  const { status, incomplete_details: incomplete, error, output } = parsed.data;
  if (status === 'failed') {
    const passing = error?.code === 'server_error' || error?.code === 'rate_limit_exceeded';
    throw new ProviderError('The analysis provider failed to answer.', { retryable: passing });
  }
  if (status === 'incomplete') return { kind: incomplete?.reason === 'content_filter' ? 'declined' : 'cut' };
  const parts = output.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []);
  if (parts.some(({ type, refusal }) => type === 'refusal' || (refusal ?? '') !== '')) return { kind: 'declined' };
  return { kind: 'text', text: parts.map(({ text }) => text ?? '').join('') };
}

const completionAnswer = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

function readCompletion(answer: unknown): Outcome {
  const parsed = completionAnswer.safeParse(answer);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) throw new UnusableAnswerError('The answer is not a chat completion.');
  if ((choice.message.refusal ?? '') !== '' || choice.finish_reason === 'content_filter') return { kind: 'declined' };
  if (choice.finish_reason === 'length') return { kind: 'cut' };
  return { kind: 'text', text: choice.message.content ?? '' };
}

/** Reads the JSON out of what a model wrote: some put their thoughts before it or a code fence around it. */
function readJson<T>(text: string, shape: z.ZodType<T>): Attempt<T> {
  const spoken = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  let json: unknown;
  try {
    json = JSON.parse(spoken.slice(spoken.indexOf('{'), spoken.lastIndexOf('}') + 1));
  } catch {
    return { kind: 'unusable', fault: 'It was not one JSON object.' };
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return { kind: 'answer', answer: parsed.data };
  const paths = parsed.error.issues.slice(0, 10).map(({ path }) => path.join('.') || 'the object itself');
  const members = [...new Set(paths)].join(', ');
  return { kind: 'unusable', fault: `These members were missing or of the wrong type: ${members}.` };
}

function repairRequest(fault: string): string {
  return `An earlier answer could not be used. ${fault} Answer again with the JSON object of the schema and nothing else.`;
}

type Answer = z.infer<typeof analysisAnswer>;

function toReport(answer: Answer, fence: string): AnalystReport {
  let leaked = false;
  const isClean = (text: string) => {
    const clean = !text.includes(fence) && !repeatsInstructions(text);
    leaked ||= !clean;
    return clean;
  };
  const sentences = (given: readonly string[]) =>
    given
      .map((text) => shorten(text, LONGEST_SENTENCE))
      .filter((text) => text !== '' && isClean(text))
      .slice(0, MOST_SENTENCES);
  const { findings } = answer;
  const strengths = sentences(answer.strengths);
  const recommendations = sentences(answer.recommendations);
  const violations = answer.violations.slice(0, MOST_VIOLATIONS).map(({ rule, description, confidence, quotes }) => {
    const sentence = shorten(description, LONGEST_SENTENCE);
    return {
      rule,
      description: isClean(sentence) ? sentence : '',
      confidence: clamp(confidence, 0, 1),
      quotes: toQuotes(quotes),
    };
  });
  const wholeSummary = shorten(answer.summary, LONGEST_SUMMARY);
  // As a whole: sentence by sentence, short ones of the instructions would pass.
  const summary = isClean(wholeSummary) ? wholeSummary : '';
  return {
    findings: {
      identity_verification: toFinding(findings.identity_verification),
      privacy_protection: toFinding(findings.privacy_protection),
      mandatory_disclosures: toFinding(findings.mandatory_disclosures),
      purpose_declaration: toFinding(findings.purpose_declaration),
      call_resolution: toFinding(findings.call_resolution),
      greeting: toFinding(findings.greeting),
      empathetic_language: toFinding(findings.empathetic_language),
    },
    missingDisclosures: [...new Set(answer.missing_disclosures)],
    violations,
    sentiment: answer.sentiment,
    customerEffortScore:
      answer.customer_effort_score === null ? null : clamp(Math.round(answer.customer_effort_score), 1, 5),
    strengths,
    recommendations,
    summary,
    manipulationSuspected: answer.manipulation_suspected || leaked,
  };
}

function toFinding({ met, confidence, quotes }: Answer['findings']['greeting']): ProposedFinding {
  return { met, confidence: clamp(confidence, 0, 1), quotes: toQuotes(quotes), spotted: false };
}

function toQuotes(quotes: Answer['findings']['greeting']['quotes']): ProposedQuote[] {
  return quotes
    .filter(({ segment_id: id, quote }) => Number.isSafeInteger(id) && id >= 0 && quote.trim() !== '')
    .slice(0, MOST_QUOTES)
    .map(({ segment_id: segmentId, quote }) => ({ segmentId, quote: shorten(quote, LONGEST_QUOTE) }));
}

function repeatsInstructions(text: string): boolean {
  for (let from = 0; from + LEAK_CHARACTERS <= text.length; from += 1) {
    if (ANALYSIS_INSTRUCTIONS.includes(text.slice(from, from + LEAK_CHARACTERS))) return true;
  }
  return false;
}

/** Cut by code points, so that no surrogate pair is torn. */
function shorten(text: string, longest: number): string {
  return [...cleanText(text).trim()].slice(0, longest).join('');
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
