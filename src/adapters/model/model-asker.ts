// What all protocols of language models have in common: repairs of truncated and unusable answers, and learning what a server
// cannot do.
import { createHash } from 'node:crypto';
import { EngineLearning, type Learnt, type LearntOf } from '../../platform/operations/engine-learning.js';
import type { ModelTokens } from '../../ports/call-analyst.js';
import { afterAnswer, ProviderError } from '../../ports/provider-error.js';
import { notJudged } from '../sdk/not-judged.js';
import type { EngineRemark } from '../vendor/engine-remark.js';
import { UnusableResponseError } from '../vendor/provider-failure.js';
import { strictSchema } from './analysis-prompt.js';
import { limitOf, needsWords } from './lessons.js';
import { parseOutput } from './read-answer.js';
import {
  addTokens,
  type StructuredAsker,
  type StructuredQuestion,
  type StructuredResponse,
} from './structured-asker.js';

/** A cheaper tier of the provider for work that is not urgent. */
export interface BackgroundTier {
  readonly serviceTier: 'flex';
  /** Whether the request that is now to be sent is for such work. */
  readonly isBackground: () => boolean;
}

export interface ModelAskerOptions {
  readonly model: string;
  /** Default: a memory of this asker alone. */
  readonly learning?: EngineLearning;
  /**
   * Longest user message, in characters, with the JSON around the transcript. Default 2,400,000: a call of ten hours has
   * about 1,000,000, and 2,400,000 (some 700,000 tokens) fit the context window of 1,050,000 tokens. A server with a
   * smaller window refuses what is too long for it.
   */
  readonly maxMessageCharacters?: number;
}

/** One request, before it is written in the words of a protocol. */
export interface ModelRequest {
  readonly question: StructuredQuestion<unknown>;
  readonly maxOutputTokens: number;
  /** Length of instructions and message. */
  readonly characters: number;
  /** Asks for a repair of an earlier answer; null in the first request. */
  readonly repair: string | null;
  readonly learnt: Learnt;
}

/** The server refused what is now left out. */
export class Lesson {
  readonly kind = 'lesson';
  constructor(readonly learnt: Learnt) {}
}

/** `truncated`: the response reached the token limit before its end. */
export type ModelReply =
  | { readonly kind: 'text'; readonly text: string; readonly tokens: ModelTokens | null }
  | { readonly kind: 'declined'; readonly tokens: ModelTokens | null }
  | { readonly kind: 'truncated'; readonly tokens: ModelTokens | null }
  | Lesson;

type Attempt = ModelReply | { readonly kind: 'unreadable'; readonly fault: string };

const DEFAULT_MAX_MESSAGE_CHARACTERS = 2_400_000;
/** A question whose answers are never usable ends after this many requests. */
const MAX_REQUESTS = 4;
/** Refusals cost nothing, and each leaves out one parameter more. */
const MAX_LESSONS = 8;
/**
 * A response of 16,000 tokens has 72 kB of text. JSON writes a letter of other scripts in six bytes, and some models add their
 * thoughts.
 */
const SPARE_BYTES = 256 * 1024;
const MAX_BYTES_PER_TOKEN = 16;

export const maxResponseBytes = (maxOutputTokens: number) => SPARE_BYTES + MAX_BYTES_PER_TOKEN * maxOutputTokens;

export abstract class ModelAsker implements StructuredAsker {
  readonly #learning: EngineLearning;
  /** Key of what was learnt of this model and server. */
  readonly learntOf: LearntOf;
  readonly #maxMessageCharacters: number;

  constructor(
    readonly name: string,
    baseUrl: string,
    { learning, maxMessageCharacters }: ModelAskerOptions,
  ) {
    this.#learning = learning ?? new EngineLearning();
    this.learntOf = { engine: name, server: createHash('sha256').update(baseUrl).digest('hex').slice(0, 16) };
    this.#maxMessageCharacters = maxMessageCharacters ?? DEFAULT_MAX_MESSAGE_CHARACTERS;
  }

  abstract check(): Promise<readonly EngineRemark[]>;

  /** The name under which requests carry the limit on the answer. */
  abstract limitName(learnt: Learnt): string;

  /**
   * Sends one request. Throws {@link UnusableResponseError} for what is no response of a model, and ProviderError.
   * @param mayLearn false when enough was left out: then a refusal is thrown
   */
  protected abstract send(request: ModelRequest, mayLearn: boolean, signal: AbortSignal): Promise<ModelReply>;

  /** Error of a response that is none of a model. */
  protected abstract unreadable(fault: string): ProviderError;

  async ask<T>(question: StructuredQuestion<T>, signal: AbortSignal): Promise<StructuredResponse<T>> {
    const replies: (ModelTokens | null)[] = [];
    try {
      const answer = await this.#ask(question, replies, signal);
      return { answer, tokens: replies.reduce(addTokens) };
    } catch (error) {
      if (error instanceof ProviderError && replies.length > 0) error.tokens = replies.reduce(addTokens);
      throw error;
    }
  }

  /** @param replies receives the tokens of each reply of the model */
  async #ask<T>(question: StructuredQuestion<T>, replies: (ModelTokens | null)[], signal: AbortSignal): Promise<T> {
    if (question.message.length > this.#maxMessageCharacters) throw notJudged('too_long_for_model');
    const characters = question.instructions.length + question.message.length;
    let learnt = await this.#learning.recall(this.learntOf);
    let lessons: Learnt = {};
    let lessonCount = 0;
    let answered = 0;
    let isDoubled = false;
    let fault: string | null = null;
    for (;;) {
      const wanted = question.maxOutputTokens * (isDoubled ? 2 : 1);
      const maxOutputTokens = limitOf(learnt, wanted, characters);
      const request = {
        question,
        maxOutputTokens,
        characters,
        repair: fault === null ? null : repairRequest(fault),
        learnt,
      };
      const asking: Promise<Attempt> = this.#attempt(request, lessonCount < MAX_LESSONS, signal);
      const attempt: Attempt = await (answered > 0 ? afterAnswer(asking) : asking);
      if (attempt.kind === 'lesson') {
        lessonCount += 1;
        learnt = { ...learnt, ...attempt.learnt };
        lessons = { ...lessons, ...attempt.learnt };
        continue;
      }
      answered += 1;
      if (attempt.kind === 'unreadable') {
        if (fault !== null) throw this.unreadable(attempt.fault);
        fault = attempt.fault;
        continue;
      }
      // The server took the request, so that what was left out is what it refused.
      const { schema, ...named } = lessons;
      if (Object.keys(named).length > 0) await this.#learning.add(this.learntOf, named);
      lessons = schema === undefined ? {} : { schema };
      replies.push(attempt.tokens);
      if (attempt.kind === 'declined') throw notJudged('model_declined');
      if (attempt.kind === 'truncated') {
        if (isDoubled || maxOutputTokens < wanted) throw notJudged('too_long_for_model');
        isDoubled = true;
        continue;
      }
      const parsed = parseOutput(attempt.text, question.shape);
      if (parsed.kind === 'answer') {
        if (schema !== undefined) await this.#learning.add(this.learntOf, { schema });
        return parsed.answer;
      }
      if (fault !== null || answered + lessonCount >= MAX_REQUESTS) throw notJudged('unusable_answer');
      fault = parsed.fault;
      if (!needsWords(learnt)) {
        // Learnt when it helps: the server ignores what should enforce the schema.
        lessons = { ...lessons, schema: 'in_words' };
        learnt = { ...learnt, schema: 'in_words' };
      }
    }
  }

  async #attempt(request: ModelRequest, mayLearn: boolean, signal: AbortSignal): Promise<Attempt> {
    try {
      return await this.send(request, mayLearn, signal);
    } catch (error) {
      if (error instanceof UnusableResponseError) return { kind: 'unreadable', fault: error.message };
      throw error;
    }
  }
}

/** The instructions, with the schema where nothing enforces it. */
export function instructionsOf({ question, learnt }: ModelRequest): string {
  if (!needsWords(learnt)) return question.instructions;
  return `${question.instructions}\n\nThe schema: ${JSON.stringify(strictSchema(question.shape))}`;
}

function repairRequest(fault: string): string {
  return `An earlier answer could not be used. ${fault} Answer again with the JSON object of the schema and nothing else.`;
}
