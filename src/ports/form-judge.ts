// Answers the questions of a scorecard about one call. A judge proposes; the pipeline checks every quotation.
import type { CallToAnalyse, JudgeTokens, ProposedQuote } from './call-analyst.js';
import type { ChosenEngine } from './engine-trouble.js';
import type { Role } from './transcript.js';

export interface AskedQuestion {
  readonly key: string;
  readonly text: string;
  readonly guidance: string | null;
  /** Party that must have said the proof of an answer. Null: either party. */
  readonly speaker: Role | null;
  /** Stretch of the call in which the quotation must begin. Null: anywhere. */
  readonly within: { readonly from: 'start' | 'end'; readonly seconds: number } | null;
  readonly answers: readonly { readonly key: string; readonly label: string; readonly needsQuote: boolean }[];
  /** Whether `na` (the question does not apply to the call) may be answered. */
  readonly na: boolean;
}

/** Answer of the judge; nothing of it is checked. */
export interface ProposedAnswer {
  readonly question: string;
  /** Key of an answer, or `na`; null when the judge cannot tell. */
  readonly answer: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** Reason, in the output language of the call. */
  readonly rationale: string;
  readonly quotes: readonly ProposedQuote[];
}

export interface ProposedAnswers {
  /** Questions that the judge left out are missing here. */
  readonly answers: readonly ProposedAnswer[];
  /** Null when the provider does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The part of the input that the provider read from its cache. Answers of an earlier release lack it. */
  readonly cachedInputTokens?: number;
  /** The part of these tokens that the provider's cheaper tier answered. Absent where it answered nothing. */
  readonly background?: JudgeTokens;
}

/** Money in millionths of the currency's unit. */
export interface JudgeCost {
  readonly amountMicros: number;
  readonly currency: 'usd';
}

export interface FormJudgeEngine {
  /** Name as clients see it, e.g. `openai:gpt-6-luna`. */
  readonly name: string;
  /** Version of prompt and schema. Answers of different versions may differ for the same call. */
  readonly promptVersion: string;
}

export abstract class FormJudge {
  /** Null when no language model is configured: then `answer` is never called. */
  abstract readonly engine: FormJudgeEngine | null;

  /** The judge by another engine, where the installation has several. */
  of(_engine: ChosenEngine | undefined, _accountId: string): FormJudge {
    return this;
  }

  /**
   * @param call its segments without spoken prompt injection
   * @param questions at most {@link MAX_QUESTIONS_A_BATCH}
   * @throws ProviderError; an Error of this service where `engine` is null
   */
  abstract answer(
    call: CallToAnalyse,
    questions: readonly AskedQuestion[],
    signal: AbortSignal,
  ): Promise<ProposedAnswers>;

  /**
   * Null when a price that these tokens need is not configured.
   * @param background the part of the tokens that the provider's cheaper tier answers; default: none
   */
  abstract costOf(
    inputTokens: number,
    outputTokens: number,
    cachedInputTokens?: number,
    background?: JudgeTokens,
  ): JudgeCost | null;

  /**
   * Estimates the tokens of a batch before it is asked: about right for one call, better for the sum of many.
   * @param transcriptCharacters of the transcript as it is stored, JSON with the words both as a whole and by segments
   */
  abstract estimateTokens(
    transcriptCharacters: number,
    questions: readonly AskedQuestion[],
  ): { readonly inputTokens: number; readonly outputTokens: number };
}

export const MAX_QUESTIONS_A_BATCH = 25;
