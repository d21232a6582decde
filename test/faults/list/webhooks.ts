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
  title: 'Webhooks and fetching',
  faults: [
    {
      number: 84,
      title: 'Receivers that fail, are gone, ask for patience, break off',
      outcome: 'Tried again, told again under the same id; ended by 410.',
      tests: [
        deliverWebhook('is sent again after failures, with the same id and a fresh valid signature'),
        deliverWebhook('is not retried after a 410'),
        deliverWebhook('waits as long as the Retry-After of a %i says'),
        deliverWebhook('is retried after a reset connection and after a reply that is not HTTP'),
        webhookChaos('arrive or are visibly failed: none is lost, sent under another id, or sent elsewhere'),
      ],
      seenToFail: '410 was a failure like others, Retry-After was not read: a test failed each time.',
    },
    {
      number: 85,
      title: 'Receivers that hang, drip, swell',
      outcome: 'Cut at the deadline; little is read; others are not held up.',
      tests: [
        outboundPost('gives up at the deadline when no answer comes'),
        outboundPost('gives up at the deadline when the head drips in byte by byte'),
        outboundPost('does not wait for a body that drips'),
        outboundPost('reads no more than the bound of a huge body'),
        deliverWebhook('does not wait for the end of a reply body that is slow or endless'),
        deliveryScheduler(
          'sends to other hosts without delay while one receiver does not answer, and loses none of its deliveries',
        ),
      ],
      seenToFail:
        'Neither the deadline nor the limit to an answer’s head was there: the test waited on. (Each of the two is enough for a head.)',
    },
    {
      number: 86,
      title: 'Redirects',
      outcome: 'Never followed.',
      tests: [deliverWebhook('never follows a redirect'), outboundPost('does not follow a %i')],
      seenToFail: 'Redirects were followed: both tests failed.',
    },
    {
      number: 87,
      title: 'Private addresses in every spelling',
      outcome: '422 at input; never connected to at sending.',
      tests: [
        callbacks('%s is refused in each field that takes an address, and nothing of it is told'),
        callbacks('%s is refused in each'),
        callbacks(
          'and a name that leads here only when it is looked up is refused then, with a sentence that names nothing',
        ),
        checkUrl('refuses %s'),
        outboundDoor('never connects to %s'),
        webhookChaos('never reach a private address by name or number, and log `bad_url`'),
      ],
      seenToFail: 'with the look at the host left out: the test failed for each spelling tried',
    },
    {
      number: 88,
      title: 'DNS rebinding',
      outcome: 'Connects only to the address that was looked at.',
      tests: [
        outboundDoor('resolves the name once for each connection, and connects only to the addresses that came back'),
        outboundDoor('never connects to a name that resolves to %s'),
        outboundDoor('connects to exactly the address that it has checked'),
      ],
      seenToFail: 'What the resolver said was not looked at; it was asked twice: a test failed each time.',
    },
    {
      number: 89,
      title: 'webhook_url registered after and during completion',
      outcome: 'Told at once; one event id for each registration.',
      tests: [
        callbacks(
          'during the final transaction: told once to the new address, and to the old one at most once, under another id',
        ),
        callbacks('after the end, twice at once: an event of its own for each, and none is lost'),
        analysesContract('takes a webhook while it is worked on, and tells it everything once it is completed'),
      ],
      seenToFail: 'An address that came after the end was only written down: nobody was told.',
    },
    {
      number: 90,
      title: 'A receiver dead for days',
      outcome: 'Waits grow and are spread, then it is given up, visibly; memory is bounded.',
      tests: [
        retrySchedule('has ten attempts: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h'),
        retrySchedule('spreads each wait by at most a tenth'),
        deliverWebhook('has the status `failed` after the last attempt of the schedule'),
        webhooksController('shows every delivery with its attempts, newest first, and nothing of a reply'),
        deadReceiver('each is tried ten times over five days, then failed, and others are served meanwhile'),
      ],
      seenToFail: 'Tried for ever: none was given up. Waits that are hardly spread: the test saw it.',
    },
  ],
};
