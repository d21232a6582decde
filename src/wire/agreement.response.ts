// How far raters agree on the questions of a scorecard, as clients receive it.
import { ApiProperty } from '@nestjs/swagger';
import { DriftResponse } from './drift.response.js';

export const AGREEMENT_SIDES = ['machine', 'people', 'expert'] as const;
export type AgreementSide = (typeof AGREEMENT_SIDES)[number];

export const AGREEMENT_BASES = ['calibrations', 'reviews'] as const;
export type AgreementBasis = (typeof AGREEMENT_BASES)[number];

export const VERDICTS = ['trusted', 'watch', 'untrusted', 'too_few'] as const;
export type Verdict = (typeof VERDICTS)[number];

export class CoefficientResponse {
  @ApiProperty({ type: 'number', nullable: true, description: 'Null where it is not defined.', example: 0.58 })
  value: number | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    nullable: true,
    description: '95 % interval: lower and upper bound. Null where there is no value.',
    example: [0.41, 0.73],
  })
  ci: readonly number[] | null;
}

export class RarestAnswerResponse {
  @ApiProperty({ type: 'string', description: 'Key of the answer.', example: 'no' })
  answer: string;

  @ApiProperty({ type: 'integer', description: 'How often people gave it.', example: 27 })
  n: number;
}

export class ConfidenceLineResponse {
  @ApiProperty({ type: 'number', description: 'Answers with this confidence or more count.', example: 0.81 })
  confidence: number;

  @ApiProperty({ type: 'number', description: 'Share of the rated answers that have it.', example: 0.64 })
  share_above: number;
}

export class QuestionAgreementResponse {
  @ApiProperty({ type: 'string', description: 'Key of the question.', example: 'empathy' })
  question: string;

  @ApiProperty({ type: 'integer', description: 'Calls with two answers or more.', example: 112 })
  n: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Raters, the machine included.', example: 2 })
  raters: number | null;

  @ApiProperty({
    type: () => RarestAnswerResponse,
    nullable: true,
    description: 'The answer of the form that people gave least.',
  })
  rarest: RarestAnswerResponse | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Share of pairs of answers that are equal.',
    example: 0.84,
  })
  agreement: number | null;

  @ApiProperty({
    type: () => CoefficientResponse,
    nullable: true,
    description: 'Cohen’s kappa, over pairs of answers.',
  })
  kappa: CoefficientResponse | null;

  @ApiProperty({
    type: () => CoefficientResponse,
    nullable: true,
    description: 'Krippendorff’s alpha; ordinal where the points of three answers or more differ.',
  })
  alpha: CoefficientResponse | null;

  @ApiProperty({
    type: () => CoefficientResponse,
    nullable: true,
    description: 'Gwet’s AC1, which holds where nearly all answers are the same.',
  })
  ac1: CoefficientResponse | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
    description: 'Pairs of answers: rows are those of the first rater (the machine), columns those of the other.',
    example: { yes: { yes: 74, no: 7 }, no: { yes: 11, no: 20 } },
  })
  matrix: Readonly<Record<string, Readonly<Record<string, number>>>>;

  @ApiProperty({ type: 'integer', description: 'Pairs in which one answer alone is `na`.', example: 0 })
  na_mismatch: number;

  @ApiProperty({
    type: 'string',
    enum: VERDICTS,
    nullable: true,
    description:
      '`too_few`: under 50 calls, or 10 of the rarest answer. `trusted`: AC1 is 0.6 or more with 95 % certainty, and kappa ' +
      '0.4 or ' +
      'more. `untrusted`: AC1 is under 0.6 with that certainty. `watch`: neither.',
    example: 'watch',
  })
  verdict: Verdict | null;

  @ApiProperty({
    type: () => ConfidenceLineResponse,
    nullable: true,
    required: false,
    description:
      'The lowest confidence from which on people agree as often as `target_agreement` asks for, with 95 % certainty. Null ' +
      'without a target, and where no such line is found: the question then suggests only. Only with `between=machine`, over ' +
      'all sessions.',
  })
  line?: ConfidenceLineResponse | null;
}

export class AgreementResponse {
  @ApiProperty({ enum: ['agreement'], description: 'Always `agreement`.', example: 'agreement' })
  object: 'agreement';

  @ApiProperty({ format: 'uuid', description: 'The scorecard.', example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11' })
  scorecard_id: string;

  @ApiProperty({ type: 'integer', description: 'Its revision.', example: 3 })
  revision: number;

  @ApiProperty({
    enum: AGREEMENT_SIDES,
    description:
      '`machine`: the AI and people, or the expert alone where a session has one. `people`: people among each other. `expert`: ' +
      'people and the expert.',
    example: 'machine',
  })
  between: AgreementSide;

  @ApiProperty({
    enum: AGREEMENT_BASES,
    description: '`reviews`: what people decided in reviews, which is no random sample: counts alone.',
    example: 'calibrations',
  })
  basis: AgreementBasis;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Seed of the resamples in hexadecimal, from the ids of the calls. A question that was not rated on all of them has the ' +
      'seed of its own calls.',
    example: '9f3c21ab',
  })
  seed: string | null;

  @ApiProperty({ type: 'integer', description: 'Resamples of each interval.', example: 2000 })
  resamples: number;

  @ApiProperty({ type: () => [QuestionAgreementResponse], description: 'In the order of the form.' })
  questions: QuestionAgreementResponse[];

  @ApiProperty({
    type: () => DriftResponse,
    nullable: true,
    required: false,
    description:
      'Whether the judge has changed, by the calls that the scorecard watches. Null without `watch`, until its calls are judged ' +
      'for the first time, and for a live scorecard and a test key. Only here, not in sessions.',
  })
  drift?: DriftResponse | null;
}
