import { ApiProperty } from '@nestjs/swagger';
import { LINK_ACTS, type LinkAct } from '../../../access/link-acts.js';
import type { ReviewLinkRow } from './review-links.js';
import type { ReviewSession } from './review-sessions.js';

export class ReviewLinkResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the link. It opens nothing.',
    example: '5d0c7f7e-3a52-4f0c-9b8e-2f4d1c6a7b90',
  })
  id: string;

  @ApiProperty({ enum: ['review_link'], description: 'Always `review_link`.', example: 'review_link' })
  object: 'review_link';

  @ApiProperty({ type: 'integer', description: 'Unix time in seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'Mode of the analysis or the session: false for test mode.', example: true })
  livemode: boolean;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The analysis that the link opens; null for a link to a calibration session.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The calibration session that the link opens; null for a link to a call.',
    example: null,
  })
  calibration_id: string | null;

  @ApiProperty({ description: 'Reviewer for whom it was created.', example: 'mara' })
  reviewer_id: string;

  @ApiProperty({ enum: LINK_ACTS, isArray: true, description: 'Permissions of the link.', example: ['read', 'review'] })
  may: LinkAct[];

  @ApiProperty({ format: 'date-time', description: 'ISO 8601.', example: '2026-11-21T10:00:00.000Z' })
  expires_at: string;

  static of(this: void, link: ReviewLinkRow): ReviewLinkResponse {
    return {
      id: link.id,
      object: 'review_link',
      created: Math.floor(link.created_at.getTime() / 1000),
      livemode: link.livemode,
      analysis_id: link.analysis_id,
      calibration_id: link.calibration_id,
      reviewer_id: link.reviewer_id,
      may: link.may,
      expires_at: link.expires_at.toISOString(),
    };
  }
}

export class CreatedReviewLinkResponse extends ReviewLinkResponse {
  @ApiProperty({
    format: 'uri',
    description: 'The link, shown only once. Anyone with it can open the call.',
    example: 'https://calls.example.com/app/#review=pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY',
  })
  url: string;
}

export class ReviewLinkPageResponse {
  @ApiProperty({ type: [ReviewLinkResponse], description: 'Newest first.' })
  items: ReviewLinkResponse[];

  @ApiProperty({ type: 'integer', description: 'All links of the analysis that were not revoked.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class DeletedReviewLinkResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the link.',
    example: '5d0c7f7e-3a52-4f0c-9b8e-2f4d1c6a7b90',
  })
  id: string;

  @ApiProperty({ enum: ['review_link'], description: 'Always `review_link`.', example: 'review_link' })
  object: 'review_link';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}

export class ReviewSessionResponse {
  @ApiProperty({
    description: 'Goes into `Authorization: Bearer …`. It opens the one analysis or session and nothing else.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJldmlldytqd3QifQ.e30.c2ln',
  })
  access_token: string;

  @ApiProperty({ enum: ['bearer'], description: 'Always `bearer`.', example: 'bearer' })
  token_type: 'bearer';

  @ApiProperty({
    type: 'integer',
    description: 'Seconds until the access token expires: 1800, or fewer where the link ends before.',
    example: 1800,
  })
  expires_in: number;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The analysis that the link opens; null for a link to a calibration session.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The calibration session that the link opens; null for a link to a call.',
    example: null,
  })
  calibration_id: string | null;

  @ApiProperty({ description: 'Reviewer for whom the link was created.', example: 'mara' })
  reviewer_id: string;

  @ApiProperty({ enum: LINK_ACTS, isArray: true, description: 'Permissions of the link.', example: ['read', 'review'] })
  may: LinkAct[];

  static of(this: void, { accessToken, expiresInSeconds, link }: ReviewSession): ReviewSessionResponse {
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: expiresInSeconds,
      analysis_id: link.analysis_id,
      calibration_id: link.calibration_id,
      reviewer_id: link.reviewer_id,
      may: link.may,
    };
  }
}
