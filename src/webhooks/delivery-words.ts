// Where deliveries hold words of a call: what a person did, as the notification carries it beside the analysis.
import type { HolderOfWords } from '../calls/redaction/holder-of-words.js';

export const DELIVERY_WORDS: readonly HolderOfWords[] = [
  { table: 'webhook_delivery', key: ['id'], ofCall: 'analysis_id = $1', texts: { detail: 'judged' } },
];
