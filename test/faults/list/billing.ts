import type { FaultGroup } from './fault.js';
import {
  abuseOfLimits,
  authBudget,
  hostileRequests,
  idempotency,
  minutesAtTheLimit,
  minutesLedger,
  overageSender,
  paymentEvents,
  rateLimit,
  submissionLimits,
  termsAtAcceptance,
  usageMonths,
  whatCanGoWrong,
  wrongClock,
} from './test-files.js';

export const BILLING: FaultGroup = {
  title: 'Billing, limits and idempotency',
  faults: [
    {
      number: 33,
      title: '1,000 simultaneous submissions of 6.02 minutes into 100 minutes',
      outcome: 'Exactly 16 are accepted.',
      tests: [
        minutesLedger('lets 16 of 1,000 simultaneous calls of 6.02 minutes into 100 minutes'),
        minutesAtTheLimit(
          'within the plan: exactly as many as fit are accepted, the others get the used minutes and the limit',
        ),
        minutesAtTheLimit('do not pass the limit together: the later one counts the minutes of the earlier one'),
      ],
      seenToFail:
        'Reservations were left out of the sum: all sixty submissions of the short run were accepted. Without `FOR UPDATE` on the month the test with 1,000 submissions still passed, because the insert of an analysis also locks the counter row of its account. The lock is needed when a recording turns out to be longer while another is submitted; the test of that case failed: both calls were accepted.',
    },
    {
      number: 34,
      title: 'The same with an overage limit',
      outcome: 'Exactly as many more submissions are accepted as the overage limit allows. The 402 names that limit.',
      tests: [
        minutesLedger('lets as many more in as the overage limit carries, and names that limit'),
        submissionLimits('go by the plan first, then by the overage limit, each with its sentence'),
        minutesAtTheLimit(
          'with overage: as many more as the overage limit allows are accepted, the others get that limit',
        ),
      ],
      seenToFail: 'The overage limit was left out: 16 submissions were accepted.',
    },
    {
      number: 35,
      title: 'An analysis fails at the limit',
      outcome: 'Its reservation is released. The next submission is accepted.',
      tests: [
        minutesLedger('gives the minutes of a failed call back'),
        whatCanGoWrong(
          'fails a call for which the provider fails while it answers others, notifies the client, and bills nothing',
        ),
        minutesAtTheLimit('after a call that fails: its minutes are released, and the next submission is accepted'),
      ],
      seenToFail: 'The reservation was not released: the next submission got 402, and the minutes stayed reserved.',
    },
    {
      number: 36,
      title: 'Rounding of minutes',
      outcome: 'Minutes are whole hundredths, rounded up.',
      tests: [
        minutesLedger('bills %i ms as %i hundredths of a minute'),
        minutesLedger('splits what passes the included minutes, and its cents add up whatever the pieces'),
      ],
      seenToFail: 'Minutes were rounded to the nearest hundredth: the database refused the ledger entry.',
    },
    {
      number: 37,
      title: 'The billing period changes while a call is processed',
      outcome: 'The call is billed once, in the period in which it was accepted.',
      tests: [
        minutesLedger('is the one of acceptance, whenever the call is completed'),
        overageSender('of a call completed after the turn lies within the period that it was accepted in'),
        usageMonths('follow one another without a gap'),
        wrongClock('%s: a call is billed in the month of the database clock, and its idempotency key is recognised'),
      ],
      seenToFail: 'Calls were billed in the month of completion: the minutes were in the wrong month.',
    },
    {
      number: 38,
      title: '200 simultaneous submissions under one idempotency key',
      outcome: 'One analysis, one stored object and one reservation exist.',
      tests: [
        idempotency('creates one analysis for 200 concurrent requests by URL'),
        idempotency('creates one analysis, one object and one reservation for 50 concurrent uploads to two processes'),
      ],
      seenToFail: 'Idempotency keys were claimed under a random id: the test of 200 requests failed.',
    },
    {
      number: 39,
      title: 'The same idempotency key with another body, and in another account',
      outcome: 'Another body gets 422. The keys of two accounts are independent.',
      tests: [
        idempotency('refuses the key for another recording, another field and another form of request'),
        idempotency('keeps the keys of accounts and of paths apart'),
      ],
      seenToFail:
        'Bodies were not compared: the key answered another recording with the first answer. The account was left out of the key: the second account got 422.',
    },
    {
      number: 40,
      title: 'The same idempotency key after a refusal, and after 24 hours',
      outcome:
        'After a refusal whose cause may be over, the request runs again. After 24 hours the key makes a new analysis.',
      tests: [
        idempotency('stores no error that may be gone at the next attempt'),
        idempotency('replays errors of the body itself, whether it was read to its end or not'),
        idempotency('forgets a key after 24 hours, and lets a request take over from a dead process'),
        wrongClock('%s: a call is billed in the month of the database clock, and its idempotency key is recognised'),
      ],
      seenToFail:
        'A 402 was stored: the retry got it again. (A form refused before its body is read stores nothing in any case.) Keys were kept for two days; then an expired key was still used: the test failed each time.',
    },
    {
      number: 41,
      title: 'Idempotency keys of 10 kB, empty, with NUL, in Unicode',
      outcome:
        'Keys outside 1 to 255 characters get 422 with a detail. Unicode keys work like any other. A request with NUL in the header is refused.',
      tests: [
        idempotency('accepts keys of 1 to 255 characters'),
        hostileRequests('of %s is refused'),
        hostileRequests('of %s is a key like any other'),
        hostileRequests('with a NUL is no header'),
      ],
      seenToFail: 'The length was not limited: a long key was accepted.',
    },
    {
      number: 42,
      title: 'Payment events that come twice, out of order, late or forged',
      outcome: 'Each event is applied once. Older state does not replace newer state. A forged event gets 400.',
      tests: [
        paymentEvents('are worked on once, whatever their number and order'),
        paymentEvents('are refused without their signature, altered, too old or from the future'),
      ],
      seenToFail:
        'An event was processed each time it came: the service asked the payment provider again. (The subscription did not change, because the service always reads its current state.) Events of any age were accepted: an old event was processed.',
    },
    {
      number: 43,
      title: 'The payment provider is down while overage accrues',
      outcome:
        'Each overage is reported once, even after the provider has forgotten the identifier of an earlier report. Where the provider refuses one report, the customer can cancel all the same, and pays for the overage by an invoice item.',
      tests: [
        overageSender('is sent again until accepted, when the provider is away or its answer is lost'),
        overageSender('is not reported twice when the answer was lost and the provider has forgotten the identifier'),
        overageSender('is reported again when a day later only that of another call in the same minute had arrived'),
        overageSender('of two senders at once goes out once'),
        termsAtAcceptance(
          'that the provider refuses to meter does not hold up a cancellation, and is charged by items after it',
        ),
        wrongClock('%s: it is not reported again 25 hours after an answer was lost'),
        wrongClock('a month ahead: it is reported with the time at which it accrued'),
      ],
      seenToFail:
        'The service did not ask the provider for its own count: the overage was reported twice. The service used the clock of the process, as it did before this list existed: with a clock three hours behind, the overage was reported twice. A refused report failed the immediate cancellation: it was answered with 500.',
    },
    {
      number: 44,
      title: 'A burst of requests over two processes',
      outcome: 'Exactly as many requests pass as the rate limit allows. A 429 carries all rate-limit headers.',
      tests: [
        abuseOfLimits('fault 44: of 1,000 requests from 8 connections exactly 100 pass'),
        abuseOfLimits('fault 44: of 1,000 submissions exactly 20 pass'),
        rateLimit('let exactly the limit pass, over two processes and many connections'),
      ],
      seenToFail: 'Each process counted alone: the test failed.',
    },
    {
      number: 45,
      title: 'Forged client addresses, many keys, floods of log-ins',
      outcome: 'Rate limits hold for each account, each address and each e-mail address.',
      tests: [
        abuseOfLimits('an account, whatever number of keys and addresses it comes with'),
        abuseOfLimits('and a forged client address changes nothing for requests without an account'),
        abuseOfLimits(
          'ends at ten a minute at one address, and at a hundred for one account; the owner’s tokens and keys go on',
        ),
        rateLimit('ignore a forwarded address that no trusted proxy sent'),
        authBudget('is one for each account too, from wherever it is tried'),
        authBudget('is not locked out by wrong log-ins from %s, however many'),
        authBudget('logs in while strangers ask for mails to the account, and finds a link that works'),
        authBudget('%s: guesses at the current password count to the account, from wherever they come'),
        authBudget('send one mailbox no more mails than the budget has, however many accounts name it'),
        authBudget('send strangers no more mails than the budget of the account has'),
      ],
      seenToFail:
        'Each API key had a budget of its own; then every proxy was trusted; then e-mail addresses had no budget; then PUT /users/me checked passwords and sent mails without one: a test failed each time.',
    },
    {
      number: 46,
      title: 'Clocks that differ by ten minutes, and by a month',
      outcome:
        'Rate-limit windows, leases, billing months and overage reports follow the clock of the database or of Redis.',
      tests: [
        abuseOfLimits('fault 46: tokens, mailed links and keys of one process hold at the other'),
        abuseOfLimits('fault 46: calls are worked on once, at once, and their times make sense'),
        abuseOfLimits('fault 44: of 1,000 requests from 8 connections exactly 100 pass'),
        wrongClock('%s: a call is billed in the month of the database clock, and its idempotency key is recognised'),
      ],
      seenToFail:
        'Leases followed the clock of the process: another worker took a call that was still being worked on.',
    },
  ],
};
