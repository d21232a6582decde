// Columns in which ratings hold words of a call.
import type { HolderOfWords } from '../../calls/redaction/holder-of-words.js';

export const CALIBRATION_WORDS: readonly HolderOfWords[] = [
  {
    table: 'calibration_rating',
    key: ['calibration_id', 'analysis_id', 'reviewer_id'],
    ofCall: 'analysis_id = ANY($1::uuid[])',
    texts: { given: 'judged' },
  },
];
