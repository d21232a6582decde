import type { FaultGroup } from './fault.js';
import { killedInEachStep, paidRequests } from './test-files.js';

export const PAID_REQUESTS: FaultGroup = {
  title: 'Requests that a provider is paid for',
  faults: [
    {
      number: 101,
      title: 'A call is deleted while its first requests to a paid provider are under way',
      outcome:
        'It is billed for the audio that was sent, whether the answers come or not. Where every request was refused unread, nothing is billed.',
      tests: [
        paidRequests('a call deleted while its first requests are under way is billed for the audio that was sent'),
        paidRequests('a call deleted while its transcript is with the model is billed as a whole'),
        paidRequests('a call deleted while its provider turns every request away is not billed'),
        paidRequests('a call that is deleted in its second run is billed for what both have sent'),
        killedInEachStep(
          'transcribing, with a piece on record that was not sent yet: it is sent once, and billed once',
        ),
        killedInEachStep(
          'transcribing, and the call is deleted while no worker runs: what was under way is billed, and nothing else',
        ),
      ],
      seenToFail: 'Before requests were recorded: 0 ms were billed of 12,606 ms sent.',
    },
    {
      number: 102,
      title: 'The language model declines to judge a call, or the call is too long for it',
      outcome:
        'The call is completed with its transcript, and billed. No finding is assessable, and `not_judged_reason` says why. The model is asked once.',
      tests: [
        paidRequests('a call whose model %s is completed, billed and not judged'),
        paidRequests(
          'a model that declines to say who is who leaves the roles unknown, and the call is judged no further than that',
        ),
        paidRequests('a form asks no model about a call that its model would not judge'),
        paidRequests('a form whose model %s is evaluated without its answers'),
      ],
      seenToFail: 'In the release before: the call failed, and its minutes were released. Not tried with forms.',
    },
    {
      number: 103,
      title: 'A call fails after its transcription was paid for, and is started again',
      outcome:
        'The retry goes on from the pieces that were heard. What was paid for a call that stays failed is on record until it is deleted, and as minutes after that.',
      tests: [
        paidRequests(
          'a call that fails after it was heard keeps its transcript for a retry, which pays for no piece again',
        ),
        paidRequests('a call that fails over and over is heard once'),
        paidRequests('a call of which one piece is refused sends only what is missing when it is started again'),
        paidRequests(
          'a failed call that is deleted is billed to no one, leaves nothing that was said, and stays on record',
        ),
      ],
      seenToFail:
        'In the release before: what was heard was deleted with the failure, and each retry sent every piece again.',
    },
  ],
};
