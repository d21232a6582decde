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
      title: 'Ids of another account on every route',
      outcome:
        'The request gets the same 404 as for an unknown id. Lists and their totals leave other accounts’ items out.',
      tests: [
        everyRoute('%s: 404, never 403'),
        everyRoute('leaves the things of the owner alone'),
        analysisController('shows an account its own analyses only, whatever is asked'),
        whatCanGoWrong('keeps the calls of one account from every other'),
      ],
      seenToFail: 'The query for one analysis did not name the account: two routes failed the test.',
    },
    {
      number: 76,
      title: 'A credential is revoked during an upload',
      outcome: 'The upload gets 401 and leaves nothing. A call that was accepted before is finished and billed.',
      tests: [
        revokedDuringUpload('accepts nothing from %s, and leaves nothing behind'),
        revokedDuringUpload('finishes and bills what was accepted before'),
      ],
      seenToFail:
        'The credential was not checked again at the end of the upload: the upload was accepted. The recording that had been stored was not deleted: it stayed.',
    },
    {
      number: 77,
      title: 'An account is deleted while its calls run, and its credentials are used again',
      outcome: 'Its credentials get 401 at once. Nothing of the account is left, and no notification is sent.',
      tests: [
        whatCanGoWrong('erases an account whose calls are in progress: nothing of it is left, and no webhook is sent'),
        usersController('erases everything but the minutes, which lose their name'),
        callerGuard('end at once with the account'),
      ],
      seenToFail: 'Tokens stayed valid after their account was deleted: the request got 200.',
    },
    {
      number: 78,
      title: 'Crafted tokens',
      outcome: 'They get 401. The API never accepts a refresh token as an access token.',
      tests: [
        callerGuard('are refused with %s'),
        callerGuard('are refused as expired one second after their expiry'),
        callerGuard('that are both expired and forged are refused as forged'),
        callerGuard('are refused by the refresh route, as a refresh token is by every other'),
      ],
      seenToFail:
        'Tokens signed with other algorithms were accepted; then tokens of any kind: a crafted token was accepted each time.',
    },
    {
      number: 79,
      title: 'Guessing accounts by answers and by response times',
      outcome: 'Status, body and response time are the same whether or not the account exists.',
      tests: [
        guessing('is not revealed by a log-in: the same answer, and a hash of the same cost for an unknown address'),
        guessing('is not revealed by %s: the same answer, given before any work is done'),
        guessing('nor is a token, by the answers to wrong ones'),
        authController('answers alike whatever the address'),
        authController('gives a link 24 hours, and a reset link one'),
        guessing('is not revealed by the time that %s takes, 200 times each'),
      ],
      seenToFail:
        'No hash was computed for an unknown account: the test missed the hash. The answer waited for the work behind it: no answer came while the test blocked that work.',
    },
    {
      number: 80,
      title: 'E-mail addresses that are unverified, verified twice or unusual',
      outcome:
        'An account has no access before its address is verified. A verification link works once. Addresses are compared after Unicode normalisation and in lower case.',
      tests: [
        guessing('opens nothing: no log-in, hence no key and no submission'),
        guessing('is proved once, by many at once'),
        authController('keeps addresses with a plus sign apart and takes other scripts'),
        authController('lets one of many simultaneous registrations of an address win'),
        callerGuard('of an account whose address is not verified are no use'),
      ],
      seenToFail:
        'Verification was not required: the log-in succeeded. A verification token was not used up: it worked many times.',
    },
    {
      number: 81,
      title: '64 log-ins during large uploads',
      outcome: 'Uploads and reads stay as fast as before. Log-ins over the limit get 429.',
      tests: [
        guessing('waits for one thread; past 32 that wait it is turned away at once, and everything else goes on'),
        passwords('runs one hash, lets 32 wait, and refuses the rest at once'),
        passwords('hashes in a thread that everything else goes before'),
        logInFlood('are turned away past a bound, and uploads and reads go on'),
      ],
      seenToFail:
        'Four passwords were hashed at a time: later log-ins were answered before the first, and fewer were refused. The hashing thread had normal priority: the test saw it in the thread’s niceness.',
    },
    {
      number: 82,
      title: 'A test key is used for everything',
      outcome: 'Nothing is sent and nothing is charged.',
      tests: [
        analysesContract('of a test key is not live, and no notification leaves'),
        minutesLedger('gives test keys an allowance of their own: 100 minutes a month'),
        deliverWebhook('is recorded but never sent in test mode'),
        overageSender('is reported in hundredths, once each, under the ledger entry’s id'),
      ],
      seenToFail: 'Notifications in test mode were recorded as due: both tests failed.',
    },
    {
      number: 83,
      title: 'Canary values in every input, and forced errors',
      outcome: 'No canary is in the logs or in Redis. No secret is in the database in plain text.',
      tests: [
        canaries('are in no line of the log, no key of the queue, no column, and no failure told to a client'),
        logger('leaves out the values of a failed SQL statement or Redis command'),
        requestLog('has one line for each request, with its id, route and account, and without secrets'),
      ],
      seenToFail:
        'The rate-limit counters were missing in Redis: the test failed, because it checks that it looked at real data. The test also demanded that a provider’s error message about a transcription appears nowhere: it failed, because the log keeps these messages on purpose (`test/adapters/openai/openai-client.unit.test.ts`).',
    },
  ],
};
