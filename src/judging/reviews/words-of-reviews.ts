// Where reviews and corrections hold words of a call.
import type { HolderOfWords } from '../../calls/redaction/holder-of-words.js';

const OF_CALL = 'analysis_id = ANY($1::uuid[])';

export const REVIEW_WORDS: readonly HolderOfWords[] = [
  {
    table: 'review',
    key: ['id'],
    ofCall: OF_CALL,
    texts: { note: 'note', findings: 'judged', violations: 'judged', answers: 'judged' },
  },
  { table: 'correction', key: ['id'], ofCall: OF_CALL, texts: { note: 'note', changes: 'changes' } },
  {
    table: 'correction_checkpoint',
    key: ['correction_id'],
    ofCall: 'correction_id IN (SELECT id FROM correction WHERE analysis_id = ANY($1::uuid[]))',
    texts: {},
  },
];
