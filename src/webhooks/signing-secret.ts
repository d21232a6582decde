// Secrets by which notifications are signed.
import { randomBytes } from 'node:crypto';

/** Time for which a replaced secret still signs, beside the new one. */
export const OVERLAP_HOURS = 24;

/** `whsec_` and base64, as Standard Webhooks prescribes. */
export const newSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
