// Where deliveries of an earlier release hold words of a call: what a person did. Later ones name the review or the correction.
import type { HolderOfWords } from '../calls/redaction/holder-of-words.js';

export const DELIVERY_WORDS: readonly HolderOfWords[] = [
  { table: 'webhook_delivery', key: ['id'], ofCall: 'analysis_id = ANY($1::uuid[])', texts: { detail: 'judged' } },
];
