import { Flag, Moment, OneOf, OptionalText, Text, Whole } from '../../platform/http/validation/fields.js';
import { findSearchFault } from './parse-search.js';

export const SEARCHED_SPEAKERS = ['agent', 'customer'] as const;
export type SearchedSpeaker = (typeof SEARCHED_SPEAKERS)[number];

/** Matches are counted up to here, and pages reach as far. */
export const MAX_COUNTED = 10_000;

export class SearchRequest {
  @Text({
    description:
      'What was said: words, all of which must occur; `"a phrase"`, said by one speaker; `-without` a word or a phrase; `refund*` for ' +
      'words that begin so. Case and accents do not matter, and words are not reduced to their stems. A word with marks in it, such ' +
      'as `e-mail`, is a phrase. Chinese, Japanese, Thai, Lao, Khmer and Burmese, which are written without spaces, are found by their ' +
      'characters. At least one word must be wanted.',
    example: 'refund "thank you" -invoice',
    max: 200,
    findFault: findSearchFault,
  })
  q: string;

  @OneOf(SEARCHED_SPEAKERS, {
    description: 'Only what this party said. Not given: anyone. With `-without` too, only this party is meant.',
    example: 'customer',
    optional: true,
  })
  speaker?: SearchedSpeaker | null;

  @OptionalText({ description: 'Only calls of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @OptionalText({ description: 'Only calls with exactly this contact.', example: 'cust-42' })
  contact_id?: string | null;

  @Moment({
    description: 'Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  created_after?: Date | null;

  @Moment({
    description:
      'Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too. `searched_back_to` of a ' +
      'response goes on from where that one ended.',
    example: 1792592000,
    optional: true,
    spelling: 'unix-seconds',
  })
  created_before?: Date | null;

  @Flag({
    description:
      '`true`: calls of live mode. `false`: those of test mode. Not given: those of the mode of the credential.',
    example: true,
    optional: true,
  })
  livemode?: boolean | null;

  @Whole({
    min: 0,
    max: MAX_COUNTED,
    default: 0,
    description: 'How many to skip. Go further by `created_before`.',
    example: 0,
  })
  skip: number;

  @Whole({ min: 1, max: 50, default: 20, description: 'How many to give.', example: 20 })
  limit: number;
}
