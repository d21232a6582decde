import { HttpUrl, OneOf, SomeOf } from '../platform/http/validation/fields.js';
import { EXPORT_FORMATS, type ExportFormat } from './transcript-export.js';

export const WEBHOOK_EVENTS = ['analysis.completed', 'analysis.failed'] as const;

export class GetAnalysisQuery {
  @OneOf(['words'], { description: '`words` adds the words of each segment.', example: 'words', optional: true })
  include?: 'words' | null;
}

export class ExportTranscriptQuery {
  @OneOf(EXPORT_FORMATS, { description: 'Plain text or subtitles.', default: 'txt', example: 'srt' })
  format: ExportFormat;
}

export class RegisterWebhookRequest {
  @HttpUrl({ description: 'Where the notification goes.', example: 'https://example.com/hooks/calls' })
  webhook_url: string;

  @SomeOf(WEBHOOK_EVENTS, {
    description: 'Events to be notified of; those asked for before where it is left out.',
    example: ['analysis.completed', 'analysis.failed'],
    optional: true,
  })
  webhook_events?: string[] | null;
}
