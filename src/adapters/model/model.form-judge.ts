// Answers the questions of a scorecard with a language model.
import { createHash } from 'node:crypto';
import type { ModelPrice } from '../../platform/config/engines/engine-spec.js';
import type { CallToAnalyse, JudgeTokens } from '../../ports/call-analyst.js';
import {
  type AskedQuestion,
  FormJudge,
  type FormJudgeEngine,
  type JudgeCost,
  type ProposedAnswer,
  type ProposedAnswers,
} from '../../ports/form-judge.js';
import { fenceTranscript } from './analysis-prompt.js';
import { clamp, publishableText, toQuotes } from './analysis-report.js';
import {
  FORM_INSTRUCTIONS,
  FORM_PROMPT_VERSION,
  type FormAnswers,
  formAnswer,
  formQuestion,
  questionLines,
  sharedBeginning,
} from './form-prompt.js';
import type { StructuredAsker } from './structured-asker.js';

export interface ModelFormJudgeOptions {
  readonly asker: StructuredAsker;
  /** Price of the model; null when none is configured. */
  readonly price: ModelPrice | null;
  /** Price of the provider's cheaper tier. Default null: there is none, or it is not known. */
  readonly backgroundPrice?: ModelPrice | null;
}

/** Answer key that the port defines. */
const NOT_APPLICABLE = 'na';
const MAX_RATIONALE_CHARACTERS = 600;
/** Reasoning models spend some thousands of tokens before they write, and up to some hundreds on each answer. */
const MAX_TOKENS_BEFORE_ANSWERS = 4_000;
const MAX_TOKENS_A_QUESTION = 500;
const MICROS = 1_000_000n;
/**
 * Counted with OpenAI's encoding o200k_base: the instructions have 722 tokens, the schema 125; questions 3.6 to 3.8 characters a
 * token; a transcript 6.3 to 6.8 characters of its stored form a token, since that holds the words twice. An answer with one
 * quotation has 65 tokens; the rest is for further quotations and some reasoning, which models do in very different amounts.
 * Languages other than English take up to half as many tokens again.
 */
const TOKENS_OF_EVERY_REQUEST = 920;
const CHARACTERS_A_TOKEN_OF_QUESTIONS = 3.6;
const STORED_CHARACTERS_A_TOKEN = 6.3;
const TOKENS_OF_EVERY_ANSWER = 300;
const TOKENS_AN_ANSWER = 90;

/**
 * Against prompt injection: the system message holds fixed instructions and nothing of the call or the form; the questions are
 * JSON lines, and the transcript is JSON lines inside a random fence, both in the user message; no tools are offered; the
 * answer must fit a strict schema. The request asks a provider that stores requests to store nothing.
 */
export class ModelFormJudge extends FormJudge {
  readonly engine: FormJudgeEngine;
  readonly #price: ModelPrice | null;
  readonly #backgroundPrice: ModelPrice | null;
  readonly #asker: StructuredAsker;

  constructor({ asker, price, backgroundPrice = null }: ModelFormJudgeOptions) {
    super();
    this.#asker = asker;
    this.#price = price;
    this.#backgroundPrice = backgroundPrice;
    this.engine = { name: asker.name, promptVersion: FORM_PROMPT_VERSION };
  }

  async answer(
    call: CallToAnalyse,
    questions: readonly AskedQuestion[],
    signal: AbortSignal,
  ): Promise<ProposedAnswers> {
    const lines = questionLines(questions);
    const { message, fence } = fenceTranscript(formQuestion(lines, call), call, call.segments);
    const { answer, tokens } = await this.#asker.ask(
      {
        name: 'form_answers',
        purpose: 'evaluation',
        cacheKey: `${FORM_PROMPT_VERSION}-${createHash('sha256').update(lines).digest('hex').slice(0, 32)}`,
        instructions: FORM_INSTRUCTIONS,
        message,
        sharedCharacters: sharedBeginning(lines).length,
        shape: formAnswer,
        maxOutputTokens: MAX_TOKENS_BEFORE_ANSWERS + MAX_TOKENS_A_QUESTION * questions.length,
      },
      signal,
    );
    return {
      answers: toProposals(answer, questions, fence),
      inputTokens: tokens?.inputTokens ?? null,
      outputTokens: tokens?.outputTokens ?? null,
      cachedInputTokens: tokens?.cachedInputTokens ?? 0,
      ...(tokens?.background && { background: tokens.background }),
    };
  }

  /** Exact cost; half a millionth of a dollar is rounded up. */
  costOf(
    inputTokens: number,
    outputTokens: number,
    cachedInputTokens = 0,
    background: JudgeTokens = NO_TOKENS,
  ): JudgeCost | null {
    const ordinary = {
      inputTokens: inputTokens - background.inputTokens,
      outputTokens: outputTokens - background.outputTokens,
      cachedInputTokens: cachedInputTokens - background.cachedInputTokens,
    };
    const cheaper = isNothing(background) ? 0n : exactCost(background, this.#backgroundPrice);
    const rest = isNothing(ordinary) && !isNothing(background) ? 0n : exactCost(ordinary, this.#price);
    if (cheaper === null || rest === null) return null;
    return { amountMicros: Number((cheaper + rest + MICROS / 2n) / MICROS), currency: 'usd' };
  }

  estimateTokens(transcriptCharacters: number, questions: readonly AskedQuestion[]) {
    const characters = questionLines(questions).length;
    return {
      inputTokens: Math.ceil(
        TOKENS_OF_EVERY_REQUEST +
          characters / CHARACTERS_A_TOKEN_OF_QUESTIONS +
          transcriptCharacters / STORED_CHARACTERS_A_TOKEN,
      ),
      outputTokens: TOKENS_OF_EVERY_ANSWER + TOKENS_AN_ANSWER * questions.length,
    };
  }
}

const NO_TOKENS: JudgeTokens = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
const isNothing = ({ inputTokens, outputTokens }: JudgeTokens) => inputTokens === 0 && outputTokens === 0;

/** @returns millionths of a millionth of a dollar, as a price is for a million tokens; null without a price */
function exactCost({ inputTokens, outputTokens, cachedInputTokens }: JudgeTokens, price: ModelPrice | null) {
  if (price === null) return null;
  const { inputMicros, outputMicros, cachedMicros = inputMicros } = price;
  return (
    BigInt(inputTokens - cachedInputTokens) * inputMicros +
    BigInt(cachedInputTokens) * cachedMicros +
    BigInt(outputTokens) * outputMicros
  );
}

/** Questions that were not asked are dropped; of two answers to one question, the first counts. */
function toProposals(
  { answers }: FormAnswers,
  questions: readonly AskedQuestion[],
  fence: string,
): readonly ProposedAnswer[] {
  const proposals = new Map<string, ProposedAnswer>();
  for (const { question: key, answer, confidence, rationale, quotes } of answers) {
    const question = questions.find((each) => each.key === key);
    if (question === undefined || proposals.has(key)) continue;
    const limits = { maxCharacters: MAX_RATIONALE_CHARACTERS, fence, instructions: FORM_INSTRUCTIONS };
    proposals.set(key, {
      question: key,
      answer: isAnswerOf(question, answer) ? answer : null,
      confidence: clamp(confidence, 0, 1),
      rationale: publishableText(rationale, limits) ?? '',
      quotes: toQuotes(quotes),
    });
  }
  return [...proposals.values()];
}

function isAnswerOf({ answers, na }: AskedQuestion, answer: string | null): boolean {
  return answers.some(({ key }) => key === answer) || (na && answer === NOT_APPLICABLE);
}
