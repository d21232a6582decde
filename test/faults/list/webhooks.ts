import type { FaultGroup } from './fault.js';
import {
  analysesContract,
  callbacks,
  checkUrl,
  deadReceiver,
  deliverWebhook,
  deliveryScheduler,
  outboundDoor,
  outboundPost,
  retrySchedule,
  webhookChaos,
  webhooksController,
} from './test-files.js';

export const WEBHOOKS: FaultGroup = {
  title: 'Webhooks and addresses',
  faults: [
    {
      number: 84,
      title: 'Receivers that fail, are gone, ask to wait or break off',
      outcome: 'The notification is sent again under the same id. A 410 ends its retries.',
      tests: [
        deliverWebhook('is sent again after failures, with the same id and a fresh valid signature'),
        deliverWebhook('is not retried after a 410'),
        deliverWebhook('waits as long as the Retry-After of a %i says'),
        deliverWebhook('is retried after a reset connection and after a reply that is not HTTP'),
        webhookChaos('arrive or are visibly failed: none is lost, sent under another id, or sent elsewhere'),
      ],
      seenToFail: 'A 410 was treated like any other failure; then Retry-After was not read: a test failed each time.',
    },
    {
      number: 85,
      title: 'Receivers that hang, answer byte by byte, send huge answers, or whose name servers are silent',
      outcome:
        'The request is cut at its deadline. Little of the answer is read. Deliveries to other receivers, and of other accounts, are not delayed.',
      tests: [
        outboundPost('gives up at the deadline when no answer comes'),
        outboundPost('gives up at the deadline when the head drips in byte by byte'),
        outboundPost('does not wait for a body that drips'),
        outboundPost('reads no more than the bound of a huge body'),
        outboundDoor('serves one account while a thousand names of another are silent'),
        deliverWebhook('does not wait for the end of a reply body that is slow or endless'),
        deliveryScheduler(
          'sends to other hosts without delay while one receiver does not answer, and loses none of its deliveries',
        ),
        deliveryScheduler(
          'sends for one account without delay while another has more receivers that do not answer than there are places',
        ),
        deliveryScheduler(
          'sends for one account without delay while the name servers of another are silent about a thousand receivers',
        ),
      ],
      seenToFail:
        'Both the deadline and the limit on the head of an answer were removed: the test did not end. (Either of the two is enough to cut an endless head.) Names were looked up by getaddrinfo, two at a time: with 60 silent names of one account, a look-up for another took 99.8 s. Places were shared by host alone: no delivery of another account went out for 30 s.',
    },
    {
      number: 86,
      title: 'Receivers that redirect',
      outcome: 'The service never follows a redirect.',
      tests: [deliverWebhook('never follows a redirect'), outboundPost('does not follow a %i')],
      seenToFail: 'Redirects were followed: both tests failed.',
    },
    {
      number: 87,
      title: 'Private addresses in every spelling',
      outcome: 'The service refuses them with 422 when they are submitted. It never connects to them when it sends.',
      tests: [
        callbacks('%s is refused in each field that takes a URL, without details'),
        callbacks('%s is refused in each'),
        callbacks('a name that resolves to this machine is refused at the look-up, with a sentence without details'),
        checkUrl('refuses %s'),
        outboundDoor('never connects to %s'),
        webhookChaos('never reach a private address by name or number, and log `bad_url`'),
      ],
      seenToFail: 'The host was not checked: the test failed for each spelling that was tried.',
    },
    {
      number: 88,
      title: 'DNS rebinding',
      outcome: 'The service connects only to the address that it has checked.',
      tests: [
        outboundDoor(
          'checks the addresses of every connection, and connects to none when a name has come to lead elsewhere',
        ),
        outboundDoor('never connects to a name that resolves to %s'),
        outboundDoor('connects to exactly the address that it has checked'),
      ],
      seenToFail:
        'The addresses from the resolver were not checked; then the resolver was asked twice: a test failed each time.',
    },
    {
      number: 89,
      title: 'A `webhook_url` is registered after a call is completed, and while it is being completed',
      outcome: 'The receiver is notified at once. Each registration has one event id.',
      tests: [
        callbacks(
          'during the final transaction: sent once to the new URL, and at most once to the old one, under another id',
        ),
        callbacks('after the end, twice at once: an event of its own for each, and none is lost'),
        analysesContract('takes a webhook while it is worked on, and tells it everything once it is completed'),
      ],
      seenToFail: 'An address registered after completion was only stored: no notification was sent.',
    },
    {
      number: 90,
      title: 'A receiver is dead for days',
      outcome:
        'The waits between attempts grow and have jitter. Then the delivery fails, and the API shows that. Memory use is bounded.',
      tests: [
        retrySchedule('has ten attempts: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h'),
        retrySchedule('spreads each wait by at most a tenth'),
        deliverWebhook('has the status `failed` after the last attempt of the schedule'),
        webhooksController('shows every delivery with its attempts, newest first, and nothing of a reply'),
        deadReceiver('each is sent ten times over five days, then fails, and other receivers are notified meanwhile'),
      ],
      seenToFail: 'Attempts had no end: no delivery failed. The waits had almost no jitter: the test noticed that.',
    },
  ],
};
