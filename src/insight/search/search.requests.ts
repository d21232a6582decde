import { Flag, Moment, OneOf, OptionalText, Text, Whole } from '../../platform/http/validation/fields.js';
import { findSearchFault } from './parse-search.js';

export const SEARCHED_SPEAKERS = ['agent', 'customer'] as const;
export type SearchedSpeaker = (typeof SEARCHED_SPEAKERS)[number];

/** Matches are counted up to here, and pages reach as far. */
export const MAX_COUNTED = 10_000;

export class SearchRequest {
  @Text({
    description:
      'Search terms: words, all of which must occur; `"a phrase"` by one speaker; `-excluded` for a word or ' +
      'phrase; `refund*` for words with this beginning. Case and accents are ignored; there is no stemming. A ' +
      'word with punctuation, such as `e-mail`, is a phrase. Chinese, Japanese, Thai, Lao, Khmer and Burmese are ' +
      'searched by character. At least one term must not be excluded.',
    example: 'refund "thank you" -invoice',
    max: 200,
    findFault: findSearchFault,
  })
  q: string;

  @OneOf(SEARCHED_SPEAKERS, {
    description: 'Only what this party said. If omitted: both parties. Applies to excluded words too.',
    example: 'customer',
    optional: true,
  })
  speaker?: SearchedSpeaker | null;

  @OptionalText({ description: 'Only calls of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @OptionalText({ description: 'Only calls with exactly this contact.', example: 'cust-42' })
  contact_id?: string | null;

  @Moment({
    description: 'Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  created_after?: Date | null;

  @Moment({
    description:
      'Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. Use `searched_back_to` ' +
      'of a response to continue from there.',
    example: 1792592000,
    optional: true,
    spelling: 'unix-seconds',
  })
  created_before?: Date | null;

  @Flag({
    description:
      '`true`: calls of live mode. `false`: those of test mode. If omitted: those of the mode of the credential.',
    example: true,
    optional: true,
  })
  livemode?: boolean | null;

  @Whole({
    min: 0,
    max: MAX_COUNTED,
    default: 0,
    description: 'Number of items to skip. Use `created_before` to go further.',
    example: 0,
  })
  skip: number;

  @Whole({ min: 1, max: 50, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
