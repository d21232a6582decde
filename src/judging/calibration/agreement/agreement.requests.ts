import { Moment, OneOf, Whole } from '../../../platform/http/validation/fields.js';
import {
  AGREEMENT_BASES,
  AGREEMENT_SIDES,
  type AgreementBasis,
  type AgreementSide,
} from '../../../wire/agreement.response.js';

export class GetAgreementQuery {
  @Whole({
    description: 'A revision; if omitted, the one published last.',
    min: 1,
    max: 200,
    example: 3,
    optional: true,
  })
  revision?: number | null;

  @Moment({
    description: 'Only sessions closed at this time or later.',
    example: '2026-11-01T00:00:00Z',
    optional: true,
    spelling: 'date-time',
  })
  created_after?: Date | null;

  @Moment({
    description: 'Only sessions closed before this time.',
    example: '2026-12-01T00:00:00Z',
    optional: true,
    spelling: 'date-time',
  })
  created_before?: Date | null;

  @OneOf(AGREEMENT_SIDES, { description: 'Who is compared.', default: 'machine', example: 'machine' })
  between: AgreementSide;

  @OneOf(AGREEMENT_BASES, {
    description:
      '`reviews`, with `between=machine`: counts of what people decided in reviews. They saw the AI’s answer and ' +
      'chose the calls, so no coefficient is computed.',
    default: 'calibrations',
    example: 'calibrations',
  })
  basis: AgreementBasis;
}
