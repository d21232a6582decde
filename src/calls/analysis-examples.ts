// Analyses shown as examples in the API document. `npm run openapi` makes them from a run of a sample call.
import { examplesFrom } from '../platform/http/openapi/stored-examples.js';

const SHORTENED =
  'A sample call, shortened: left out are segments that nothing shown here cites, further quotations, observations and sentences of coaching.';

const SUMMARIES = {
  accepted: 'Accepted and queued',
  processing: 'Being transcribed',
  completed: 'Completed',
  failed: 'Failed',
  list: 'Two analyses',
  completedSummary: 'Completed, as `view=summary` gives it',
  summaryList: 'Two analyses, as `view=summary` gives them',
  events: 'From half of the transcription to the end',
  completedNotification: 'Completed',
  failedNotification: 'Failed',
};

/** Makes the `examples` of a media type. */
export const examplesOf = examplesFrom('analyses', SUMMARIES, SHORTENED);
