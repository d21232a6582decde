// What is settled about scorecards and their revisions, each sentence with its tests.
import type { Sentence, TestName } from './sentence.js';

const cards = (title: string): TestName => ['scorecards/cards/scorecards.controller', title];
const testKeys = (title: string): TestName => ['contract/test-keys', title];
const storage = (title: string): TestName => ['scorecards/cards/scorecard-storage', title];
const member = (title: string): TestName => ['scorecards/form/form.requests.unit', title];
const evaluations = (title: string): TestName => ['evaluating/evaluations', title];
const trials = (title: string): TestName => ['evaluating/trials/trials', title];
const between = (title: string): TestName => ['scorecards/form/find-form-faults.unit', title];
const judge = (title: string): TestName => ['adapters/openai/judging/openai.form-judge.unit', title];
const limit = (title: string): TestName => ['billing/usage/evaluation-limit', title];
const rescore = (title: string): TestName => ['contract/rescores', title];
const delivery = (title: string): TestName => ['webhooks/delivery/scorecard-deliveries', title];
const byModel = (title: string): TestName => ['e2e/scorecards-by-model', title];

export const SCORECARDS: readonly Sentence[] = [
  {
    says: '200 scorecards with archived ones, 20 drafts each, and 64 MiB an account, exactly and at the same time',
    tests: [
      storage('has 200 scorecards with the archived ones, however many are made at once'),
      storage('has 20 drafts however many are made at once, and has room when one is published or deleted'),
      storage('stores 64 MiB of forms, to the last of fifty that come at once'),
      storage('cannot go beyond by changing what is there: a draft, or the fields of a scorecard'),
    ],
  },
  {
    says: 'DELETE /scorecards/{id}/revisions/{revision} deletes a draft; a published revision stays',
    tests: [
      storage('deletes a draft, whose number is gone from then on'),
      storage('deletes none that is published, be it in force or not, and makes room under an archived scorecard'),
      storage('of a draft that is published at the same time: one of the two wins'),
    ],
  },
  {
    says: 'A test key changes nothing of live mode, on every route that writes, and a test scorecard judges test calls alone',
    tests: [
      testKeys('is listed here with what a test key may do'),
      testKeys('%s: 403, and every live row stays as it is'),
      testKeys('judges no live call'),
    ],
  },
  {
    says: 'A scorecard is made without a revision, changed and archived',
    tests: [cards('is made, changed and archived')],
  },
  {
    says: 'An archived scorecard is still read, is in no list and does not count to the 50',
    tests: [
      cards('is made, changed and archived'),
      cards('is listed in pages, newest first'),
      storage('has 50 scorecards however many are made at once, and archived ones do not count'),
    ],
  },
  {
    says: 'A revision is a draft with the next number until it is published, and then never changes',
    tests: [cards('is a draft, is changed, is published, and is never changed again')],
  },
  {
    says: 'The scorecard has the revision that was published last',
    tests: [cards('that was published last is that of the scorecard, also an older one')],
  },
  {
    says: 'A form is checked whole: every fault at once, 422 with loc down to the member',
    tests: [
      member('is named: %s'),
      between('is named: %s'),
      between('is named with all others'),
      cards('names every fault of its form, and a draft keeps what it was'),
    ],
  },
  {
    says: '50 scorecards an account and 200 revisions each, exactly',
    tests: [
      storage('has 50 scorecards however many are made at once, and archived ones do not count'),
      storage('has 200 revisions however many are made at once, and no number comes twice'),
    ],
  },
  {
    says: 'content_hash is the SHA-256 of the form with every default filled in',
    tests: [
      cards('is a draft, is changed, is published, and is never changed again'),
      [
        'scorecards/form/read-form.unit',
        'has every default filled in, in one order, so that equal forms have equal hashes',
      ],
    ],
  },
  {
    says: "Another account's scorecard is a 404 on every route",
    tests: [cards('another account meets a 404 on every route, and changes nothing')],
  },
  {
    says: 'evaluations:write writes, analysis:read reads; keys of all three former scopes gained it, narrowed ones did not',
    tests: [
      cards('a key writes with evaluations:write alone, and reads with analysis:read alone'),
      [
        'platform/database/evaluation-scope',
        'gives evaluations:write to the keys that may do everything, and to no narrowed one',
      ],
    ],
  },
  {
    says: 'The cost of an evaluation is exact from the configured prices; null where a price or the tokens are not known, never 0',
    tests: [
      judge('cost %s and %s for %s and %s'),
      judge('cost nothing that could be told without a price'),
      byModel('checks what the model proposes, and tells its tokens and what they cost'),
    ],
  },
  {
    says: 'MODEL_PRICES is a JSON object or a file, checked at start',
    tests: [
      ['platform/config/model-prices.unit', 'reads exact prices from the variable and from a file'],
      ['platform/config/model-prices.unit', 'names the faults of %s'],
    ],
  },
  {
    says: 'EVALUATIONS_PER_MONTH caps them exactly, for each account, mode and billing period; 402 says so, and takes no part of a rescore',
    tests: [
      limit('is exact for 200 that are made at the same time, while their calls are settled'),
      limit('takes nothing of what would not fit as a whole, and all of what does'),
      limit('is of each account, of each mode and of each period'),
    ],
  },
  {
    says: 'GET /billing/usage has evaluations_count, and an evaluation that failed does not count',
    tests: [
      byModel('checks what the model proposes, and tells its tokens and what they cost'),
      byModel('fails where the provider refuses for good, and gives the evaluation back'),
    ],
  },
  {
    says: 'A speaker who gives orders to the judge changes no answer',
    tests: [
      ['evaluating/spoken-orders.unit', 'an order does not reach the model, and no proof is seen in it: %s'],
      judge('holds nothing of the call and nothing of the form in its instructions'),
    ],
  },
  {
    says: 'A call is judged by up to five scorecards that are named with it, else by the default ones that fit it',
    tests: [
      evaluations('is judged by the scorecards that were chosen for it, each once, and by no other'),
      evaluations('is judged by the default scorecards of its mode that fit it'),
      [
        'scorecards/cards/fits-call.unit',
        'is drawn from the id of the analysis alone, by a rule that others can repeat',
      ],
    ],
  },
  {
    says: 'POST /analysis: 404 for an unknown scorecard, 400 for an archived one or one without a published revision',
    tests: [
      evaluations('is refused with scorecards that do not exist, are archived or have nothing published'),
      evaluations('is refused before its recording is stored, where the form names the scorecards first'),
    ],
  },
  {
    says: 'A trial judges up to 20 stored calls, by a draft too, and stores nothing',
    tests: [
      trials('judges each call once, in their order, by a draft too, and stores nothing'),
      trials('is refused before a model is asked, where one of the calls cannot be judged'),
      trials('is refused with the scorecard of another account, an unknown revision and an archived scorecard'),
      trials('tells when the model cannot be asked, and when it refuses'),
      trials('counts each call as an evaluation, in the mode of the call'),
      trials('cannot go beyond the limit by trials at the same time'),
      trials('leaves a provider alone that everybody leaves alone, and counts nothing'),
    ],
  },
  {
    says: 'At most two tries of an account run at once: 429 with `Retry-After`',
    tests: [trials('is refused beside two others of the account, and not once one of them has ended')],
  },
  {
    says: 'A call completes where the limit of evaluations is reached; its evaluation has failed with `evaluation_limit`',
    tests: [evaluations('completes where the limit of evaluations is reached, and the evaluation says so')],
  },
  {
    says: 'A dry run of a rescore is 200, tells calls, tokens and cost, and stores nothing',
    tests: [rescore('tells in a dry run what it would take, and stores nothing')],
  },
  {
    says: 'The filter of a rescore takes the members of GET /analysis, and created_after and created_before in Unix seconds',
    tests: [
      rescore('finds the calls that the list of analyses would show, but for those that are not completed'),
      rescore('is refused with the place of the fault: %j'),
    ],
  },
  {
    says: 'A rescore judges each stored call once, skips what was judged before, and charges no minutes',
    tests: [
      rescore('judges each call once, skips what was judged before, and costs no minutes'),
      rescore('reaches its end when calls are deleted before they are judged'),
      ['faults/killed-while-rescoring', 'loses none and doubles none'],
    ],
  },
  {
    says: 'A rescore that would not fit is 402 at its start; an archived or unpublished card or a draft is 400',
    tests: [
      rescore('is refused where the evaluations of the month do not suffice for all of it'),
      rescore('needs a scorecard that makes evaluations'),
    ],
  },
  {
    says: 'A rescore in progress can be canceled, a finished one not (400), and what it held is given back',
    tests: [
      rescore('is started once for one Idempotency-Key, canceled once, and gives back what it held'),
      [
        'faults/killed-while-rescoring',
        'judges nothing more of a job that is canceled, and what is at work is written nowhere',
      ],
    ],
  },
  {
    says: 'A rescore notifies its own address of rescore.completed, once',
    tests: [rescore('completes without calls, and notifies its own address once')],
  },
  {
    says: "Another account's rescore is 404; the list gives items, total, skip and limit, newest first",
    tests: [
      rescore('is not there for another account, nor are its calls and scorecards'),
      rescore('is listed newest first'),
    ],
  },
  {
    says: 'evaluation.completed goes to the webhook of the analysis, and is listed with its deliveries',
    tests: [
      delivery('carries the evaluation, signed, and is listed with those of its analysis'),
      delivery('is not sent in test mode: the delivery shows the signed request'),
      delivery('is sent again on request, also when the analysis has changed'),
    ],
  },
  {
    says: 'rescore.completed goes to the webhook of the job',
    tests: [delivery('carries the job, signed, and belongs to no analysis')],
  },
  {
    says: 'POST /webhooks/test takes the new events: of an analysis its newest completed evaluation, of a rescore none',
    tests: [
      delivery('of an evaluation is made up, or carries the newest completed one of an analysis'),
      delivery('of a rescore is made up, and takes no analysis'),
    ],
  },
];
