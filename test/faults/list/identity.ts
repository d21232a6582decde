import type { FaultGroup } from './fault.js';
import {
  analysesContract,
  analysisController,
  authController,
  callerGuard,
  canaries,
  deliverWebhook,
  everyRoute,
  guessing,
  logger,
  logInFlood,
  minutesLedger,
  overageSender,
  passwords,
  requestLog,
  revokedDuringUpload,
  usersController,
  whatCanGoWrong,
} from './test-files.js';

export const IDENTITY: FaultGroup = {
  title: 'Identity and isolation',
  faults: [
    {
      number: 75,
      title: 'Another account’s ids on every route',
      outcome: '404 as for an unknown id; lists never count them.',
      tests: [
        everyRoute('%s: 404, never 403'),
        everyRoute('leaves the things of the owner alone'),
        analysisController('shows an account its own analyses only, whatever is asked'),
        whatCanGoWrong('keeps the calls of one account from every other'),
      ],
      seenToFail: 'without the account in the query of one analysis: two routes failed',
    },
    {
      number: 76,
      title: 'Credential revoked during an upload',
      outcome: '401 and nothing is left; accepted work is finished and billed.',
      tests: [
        revokedDuringUpload('accepts nothing from %s, and leaves nothing behind'),
        revokedDuringUpload('finishes and bills what was accepted before'),
      ],
      seenToFail:
        'The credential was not looked at again at the end: the upload was accepted. What had been stored of it was not deleted: it stayed.',
    },
    {
      number: 77,
      title: 'Account deleted with calls running, then replay',
      outcome: '401 at once; nothing of it is left, nobody is told.',
      tests: [
        whatCanGoWrong('erases an account whose calls are being worked on: nothing of it is left, and nobody is told'),
        usersController('erases everything but the minutes, which lose their name'),
        callerGuard('end at once with the account'),
      ],
      seenToFail: 'Tokens lived on without their account: 200.',
    },
    {
      number: 78,
      title: 'Crafted tokens',
      outcome: '401; a refresh token is never taken by the interface.',
      tests: [
        callerGuard('are refused with %s'),
        callerGuard('are told apart once expired, by a second'),
        callerGuard('that are expired and forged are just forged'),
        callerGuard('are refused by the refresh route, as a refresh token is by every other'),
      ],
      seenToFail: 'Other algorithms were taken, then tokens of any kind: a crafted one got in each time.',
    },
    {
      number: 79,
      title: 'Enumeration by answer and by time',
      outcome: 'The same status, body and time.',
      tests: [
        guessing('is not told by a log-in: same answer, and a hash of the same cost is checked for nobody'),
        guessing('is not told by %s: same answer, given before anything is done about it'),
        guessing('or a token, is not told by what a wrong one is answered'),
        authController('answers alike whatever the address'),
        authController('gives a link 24 hours, and a reset link one'),
        guessing('is not told by the time that %s takes, 200 times each'),
      ],
      seenToFail:
        'Nothing was hashed for nobody: the test missed the hash. The answer waited for the work behind it: no answer came while that was held.',
    },
    {
      number: 80,
      title: 'Unverified, verified twice, odd addresses',
      outcome: 'No access before; once; unique on the folded form.',
      tests: [
        guessing('opens nothing: no log-in, hence no key and no submission'),
        guessing('is proved once, by many at once'),
        authController('keeps addresses with a plus sign apart and takes other scripts'),
        authController('lets one of many simultaneous registrations of an address win'),
        callerGuard('of an account whose address is not verified are no use'),
      ],
      seenToFail:
        'Addresses were not asked to be verified: the log-in was let in. A token was not used up: it was good many times.',
    },
    {
      number: 81,
      title: '64 log-ins during large uploads',
      outcome: 'Uploads and reads keep their pace; excess log-ins are 429.',
      tests: [
        guessing('is hashed one at a time; past 32 that wait it is turned away at once, and everything else goes on'),
        passwords('lets one run and 32 wait, and turns the rest away at once'),
        passwords('hashes in a thread that everything else goes before'),
        logInFlood('are turned away past a bound, and uploads and reads go on'),
      ],
      seenToFail:
        'Four hashes at once: those who came later were answered before the first, and fewer were turned away. A thread of the usual priority: it was told by its niceness.',
    },
    {
      number: 82,
      title: 'A test key through the whole story',
      outcome: 'Nothing is sent, nothing is charged.',
      tests: [
        analysesContract('of a test key is not live, and no notification leaves'),
        minutesLedger('gives test keys an allowance of their own'),
        deliverWebhook('is recorded but never sent in test mode'),
        overageSender('is reported in hundredths, once each, under the ledger entry’s id'),
      ],
      seenToFail: 'Notifications of test mode were recorded as due: both tests failed.',
    },
    {
      number: 83,
      title: 'Canaries in every input, and forced errors',
      outcome: 'None in logs, Redis or, plain, in the database.',
      tests: [
        canaries('are in no line of the log, no key of the queue, no column, and no failure told to a client'),
        logger('leaves out the values of a failed SQL statement or Redis command'),
        requestLog('has one line for each request, with its id, route and account, and without secrets'),
      ],
      seenToFail:
        "without counters in Redis it failed; and it failed while the provider's words about a transcription were asked of it too (these are kept on purpose, see client.test.ts)",
    },
  ],
};
