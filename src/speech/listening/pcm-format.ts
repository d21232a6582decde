// The format that every recording is decoded to: signed 16-bit little-endian samples at this rate.

export const SAMPLE_RATE_HZ = 16_000;
