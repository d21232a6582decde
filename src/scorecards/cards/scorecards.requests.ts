import { CustomMetadata } from '../../platform/http/validation/custom-metadata.js';
import {
  Amount,
  Flag,
  Nested,
  OneOf,
  OptionalText,
  Text,
  Uuid,
  Uuids,
  Whole,
} from '../../platform/http/validation/fields.js';
import { TextList, TextListMap } from '../../platform/http/validation/list-fields.js';
import { MAX_WATCHED, MIN_WATCHED } from '../watch/watch-errors.js';
import type { AppliesTo } from './applies-to.js';
import { GATES, type Gate } from './gates.js';
import type { ScorecardFields } from './scorecards.service.js';

const MAX_VALUES = 100;
const MAX_ID_CHARACTERS = 255;
const MAX_METADATA_KEYS = 50;

export class AppliesToRequest {
  @TextList({
    description: 'Languages of the call, ISO 639-1.',
    example: ['en'],
    max: MAX_VALUES,
    item: { pattern: /^[a-z]{2}$/ },
    optional: true,
  })
  language?: string[] | null;

  @TextList({
    description: 'Your identifiers of agents.',
    example: ['agent-7'],
    max: MAX_VALUES,
    item: { max: MAX_ID_CHARACTERS },
    optional: true,
  })
  agent_id?: string[] | null;

  @TextListMap({
    description:
      "Accepted values for each key of the call's custom metadata; numbers and booleans of the call are compared as text.",
    example: { campaign: ['spring', 'summer'] },
    maxKeys: MAX_METADATA_KEYS,
    key: { max: 40 },
    maxValues: MAX_VALUES,
    value: { min: 0, max: 500 },
    optional: true,
  })
  metadata?: Record<string, string[]> | null;

  @Whole({
    description:
      'Percentage of calls. Selected by the id of the analysis, so that equal percentages select the same calls.',
    example: 100,
    min: 1,
    max: 100,
    optional: true,
  })
  sample_percent?: number | null;
}

export class WatchRequest {
  @Uuids({
    description: 'Completed calls of the mode of the scorecard. Either these or `sample_id`.',
    min: MIN_WATCHED,
    max: MAX_WATCHED,
    example: Array.from({ length: MIN_WATCHED }, (_, n) => `0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a${n + 10}`),
    optional: true,
  })
  analysis_ids?: string[] | null;

  @Uuid({
    description: 'A sample of 20 to 100 calls. Its calls are taken as they are now.',
    example: '1c9d4b7a-5e2f-4a83-9b60-7d3f8e1a2c45',
    optional: true,
  })
  sample_id?: string | null;
}

export class ScorecardRequest {
  @Text({ max: 200, trim: true, description: 'Name.', example: 'Retention line' })
  name: string;

  @OptionalText({
    max: 2_000,
    trim: true,
    description: 'Description.',
    example: 'Calls of customers who want to leave',
  })
  description?: string | null;

  @Nested(AppliesToRequest, {
    description: 'Calls that a default scorecard scores: those that match every given member. If omitted: all.',
    example: { language: ['en'] },
    optional: true,
  })
  applies_to?: AppliesToRequest | null;

  @Flag({
    description:
      'Score every call that matches `applies_to` and names no scorecards itself, in the mode in which the ' +
      'scorecard was created.',
    example: false,
    default: false,
  })
  default: boolean;

  @Whole({
    min: 0,
    max: 3_650,
    optional: true,
    description:
      'Days after its completion in which an evaluation can be disputed. 0: without end. If omitted: as it is, 14 at first.',
    example: 14,
  })
  dispute_window_days?: number;

  @Amount({
    description:
      'How often people must agree with the AI: 0.6 to 0.95. Answers below the confidence that [reaches ' +
      'it](/docs/calibration) wait for ' +
      'a reviewer, and so do all answers to a question for which none is found. Null: every answer counts. If omitted: as it is.',
    example: 0.85,
    min: 0.6,
    max: 0.95,
    decimals: 4,
    optional: true,
  })
  target_agreement?: number | null;

  @OneOf(GATES, {
    description:
      'What [holds a new revision back](/docs/calibration): `not_worse` refuses one that agrees less with your reviewers ' +
      'than the ' +
      'published one, `trusted` also one with an untrusted question. Default: `off`. If omitted: as it is.',
    example: 'not_worse',
    optional: true,
  })
  gate?: Gate | null;

  @Nested(WatchRequest, {
    description:
      'Calls that are scored again whenever the AI changes, and once a week, to [tell whether it answers ' +
      'otherwise](/docs/calibration); each time counts as an evaluation. Null: none. If omitted: as it is.',
    example: { sample_id: '1c9d4b7a-5e2f-4a83-9b60-7d3f8e1a2c45' },
    optional: true,
  })
  watch?: WatchRequest | null;

  @CustomMetadata()
  metadata?: Record<string, unknown> | null;

  fields(): ScorecardFields {
    return {
      name: this.name,
      description: this.description ?? null,
      appliesTo: appliesTo(this.applies_to ?? {}),
      isDefault: this.default,
      disputeWindowDays: this.dispute_window_days,
      metadata: this.metadata ?? {},
      targetAgreement: this.target_agreement,
      gate: this.gate === null ? 'off' : this.gate,
      watch: this.watch && {
        analysisIds: this.watch.analysis_ids ?? null,
        sampleId: this.watch.sample_id ?? null,
      },
    };
  }
}

function appliesTo({ language, agent_id, metadata, sample_percent }: AppliesToRequest): AppliesTo {
  return {
    ...(language && { language }),
    ...(agent_id && { agent_id }),
    ...(metadata && { metadata }),
    ...(typeof sample_percent === 'number' && { sample_percent }),
  };
}

export class ScorecardPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
