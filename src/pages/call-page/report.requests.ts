import { OneOf, Whole } from '../../platform/http/validation/fields.js';

export class GetReportQuery {
  @OneOf(['link', 'embedded'], {
    description:
      '`embedded` puts the recording, of at most 32 MB, into the page: one file that plays without a network. Otherwise the ' +
      'page plays it from a link that works for an hour.',
    default: 'link',
    example: 'link',
  })
  audio: 'link' | 'embedded';
}

export class CreateReportLinkRequest {
  @Whole({ description: 'For how many seconds the link works.', min: 60, max: 604_800, default: 3600, example: 3600 })
  expires_in: number;
}
