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
  usageMonths,
  whatCanGoWrong,
  wrongClock,
} from './test-files.js';

export const BILLING: FaultGroup = {
  title: 'Billing, limits, idempotency',
  faults: [
    {
      number: 33,
      title: '1,000 submissions of 6.02 minutes at once into 100 minutes',
      outcome: 'Exactly 16 are accepted.',
      tests: [
        minutesLedger('lets 16 of 1,000 simultaneous calls of 6.02 minutes into 100 minutes'),
        minutesAtTheLimit(
          'within the plan: exactly as many as fit, the rest is told what is used and where the limit is',
        ),
        minutesAtTheLimit('do not pass the limit together: the later one sees what the earlier one took'),
      ],
      seenToFail:
        'Reservations were left out of the sum: all sixty were accepted. Without FOR UPDATE on the month the thousand still passed, since an account is also serialised by the counter row that the insert of an analysis takes; what the lock is for is a recording that turns out longer while another is submitted, and that test failed: both were taken.',
    },
    {
      number: 34,
      title: 'The same with an overage limit',
      outcome: 'Exactly as many more as it carries; the 402 names it.',
      tests: [
        minutesLedger('lets as many more in as the overage limit carries, and names that limit'),
        submissionLimits('go by the plan first, then by the overage limit, each with its sentence'),
        minutesAtTheLimit('with overage: as many more as its limit carries, and that limit is named'),
      ],
      seenToFail: 'The overage limit was left out: 16 were accepted.',
    },
    {
      number: 35,
      title: 'A failed analysis at the limit',
      outcome: 'The reservation is void; the next submission is accepted.',
      tests: [
        minutesLedger('gives the minutes of a failed call back'),
        whatCanGoWrong(
          'gives a failing provider up after the attempts it is given, tells whoever asked, and bills nothing',
        ),
        minutesAtTheLimit('given back by a call that fails: the next one is taken'),
      ],
      seenToFail: 'A reservation was not given back: the next submission got 402, and the minutes stayed reserved.',
    },
    {
      number: 36,
      title: 'Rounding',
      outcome: 'Hundredths of a minute, rounded up, in whole numbers.',
      tests: [
        minutesLedger('bills %i ms as %i hundredths of a minute'),
        minutesLedger('splits what passes the included minutes, and its cents add up whatever the pieces'),
      ],
      seenToFail: 'Rounded to the nearest: the database refused the entry.',
    },
    {
      number: 37,
      title: 'The period changes during processing',
      outcome: 'Billed once, in the period of acceptance.',
      tests: [
        minutesLedger('is the one of acceptance, whenever the call is completed'),
        overageSender('of a call completed after the turn lies within the period that it was accepted in'),
        usageMonths('follow one another without a gap'),
        wrongClock('%s: a call is billed in the month of the database, and its key is known there'),
      ],
      seenToFail: 'Billed in the month of completion: the minutes were in the wrong month.',
    },
    {
      number: 38,
      title: '200 submissions at once under one key',
      outcome: 'One analysis, one object, one reservation.',
      tests: [
        idempotency('creates one analysis for 200 concurrent requests by URL'),
        idempotency('creates one analysis, one object and one reservation for 50 concurrent uploads to two processes'),
      ],
      seenToFail: 'keys claimed under a random id: the test of 200 failed',
    },
    {
      number: 39,
      title: 'The same key with another body, and of another account',
      outcome: '422; independent.',
      tests: [
        idempotency('refuses the key for another recording, another field and another form of request'),
        idempotency('keeps the keys of accounts and of paths apart'),
      ],
      seenToFail:
        'Contents were not compared: the key gave another recording the first answer. Accounts were left out of the key: the second account got 422.',
    },
    {
      number: 40,
      title: 'The same key after a refusal, and after 24 hours',
      outcome: 'What may be over is tried again; a new id after 24 hours.',
      tests: [
        idempotency('stores no error that may be gone at the next attempt'),
        idempotency('replays errors of the body itself, whether it was read to its end or not'),
        idempotency('forgets a key after 24 hours, and lets a request take over from a dead process'),
        wrongClock('%s: a call is billed in the month of the database, and its key is known there'),
      ],
      seenToFail:
        'A 402 was kept: it was given again (a form is refused before it is read, which keeps nothing in any case). Kept for two days, and past its expiry: the test failed each time.',
    },
    {
      number: 41,
      title: 'A key of 10 kB, empty, with NUL, in Unicode',
      outcome: '422 with detail.',
      tests: [
        idempotency('accepts keys of 1 to 255 characters'),
        hostileRequests('of %s is refused'),
        hostileRequests('of %s is a key like any other'),
        hostileRequests('with a NUL is no header'),
      ],
      seenToFail: 'No limit to the length: a long key was taken.',
    },
    {
      number: 42,
      title: 'Payment events twice, out of order, late, forged',
      outcome: 'Applied once; older state does not win; 400 if not genuine.',
      tests: [
        paymentEvents('are worked on once, whatever their number and order'),
        paymentEvents('are refused without their signature, altered, too old or from the future'),
      ],
      seenToFail:
        'An event was worked on each time it came: the provider was asked again (what is in force did not change, since it is always read afresh). Any age was tolerated: an old event was taken.',
    },
    {
      number: 43,
      title: 'Payment provider down while overage accrues',
      outcome: 'Reported once each, also past the provider’s own memory.',
      tests: [
        overageSender('is sent again until accepted, when the provider is away or its answer is lost'),
        overageSender('is not told twice when the answer was lost and the provider has forgotten the identifier'),
        overageSender('is told after all when a day later nothing had arrived'),
        overageSender('of two senders at once goes out once'),
        wrongClock('%s: once, 25 hours after an answer that was lost'),
        wrongClock('a month ahead: with the time at which it accrued'),
      ],
      seenToFail:
        'The provider’s own count was not asked for: the overage was told twice. The time was that of the process, as it was before this list: with a clock three hours behind it was told twice.',
    },
    {
      number: 44,
      title: 'A burst over two processes',
      outcome: 'Exactly the limit passes; the headers are complete on 429.',
      tests: [
        abuseOfLimits('fault 44: of 1,000 requests from 8 connections exactly 100 pass'),
        abuseOfLimits('fault 44: of 1,000 submissions exactly 20 pass'),
        rateLimit('let exactly the limit pass, over two processes and many connections'),
      ],
      seenToFail: 'counting in each process alone: the test failed',
    },
    {
      number: 45,
      title: 'Forged addresses, many keys, floods of log-ins',
      outcome: 'Budgets hold per account, address and e-mail.',
      tests: [
        abuseOfLimits('an account, whatever number of keys and addresses it comes with'),
        abuseOfLimits('and a forged address changes nothing for who has none'),
        abuseOfLimits('at one address and for one e-mail ends at ten a minute; the owner’s tokens and keys go on'),
        rateLimit('ignore a forwarded address that no trusted proxy sent'),
        authBudget('is one for each account too, from wherever it is tried'),
      ],
      seenToFail:
        'Each key had a budget of its own, every proxy was trusted, e-mail addresses had no budget: a test failed each time.',
    },
    {
      number: 46,
      title: 'Clocks ten minutes apart, and a month',
      outcome: 'Windows, leases, months and reports go by the clock of the stores.',
      tests: [
        abuseOfLimits('fault 46: tokens, mailed links and keys of one process hold at the other'),
        abuseOfLimits('fault 46: calls are worked on once, at once, and their times make sense'),
        abuseOfLimits('fault 44: of 1,000 requests from 8 connections exactly 100 pass'),
        wrongClock('%s: a call is billed in the month of the database, and its key is known there'),
      ],
      seenToFail: 'Leases by the clock of the process: a call was taken from the worker that had it.',
    },
  ],
};
