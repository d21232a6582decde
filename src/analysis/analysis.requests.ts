import { OneOf } from '../platform/http/validation/fields.js';
import { EXPORT_FORMATS, type ExportFormat } from './transcript-export.js';

export class GetAnalysisQuery {
  @OneOf(['words'], { description: '`words` adds the words of each segment.', example: 'words', optional: true })
  include?: 'words' | null;
}

export class ExportTranscriptQuery {
  @OneOf(EXPORT_FORMATS, { description: 'Plain text or subtitles.', default: 'txt', example: 'srt' })
  format: ExportFormat;
}
