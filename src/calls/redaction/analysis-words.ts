// Where the tables of this folder hold words of a call.
import type { HolderOfWords } from './holder-of-words.js';

const OF_CALL = 'analysis_id = ANY($1::uuid[])';

export const ANALYSIS_WORDS: readonly HolderOfWords[] = [
  {
    table: 'analysis_payload',
    key: ['analysis_id'],
    ofCall: OF_CALL,
    version: 'transcript_version',
    texts: {
      words: 'words',
      transcript: 'transcript',
      results: 'judged',
      results_summary: 'judged',
      system_results: 'judged',
      verdicts: 'judged',
    },
  },
  {
    table: 'transcript_version',
    key: ['analysis_id', 'version'],
    ofCall: OF_CALL,
    version: 'version',
    texts: { words: 'words', transcript: 'transcript', results: 'judged' },
  },
  { table: 'review_task', key: ['analysis_id'], ofCall: OF_CALL, texts: { dismissed_note: 'note' } },
  // Of a call that is not completed.
  { table: 'analysis_checkpoint', key: ['analysis_id', 'step', 'piece'], ofCall: OF_CALL, texts: {} },
];
