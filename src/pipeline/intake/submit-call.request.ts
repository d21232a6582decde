import { ApiProperty } from '@nestjs/swagger';
import { RESERVED_METADATA } from '../../analysis/analysis-json.js';
import { CustomMetadata } from '../../platform/http/validation/custom-metadata.js';
import { HttpUrl, SomeOf, Text, Whole } from '../../platform/http/validation/fields.js';
import { WEBHOOK_EVENTS } from '../../webhooks/webhook-events.js';

/** The fields of both request forms. */
export class SubmitCallFields {
  @Text({ description: 'Your own identifier of the agent.', example: 'agent-7', max: 255, trim: true })
  agent_id: string;

  @Text({ description: 'Your own identifier of the customer.', example: 'cust-42', max: 255, trim: true })
  contact_id: string;

  @HttpUrl({
    description: 'Where the notification goes when the analysis completes.',
    example: 'https://example.com/hooks/calls',
    optional: true,
  })
  webhook_url?: string | null;

  @SomeOf(WEBHOOK_EVENTS, {
    description: 'Events to be notified of; comma-separated in a form. `analysis.failed` is told only when asked for.',
    example: ['analysis.completed'],
    default: ['analysis.completed'],
    separated: true,
  })
  webhook_events: string[];

  @Whole({
    description:
      'Which channel of a stereo recording is the agent. Left out, what is said decides; where that does not, channel 1 is taken for the agent with a role confidence of 0.5.',
    example: 0,
    min: 0,
    max: 1,
    optional: true,
  })
  agent_channel?: number | null;

  @Text({
    description: 'Language of the call, ISO 639-1; detected when left out.',
    example: 'en',
    pattern: /^[a-z]{2}$/,
    optional: true,
  })
  language?: string | null;

  @CustomMetadata({ reserved: RESERVED_METADATA, fromText: true })
  metadata?: Record<string, unknown> | null;
}

/** The `multipart/form-data` form. */
export class SubmitUploadRequest extends SubmitCallFields {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description:
      'The recording: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav or webm, told by content; 524,288,000 bytes at most.',
  })
  audio_file: unknown;
}

/** The JSON form. */
export class SubmitUrlRequest extends SubmitCallFields {
  @HttpUrl({
    description: 'Where to fetch the recording from, in the background.',
    example: 'https://recordings.example.com/2026/11/20/0001.wav',
  })
  audio_url: string;
}
