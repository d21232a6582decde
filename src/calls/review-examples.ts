// Examples of persons' decisions in the API document. `npm run openapi` makes them from a run of a sample call.
import { examplesFrom } from '../platform/http/openapi/stored-examples.js';

const SHORTENED =
  'A sample call, shortened: left out are segments that nothing shown here cites, further quotations, observations and ' +
  'sentences of coaching.';

const SUMMARIES = {
  queue: 'Two calls',
  dismissed: 'Dismissed',
  claimed: 'Reserved for 30 minutes',
  released: 'Released',
  review: 'Two findings and an answer overruled, and a violation dismissed',
  reviewList: 'One review',
  reviewed: 'Reviewed: the reviewer’s decisions, with the AI’s in `system`',
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
  session: 'Session for one call',
  dispute: 'Open',
  disputeList: 'One open dispute',
  disputeResolved: 'Overturned by a review',
};

/** Makes the `examples` of a media type. */
export const reviewExamplesOf = examplesFrom('reviews', SUMMARIES, SHORTENED);
