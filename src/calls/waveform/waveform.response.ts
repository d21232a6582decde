import { ApiProperty } from '@nestjs/swagger';

export class WaveformResponse {
  @ApiProperty({ type: 'integer', enum: [2], description: 'Version of the format.', example: 2 })
  version: 2;
  @ApiProperty({ type: 'integer', description: 'Channels of the recording, in their order.', example: 2 })
  channels: number;
  @ApiProperty({ type: 'integer', description: 'Samples of a channel a second.', example: 16_000 })
  sample_rate: number;
  @ApiProperty({
    type: 'integer',
    description: 'Samples of a channel per pair of `data`; the last pair may have fewer.',
    example: 1_600,
  })
  samples_per_pixel: number;
  @ApiProperty({ type: 'integer', enum: [8], description: 'Bits of a number in `data`.', example: 8 })
  bits: 8;
  @ApiProperty({ type: 'integer', description: 'Pairs of each channel, at most 1,200.', example: 2 })
  length: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: -128, maximum: 127 },
    description: 'Smallest and greatest sample, for each channel in turn, pixel by pixel.',
    example: [-3, 3, 0, 0, -64, 64, -2, 2],
  })
  data: number[];
}
