import type { FaultGroup } from './fault.js';
import {
  costlyForms,
  evaluationClaims,
  evaluationGate,
  evaluations,
  givingWay,
  judging,
  killedWhileJudging,
  trialSlots,
  trials,
} from './test-files.js';

export const EVALUATIONS: FaultGroup = {
  title: 'Calls judged by scorecards',
  faults: [
    {
      number: 91,
      title: 'A worker that judges a call by a scorecard is killed, stopped, or cut off from Postgres',
      outcome:
        'The next worker goes on after the last batch of questions that was answered. No batch before it is asked again, and the evaluation is settled once.',
      tests: [
        killedWhileJudging('between two batches: the next worker asks the rest alone'),
        killedWhileJudging('while it settles: the next worker settles it once, counts it once, and asks nothing again'),
        killedWhileJudging('and stopped with SIGTERM: it hands the evaluation back at once, and no crash is counted'),
        evaluations(
          'settles an evaluation whose connection to Postgres was cut while it was settled, and asks nothing again',
        ),
      ],
      seenToFail: 'A run did not read the answers of the run before it: the first batch was asked twice.',
    },
    {
      number: 92,
      title: 'The bell for an evaluation is lost: Redis is away, or the process is killed after its commit',
      outcome: 'A worker’s sweep finds the row.',
      tests: [evaluations('finds an evaluation by its sweep, asks the model, and says what it took')],
      seenToFail: null,
    },
    {
      number: 93,
      title: 'A worker that judges a call loses its lease',
      outcome: 'Another worker takes over. The late worker writes no batch, no failure and no end.',
      tests: [
        evaluationClaims('writes no batch, no failure and no end: those of the next worker stay'),
        evaluationClaims('is counted as a crash until a batch is recorded'),
      ],
      seenToFail: 'Writes did not check the fence: the late worker recorded a batch.',
    },
    {
      number: 94,
      title: 'A call is deleted, or the scorecard is archived, while the call is judged',
      outcome:
        'Nothing is left of an evaluation of a deleted call, and the worker goes on with others. An evaluation that began before the scorecard was archived ends.',
      tests: [
        evaluations('makes nothing of a call that is deleted while it is judged, and goes on with others'),
        evaluations('ends what it judges by a scorecard that is archived meanwhile'),
      ],
      seenToFail: null,
    },
    {
      number: 95,
      title: 'The analysis provider is in trouble while calls are judged by scorecards',
      outcome:
        'Evaluations that ask it wait and go on when it answers; those that ask no model go on. A final refusal fails the evaluation, which counts to no limit any more.',
      tests: [
        evaluations(
          'waits for a provider in trouble, holds nothing against the evaluation, and goes on when it answers',
        ),
        evaluations('gives the place of an evaluation back that the provider refuses'),
        evaluationClaims('asks no model while none may be asked'),
        evaluationGate('waits for a pause of the analysis provider to pass, and then is its probe'),
      ],
      seenToFail:
        'Evaluations that ask a model were taken while none may be asked; a pause that had passed still kept them: both were seen.',
    },
    {
      number: 96,
      title: 'Calls come in while a job judges thousands of stored calls again',
      outcome:
        'The job gives way: it begins nothing, and asks no further batch, while a call of its account waits for a worker. Calls of other accounts do not stop it.',
      tests: [
        evaluationGate('gives way to a call of its account that is due in any process'),
        evaluationGate('gives way while its account’s calls hold all slots for calls of this process'),
        evaluationGate('may go on while no call of its account waits, whatever those of other accounts do'),
        givingWay(
          'eighteen waiting calls of one account: they stop its own job that judges again, and not the other’s',
        ),
        evaluationClaims('of a job is none that a client or a call has asked for, and the reverse'),
      ],
      seenToFail:
        'The free slots of the process were not looked at: the job went on. Calls of every account were looked at: the other account’s job did not begin.',
    },
    {
      number: 97,
      title: 'An account has the dearest form that is taken judged on the longest call',
      outcome:
        'It is matched in a thread, to a number of steps: its questions by phrases are `too_costly`, everywhere the same. Processes answer others, the lease is kept, and no question is paid for twice. A thread that takes too long or too much memory ends with the same answer.',
      tests: [
        costlyForms('is too costly in a try, and the process answers others for as long as it runs'),
        costlyForms(
          'is as costly in an evaluation: it keeps its lease, pays for its questions once, and the worker answers',
        ),
        judging('that takes too long with the phrases judges the rest'),
        judging('that %s gives an answer: every question but those for people is too_costly'),
        judging('are let go but for the last: their patterns take some megabytes each'),
      ],
      seenToFail:
        'Patterns were matched on the event loop: a try on two hours held the API for 46 s, and a worker lost its lease.',
    },
    {
      number: 98,
      title: 'An account tries revisions without end',
      outcome:
        'Two run at once in all processes together; a third is 429. A process that dies frees its places within a minute.',
      tests: [
        trials('is refused beside two others of the account, and not once one of them has ended'),
        trialSlots('are two in all processes together, and no other account waits for them'),
        trialSlots('of a process that died hold their slots for a while only'),
        trialSlots('are two in each process while Redis is away'),
      ],
      seenToFail: 'Any number of tries ran at once.',
    },
    {
      number: 99,
      title: 'One account’s slow calls, evaluations or scenarios hold every slot',
      outcome:
        'Another account’s work begins after one piece. What gave way goes on in its turn: it keeps its place, its attempts and its pieces, and nothing is paid twice.',
      tests: [
        givingWay(
          'four slow calls of one account: the other’s call begins after one piece, and what gave way loses nothing',
        ),
        givingWay('two workers at once: one call gives way to one call, in one of them'),
        givingWay('many calls of both accounts: each has half of the slots, and none is handed back and forth'),
        givingWay(
          'one slot, and one call that holds it: the other’s fresh call begins after one piece, and the first one goes on after it',
        ),
        givingWay('evaluations of one account: the other’s is asked after one batch of questions, and no batch twice'),
        givingWay('slow scenarios of one account: the other’s scenario is done before any of them'),
      ],
      seenToFail:
        'Runs no longer gave way: the other account’s call and evaluation waited until a slot was free. Not tried with scenarios.',
    },
    {
      number: 100,
      title: 'A worker is killed while a call gives way',
      outcome: 'The next worker completes both calls, and asks for no piece that was heard.',
      tests: [
        givingWay(
          'a worker killed while a call gives way: the next one completes both, and asks for no piece that was heard',
        ),
      ],
      seenToFail: 'Runs no longer gave way: no call was handed back, and the test timed out.',
    },
  ],
};
