// The outline of the sound of each channel, as the pipeline keeps it for a completed analysis.
import { z } from 'zod';

const envelopesSchema = z.array(
  z.object({
    /** Channel of the recording; null for the whole of it. */
    channel: z.number().nullable(),
    ms_per_peak: z.number().positive(),
    /** One byte for each stretch, 0 (silence) to 255 (full scale). */
    peaks: z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
  }),
);

export type Envelope = z.infer<typeof envelopesSchema>[number];

/** @param stored JSON text as the pipeline keeps it; null where it kept none */
export function readEnvelopes(stored: string | null): readonly Envelope[] {
  return stored === null ? [] : envelopesSchema.parse(JSON.parse(stored));
}
