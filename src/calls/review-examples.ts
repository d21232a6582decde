// Examples of persons' decisions in the API document. `npm run openapi` makes them from a run of a sample call.
import { examplesFrom } from '../platform/http/openapi/stored-examples.js';

const SHORTENED =
  'A sample call, shortened: left out are segments that nothing shown here cites, further quotations, observations and sentences of coaching.';

const SUMMARIES = {
  queue: 'Two calls',
  dismissed: 'Out of the queue',
  claimed: 'Claimed for half an hour',
  released: 'Back in the queue',
  review: 'Two findings and an answer overruled, and a violation dismissed',
  reviewList: 'One review',
  reviewed: 'Reviewed: a person’s verdicts, with those of the service in `system`',
  reviewedNotification: 'Reviewed',
  correctionAccepted: 'Begun',
  correction: 'Completed',
  correctionList: 'One correction',
  corrected: 'Corrected: the second version of the transcript',
  correctedNotification: 'Corrected',
  firstVersion: 'Corrected, as `transcript_version=1` gives it',
  createdLink: 'New, with its address',
  link: 'A link that works',
  linkList: 'One link',
  session: 'Half an hour for one call',
};

/** Makes the `examples` of a media type. */
export const reviewExamplesOf = examplesFrom('reviews', SUMMARIES, SHORTENED);
