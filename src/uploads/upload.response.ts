// An upload as clients receive it, in the body of the answer to its creation. All else about it is in headers, as tus has it.
import { ApiProperty } from '@nestjs/swagger';
import type { StoredUpload } from './upload-rows.js';

export class UploadResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the upload, used as `upload_id`. The analysis created from it gets the same id.',
    example: '0b5e2c1a-7f6d-4a2e-9a53-6f1f6d1b2c3d',
  })
  id: string;

  @ApiProperty({ enum: ['upload'], description: 'Always `upload`.', example: 'upload' })
  object: 'upload';

  @ApiProperty({ type: 'integer', description: 'When it was created, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'False where it was created with a test key.', example: true })
  livemode: boolean;

  @ApiProperty({ description: 'From `Upload-Metadata`.', example: 'call.wav' })
  filename: string;

  @ApiProperty({ type: 'integer', description: 'Bytes of the whole recording.', example: 83_886_080 })
  length: number;

  @ApiProperty({ type: 'integer', description: 'Bytes received.', example: 0 })
  offset: number;

  @ApiProperty({
    type: 'integer',
    description: 'When the upload expires if it is not used, in Unix seconds.',
    example: 1_790_086_400,
  })
  expires_at: number;
}

export function uploadResponseOf(upload: StoredUpload, livemode: boolean): UploadResponse {
  return {
    id: upload.id,
    object: 'upload',
    created: seconds(upload.createdAt),
    livemode,
    filename: upload.fileName,
    length: upload.lengthBytes,
    offset: upload.growing.sizeBytes,
    expires_at: seconds(upload.expiresAt),
  };
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
