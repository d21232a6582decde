// Columns in which disputes and acknowledgements hold words of a call.
import type { HolderOfWords } from '../../calls/redaction/holder-of-words.js';

export const DISPUTE_WORDS: readonly HolderOfWords[] = [
  {
    table: 'dispute',
    key: ['id'],
    ofCall: 'analysis_id = ANY($1::uuid[])',
    texts: { answers: 'judged', note: 'note' },
  },
  {
    table: 'evaluation_acknowledgement',
    key: ['evaluation_id'],
    ofCall: 'evaluation_id IN (SELECT id FROM evaluation WHERE analysis_id = ANY($1::uuid[]))',
    texts: { note: 'note' },
  },
];
