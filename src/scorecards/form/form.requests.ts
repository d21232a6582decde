// The form of a revision as clients send it. What one member alone can get wrong stands here, what members can get wrong
// together in `find-form-faults.ts`.
import type { CallMetricsResponse } from '../../calls/results/analysis.response.js';
import { patternFault } from '../../phrases/pattern-fault.js';
import { Amount, Flag, Nested, OneOf, OptionalText, Text } from '../../platform/http/validation/fields.js';
import { NestedList, NestedVariant, TextList } from '../../platform/http/validation/list-fields.js';
import { findFormExcess, findFormFaults, MAX_QUESTIONS } from './find-form-faults.js';
import { type JudgeKind, MAX_DECIMALS } from './form.js';
import { FORM_EXAMPLE } from './form-example.js';
import { QUESTION_JUDGE } from './scorecard-references.js';

const MAX_TEXT_CHARACTERS = 500;
const MAX_GUIDANCE_CHARACTERS = 2_000;
const MAX_SECTIONS = 20;
const MIN_ANSWERS = 2;
const MAX_ANSWERS = 10;
const MAX_PATTERNS = 50;
const MAX_PATTERN_CHARACTERS = 200;
const MAX_BANDS = 20;
const MAX_AMOUNT = 1_000_000;
/** A call is at most some hours long. */
const MAX_SECONDS = 86_400;

const KEY = /^[a-z][a-z0-9_]{0,63}$/;

/** The members of `call.metrics`. */
const METRICS = Object.keys({
  agent_talk_seconds: true,
  customer_talk_seconds: true,
  silence_seconds: true,
  overtalk_seconds: true,
  interruptions: true,
  agent_words_per_minute: true,
  customer_words_per_minute: true,
  talk_ratio: true,
  paused_seconds: true,
} satisfies Readonly<Record<Exclude<keyof CallMetricsResponse, 'leakage_suspected'>, true>>);

const Key = (description: string, example: string) => Text({ description, example, pattern: KEY });
const Quantity = (description: string, example: number) =>
  Amount({ description, example, min: 0, max: MAX_AMOUNT, decimals: MAX_DECIMALS, isRounded: true });

const Patterns = (description: string, example: readonly string[], optional = false) =>
  TextList({
    description,
    example,
    max: MAX_PATTERNS,
    item: { max: MAX_PATTERN_CHARACTERS, findFault: patternFault },
    ...(optional && { min: 0, default: [] }),
  });

export class ModelJudgeRequest {
  @OneOf(['model'], { description: 'A language model answers.', example: 'model' })
  kind: 'model';
}

export class PhrasesJudgeRequest {
  @OneOf(['phrases'], { description: 'Patterns are searched for in what `speaker` says.', example: 'phrases' })
  kind: 'phrases';

  @Patterns('Patterns: a match of one of them gives `answer`.', ['call ~2 recorded|monitored'])
  any: string[];

  @Patterns('Patterns: a match in the same sentence cancels a match of `any`.', ['not recorded'], true)
  none: string[];

  @Key('Answer if a pattern matches.', 'yes')
  answer: string;

  @Key('Answer if none matches; `na` if the question allows it.', 'no')
  otherwise: string;
}

export class MetricBandRequest {
  @Amount({
    description:
      'Upper bound: the band holds values below it that are in no earlier band. Only the last band may omit it.',
    example: 30,
    min: 0,
    max: MAX_AMOUNT,
    decimals: MAX_DECIMALS,
    isRounded: true,
    optional: true,
  })
  below?: number | null;

  @Key('Answer for these values.', 'good')
  answer: string;
}

export class MetricJudgeRequest {
  @OneOf(['metric'], { description: 'A talk metric of the call answers.', example: 'metric' })
  kind: 'metric';

  @OneOf(METRICS, { description: 'A member of `call.metrics`.', example: 'silence_seconds' })
  metric: string;

  @NestedList(MetricBandRequest, {
    description: 'In ascending order of `below`. A value outside all bands is not assessable.',
    example: [
      { below: 30, answer: 'good' },
      { below: null, answer: 'long' },
    ],
    max: MAX_BANDS,
  })
  bands: MetricBandRequest[];
}

export class FindingJudgeRequest {
  @OneOf(['finding'], { description: 'A built-in finding of the analysis answers.', example: 'finding' })
  kind: 'finding';

  @Key('A finding, or the rule of a violation or an observation.', 'greeting')
  finding: string;

  @Key('Answer if the finding is true, or the rule was observed.', 'yes')
  answer: string;

  @Key('Answer if it is not; `na` if the question allows it.', 'no')
  otherwise: string;
}

export class HumanJudgeRequest {
  @OneOf(['human'], { description: 'A reviewer answers the question.', example: 'human' })
  kind: 'human';
}

export const JUDGE_REQUESTS = {
  model: ModelJudgeRequest,
  phrases: PhrasesJudgeRequest,
  metric: MetricJudgeRequest,
  finding: FindingJudgeRequest,
  human: HumanJudgeRequest,
} as const satisfies Readonly<Record<JudgeKind, unknown>>;

type JudgeRequest = InstanceType<(typeof JUDGE_REQUESTS)[keyof typeof JUDGE_REQUESTS]>;

export class FormAnswerRequest {
  @Key('Unique within the question. `na` is reserved.', 'yes')
  key: string;

  @Text({ description: 'Displayed text.', example: 'Yes', max: MAX_TEXT_CHARACTERS, trim: true })
  label: string;

  @Quantity('Points of the answer; the best answer of the question gets the full weight.', 1)
  points: number;

  @Flag({
    description: 'The answer needs a quote of `speaker` inside `within` that is found in the transcript.',
    example: true,
    default: false,
  })
  needs_quote: boolean;

  @Flag({
    description: 'The answer makes the outcome `auto_failed`, if it has verified evidence.',
    example: false,
    default: false,
  })
  auto_fail: boolean;
}

export class QuoteWindowRequest {
  @OneOf(['start', 'end'], { description: 'End of the call from which the seconds are counted.', example: 'start' })
  from: 'start' | 'end';

  @Amount({
    description: 'Seconds from there within which the quoted words must begin.',
    example: 60,
    min: 0,
    max: MAX_SECONDS,
    decimals: MAX_DECIMALS,
    isRounded: true,
  })
  seconds: number;
}

export class QuestionConditionRequest {
  @Key('Key of an earlier question.', 'is_sale')
  question: string;

  @TextList({
    description: 'Answers to it for which this question applies.',
    example: ['yes'],
    max: MAX_ANSWERS,
    item: { pattern: KEY },
  })
  in: string[];
}

export class FormQuestionRequest {
  @Key('Unique within the form.', 'recording_notice')
  key: string;

  @Text({
    description: 'The question.',
    example: 'Did the agent say that the call is recorded?',
    max: MAX_TEXT_CHARACTERS,
    trim: true,
  })
  text: string;

  @OptionalText({
    description: 'Meaning of each answer, for the language model and for reviewers.',
    example: 'Yes: any wording that the call is recorded or monitored. No: not said.',
    max: MAX_GUIDANCE_CHARACTERS,
    trim: true,
  })
  guidance?: string | null;

  @OneOf(['agent', 'customer'], {
    description: 'Speaker of the evidence. Null: either party.',
    example: 'agent',
    optional: true,
  })
  speaker?: 'agent' | 'customer' | null;

  @Quantity('Weight in the section. With 0 the question is a tag, and counts in no score.', 10)
  weight: number;

  @Nested(QuoteWindowRequest, {
    description: 'Where the quote must begin. Null: anywhere in the call.',
    optional: true,
  })
  within?: QuoteWindowRequest | null;

  @NestedList(FormAnswerRequest, {
    description: 'The answers to choose from.',
    min: MIN_ANSWERS,
    max: MAX_ANSWERS,
  })
  answers: FormAnswerRequest[];

  @Flag({ description: 'Whether `na`, not applicable, is allowed as an answer.', example: true, default: false })
  na: boolean;

  @Nested(QuestionConditionRequest, {
    description: 'The question applies only with these answers to an earlier one; else it is `skipped`. Null: always.',
    optional: true,
  })
  applies_if?: QuestionConditionRequest | null;

  @NestedVariant(JUDGE_REQUESTS, QUESTION_JUDGE, { description: 'Method that answers the question.' })
  judge: JudgeRequest;

  @OneOf(['score', 'suggest'], {
    description: '`suggest`: the answer is a suggestion and does not count until a reviewer confirms it.',
    example: 'score',
    default: 'score',
  })
  automation: 'score' | 'suggest';
}

export class FormSectionRequest {
  @Key('Unique among the sections.', 'opening')
  key: string;

  @Text({ description: 'Displayed text.', example: 'Opening', max: MAX_TEXT_CHARACTERS, trim: true })
  title: string;

  @Quantity('Weight in the score.', 20)
  weight: number;

  @NestedList(FormQuestionRequest, { description: 'At most 100 in the whole form.', max: MAX_QUESTIONS })
  questions: FormQuestionRequest[];
}

export class RevisionRequest {
  @NestedList(FormSectionRequest, {
    description: 'The form.',
    example: FORM_EXAMPLE.sections,
    max: MAX_SECTIONS,
    findExcess: findFormExcess,
    findFaults: findFormFaults,
  })
  sections: FormSectionRequest[];

  @Text({
    description:
      'ISO 639-1: the language of the phrases. In a call that is not known to be in it, a phrase that was not found is ' +
      '`not_assessable`. Null: phrases count in every call.',
    example: 'en',
    pattern: /^[a-z]{2}$/,
    optional: true,
  })
  language?: string | null;

  @Amount({
    description: 'Minimum rounded score for the outcome `passed`. Null: every score passes.',
    example: 80,
    min: 0,
    max: 100,
    decimals: MAX_DECIMALS,
    isRounded: true,
    optional: true,
  })
  pass_mark?: number | null;

  @Amount({
    description: 'Below this coverage there is no score, and the outcome is `not_assessable`.',
    example: 0.5,
    min: 0,
    max: 1,
    decimals: MAX_DECIMALS,
    isRounded: true,
    default: 0.5,
  })
  min_coverage: number;
}
