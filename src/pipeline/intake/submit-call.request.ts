import { ApiProperty } from '@nestjs/swagger';
import { RESERVED_METADATA } from '../../calls/analysis-json.js';
import { CALL_DIRECTIONS, type CallDirection } from '../../calls/results/analysis.response.js';
import { CustomMetadata } from '../../platform/http/validation/custom-metadata.js';
import { HttpUrl, Instant, OneOf, SomeOf, Text, Uuid, Uuids, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith, objectRulesOf } from '../../platform/http/validation/object-rules.js';
import { SCENARIOS, type Scenario } from '../../ports/scenario.js';
import type { AskedRedaction } from '../../redaction/settings/resolve-redaction.js';
import { CALL_EVENTS } from '../../webhooks/event-table.js';
import { Redact } from './redact-field.js';

/**
 * Maximum time that the start of a call may be in the future: clocks of telephone systems are wrong by hours, for example where a
 * local time is taken for UTC.
 */
const MAX_AHEAD_MS = 24 * 60 * 60_000;

export const MAX_SCORECARDS_A_CALL = 5;
/** Maximum length of the names of agent, contact and recording. */
export const MAX_NAME_CHARACTERS = 255;

const MAX_ENGINE_CHARACTERS = 40;
const engineThat = (does: string) =>
  `Engine that ${does} the call, one of \`offered\` in \`GET /settings/engines\`. If omitted: the account's, else the service's.`;

/** Fields of both request forms. */
export class SubmitCallFields {
  @Text({ description: 'Your identifier of the agent.', example: 'agent-7', max: 255, trim: true })
  agent_id: string;

  @Text({ description: 'Your identifier of the customer.', example: 'cust-42', max: 255, trim: true })
  contact_id: string;

  @Text({
    description:
      'Your identifier of the recording, such as the id from your telephone system. It is unique within an ' +
      'account and mode: submitting it again returns 200 with the existing analysis, and uses no minutes. ' +
      'Deleting the call frees it.',
    example: 'pbx-1732012345.67',
    max: 255,
    trim: true,
    optional: true,
  })
  external_id?: string | null;

  @HttpUrl({
    description: 'URL that receives the notification when the analysis completes.',
    example: 'https://example.com/hooks/calls',
    optional: true,
  })
  webhook_url?: string | null;

  @SomeOf(CALL_EVENTS, {
    description:
      'Events to be notified of; in a form separated by commas, or as a repeated field. All except ' +
      '`analysis.completed` must be requested.',
    example: ['analysis.completed'],
    default: ['analysis.completed'],
    separated: true,
  })
  webhook_events: string[];

  @Whole({
    description:
      "Channel of the agent in a stereo recording. If omitted, the account's `agent_channel`; without one, the " +
      'channel is detected automatically; if that fails, channel 1 is assumed with a role confidence of 0.5.',
    example: 0,
    min: 0,
    max: 1,
    optional: true,
  })
  agent_channel?: number | null;

  @Text({
    description: 'Language of the call, ISO 639-1; detected if omitted.',
    example: 'en',
    pattern: /^[a-z]{2}$/,
    optional: true,
  })
  language?: string | null;

  @Text({
    description:
      "Language of summaries and suggestions by a language model, ISO 639-1. If omitted: the account's " +
      '`output_language`, else the language of the call.',
    example: 'en',
    pattern: /^[a-z]{2}$/,
    optional: true,
  })
  output_language?: string | null;

  @Text({
    description: engineThat('transcribes'),
    example: 'centre',
    max: MAX_ENGINE_CHARACTERS,
    optional: true,
  })
  transcription_engine?: string | null;

  @Text({
    description: engineThat('judges'),
    example: 'careful',
    max: MAX_ENGINE_CHARACTERS,
    optional: true,
  })
  analysis_engine?: string | null;

  @Whole({
    description:
      'Days from its end after which the call is deleted, in place of the retention settings of the account: fewer, or more up to ' +
      'the ceilings of the operator, which `metadata.retained_until` shows.',
    example: 90,
    min: 1,
    max: 3_650,
    optional: true,
  })
  retention_days?: number | null;

  @Instant({
    description: 'When the call began, RFC 3339 or ISO 8601 with an offset or `Z`; at most a day ahead of now.',
    example: '2026-11-20T09:58:00+01:00',
    optional: true,
    findFault: (at) =>
      at.getTime() > Date.now() + MAX_AHEAD_MS ? 'the call must not begin more than a day from now' : null,
  })
  call_started_at?: Date | null;

  @OneOf(CALL_DIRECTIONS, {
    description: 'Who called: `inbound` for the customer, `outbound` for the agent.',
    example: 'inbound',
    optional: true,
  })
  direction?: CallDirection | null;

  @Uuids({
    description:
      'Scorecards that score the call when it completes, each with its published revision; in a form separated ' +
      'by commas, or as a repeated field. If omitted, the `default` scorecards of the same mode whose ' +
      '`applies_to` matches the call; an empty list uses none.',
    example: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
    min: 0,
    max: MAX_SCORECARDS_A_CALL,
    separated: true,
    optional: true,
  })
  scorecards?: string[] | null;

  @Redact({
    description:
      'Additional masking for this call: `off`, `pci`, `pii`, or types; in a form separated by commas, or as a ' +
      'repeated field. A single value needs no list. It can only add to the account’s settings. If these are ' +
      '`off`, text and audio are masked, and `pci` and `pii` also delete the original recording. `agent_id`, ' +
      '`contact_id` and `metadata` are never masked.',
    example: ['pci'],
    optional: true,
  })
  redact?: AskedRedaction | null;

  @OneOf(SCENARIOS, {
    description:
      'With a test key only: a simulated call instead of a recording. No provider is called and no test minutes ' +
      'are used; otherwise the real pipeline runs. A recording in the same request is ignored.',
    example: 'good_call',
    optional: true,
  })
  scenario?: Scenario | null;

  @CustomMetadata({ reserved: RESERVED_METADATA, fromText: true })
  metadata?: Record<string, unknown> | null;
}

/** The `multipart/form-data` form. */
@ObjectWith({
  ...objectRulesOf(SubmitCallFields),
  alternatives: [{ has: ['audio_file'] }, { has: ['scenario'], lacks: ['audio_file'] }],
})
export class SubmitUploadRequest extends SubmitCallFields {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    required: false,
    description:
      'The recording: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav or webm, told by content; 524,288,000 bytes at most. ' +
      'Required without `scenario`.',
  })
  audio_file?: unknown;
}

const AUDIO_URL = {
  description:
    'URL of the recording, downloaded in the background; spaces are encoded, up to ten redirects are followed. ' +
    'Status 403, 404, 409, 425 and 429 are retried for ten minutes. Required without `scenario`',
  example: 'https://recordings.example.com/2026/11/20/0001.wav',
  optional: true,
};

/** JSON form of a call whose recording must be fetched. */
export class SubmitUrlRequest extends SubmitCallFields {
  @HttpUrl({ ...AUDIO_URL, description: `${AUDIO_URL.description}.`, requiredUnless: ['scenario'] })
  audio_url?: string | null;
}

/** The JSON form of POST /analysis. */
export class SubmitJsonRequest extends SubmitCallFields {
  @HttpUrl({
    ...AUDIO_URL,
    description: `${AUDIO_URL.description} and \`upload_id\`.`,
    requiredUnless: ['scenario', 'upload_id'],
  })
  audio_url?: string | null;

  @Uuid({
    description:
      'A complete resumable upload of the same mode (`POST /uploads`). It can be used for one analysis, which ' +
      'gets its id; if the submission is refused, it can be used again. Not with `audio_url` or `scenario`.',
    example: '0b5e2c1a-7f6d-4a2e-9a53-6f1f6d1b2c3d',
    optional: true,
  })
  upload_id?: string | null;
}

/** Fields of a request that names an upload. */
export class SubmitUploadedRequest extends SubmitCallFields {
  @Uuid({ description: 'Id of the upload.' })
  upload_id: string;
}
