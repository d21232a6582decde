// Where evaluations hold words of a call.
import type { HolderOfWords } from '../calls/redaction/holder-of-words.js';

const OF_CALL = 'evaluation_id IN (SELECT id FROM evaluation WHERE analysis_id = ANY($1::uuid[]))';

export const EVALUATION_WORDS: readonly HolderOfWords[] = [
  {
    table: 'evaluation_payload',
    key: ['evaluation_id'],
    ofCall: OF_CALL,
    texts: { judged: 'judged', answers: 'judged' },
  },
  {
    table: 'carried_answers',
    key: ['analysis_id', 'scorecard_id', 'revision'],
    ofCall: 'analysis_id = ANY($1::uuid[])',
    texts: { answers: 'judged' },
  },
  { table: 'evaluation_checkpoint', key: ['evaluation_id', 'batch'], ofCall: OF_CALL, texts: {} },
];
