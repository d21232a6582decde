import type { ReviewDoubt } from '../../../../clients/typescript/src/browser.js';
import { ruleName } from '../../texts/rule-name.js';
import { named } from '../../texts/texts.js';

/** Names a doubt and its reason: a finding and a rule by their names, a question by its key. */
export function doubtName({ reason, subject }: ReviewDoubt): string {
  const why = named('queue.tag', reason);
  // The subject of a dispute is its id.
  if (subject === null || reason === 'disputed') return why;
  const [part, finding] = subject.split('.');
  return `${finding === undefined ? ruleName(subject) : named('finding', finding || String(part))} (${why})`;
}
