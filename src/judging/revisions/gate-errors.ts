// What the gate before a publication says, each sentence once.

import type { GateFinding } from '../../judgement/agreement/gate.js';
import { ApiError, badRequest } from '../../platform/errors/api-error.js';

export const gateUnfinished = (judged: number, of: number) =>
  new ApiError(503, `${judged} of ${of} rated calls are judged by the revision. Publish it again to go on.`, {
    'Retry-After': '5',
  });

const two = (value: number) => value.toFixed(2);

/** Refuses a revision that lost agreement, or a question that cannot be trusted. Null where there is neither. */
export function gateRefusal(revision: number, { worse, untrusted }: Omit<GateFinding, 'tooFew'>): ApiError | null {
  const sentences: string[] = [];
  if (worse.length > 0) {
    const each = worse.map(({ question, is, was }) => `${question}: AC1 ${two(is)}, was ${two(was)}`).join('; ');
    const n = Math.max(...worse.map((one) => one.n));
    sentences.push(
      `Revision ${revision} agrees less with your reviewers on ${each}, on ${n} calls. Publish with force to do it all the same.`,
    );
  }
  if (untrusted.length > 0) {
    const each = untrusted.map(
      ({ question, ac1, ci: [lower, upper], n }) =>
        `${question} is untrusted: AC1 ${two(ac1)} (${two(lower)} to ${two(upper)}) on ${n} calls`,
    );
    sentences.push(`${each.join('; ')}. Set ${each.length > 1 ? 'them' : 'it'} to suggest, or publish with force.`);
  }
  return sentences.length === 0 ? null : badRequest(sentences.join(' '));
}

const WORSE = [{ question: 'empathy', is: 0.48, was: 0.72, n: 62 }];
const UNTRUSTED = [{ question: 'empathy', ac1: 0.41, ci: [0.29, 0.53], n: 80 }] as const;

/** Refusals as the document shows them. */
export const gateRefusals = (): ApiError[] =>
  [
    gateRefusal(4, { worse: WORSE, untrusted: [] }),
    gateRefusal(4, { worse: [], untrusted: UNTRUSTED }),
    gateRefusal(5, { worse: WORSE, untrusted: UNTRUSTED }),
  ].flatMap((refusal) => refusal ?? []);
