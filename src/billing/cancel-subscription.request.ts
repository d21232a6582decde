import { Flag } from '../platform/http/validation/fields.js';

export class CancelSubscriptionRequest {
  @Flag({
    default: true,
    description: 'True: the plan stays until the end of the period. False: the free plan follows at once.',
    example: true,
  })
  at_period_end: boolean;
}
