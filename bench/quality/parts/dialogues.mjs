// Judges the labelled dialogues as they are and with wrong words, and compares every verdict with the labels.
import { judgeCall } from '../../../dist/src/judgement/judge-call.js';
import { scoreDialogue, tally } from '../dialogue-score.mjs';
import { createMishearing, loadDialogues, toTranscript } from '../dialogues.mjs';
import { count, percent } from '../tables.mjs';

/** The hard sets are rich in calls without the deed: unsettled ones, voicemails, polite words that mean nothing. */
const SETS = ['seen', 'hard-seen', 'unseen', 'hard-unseen'];
/** Different words are wrong in each round. */
const WRONG_WORDS = [
  { percent: 0, rounds: 1 },
  { percent: 8, rounds: 3 },
  { percent: 25, rounds: 3 },
];
const SECRETS = [
  'password_requested',
  'security_code_requested',
  'full_card_number_requested',
  'card_expiry_requested',
];

/** @param analyst with `paid` true, e.g. a provider's model, only the dialogues without wrong words are judged */
export function planDialogues({ analyst, paid, concurrency }) {
  const sets = SETS.map((set) => ({ set, dialogues: loadDialogues(set) }));
  const mishear = createMishearing(sets.flatMap(({ dialogues }) => dialogues));
  const jobs = sets.flatMap(({ set, dialogues }) =>
    WRONG_WORDS.filter((each) => !paid || each.percent === 0).flatMap(({ percent: wrong, rounds }) =>
      Array.from({ length: rounds }, (_, round) =>
        dialogues.map((dialogue) => ({ set, wrong, round, dialogue })),
      ).flat(),
    ),
  );
  return {
    units: jobs.length,
    run: async (tick) => {
      const scored = await inLanes(jobs, concurrency, async (job) => {
        const heard = mishear(job.dialogue, job.wrong / 100, job.round);
        const judged = await judge(analyst, toTranscript(heard, 'en'));
        tick(`${job.set}, ${job.wrong} % wrong words`);
        return { ...job, id: job.dialogue.id, ...scoreDialogue(judged, job.dialogue.labels) };
      });
      return report(scored);
    },
  };
}

/** The `results` of a transcript. */
export async function judge(analyst, transcript) {
  const call = { ...transcript, outputLanguage: null };
  const report = await analyst.analyse(call, new AbortController().signal);
  return judgeCall({ transcript, report });
}

/** Works on as many items at a time as there are lanes; keeps their order. */
export async function inLanes(items, lanes, work) {
  const done = [];
  const waiting = items.entries();
  const lane = async () => {
    for (const [index, item] of waiting) done[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

function report(scored) {
  const tallies = [];
  for (const set of SETS) {
    for (const { percent: wrong } of WRONG_WORDS) {
      const own = scored.filter((each) => each.set === set && each.wrong === wrong);
      if (own.length > 0) tallies.push({ set, wrong, ...tally(own) });
    }
  }
  const plain = tallies.filter(({ wrong }) => wrong === 0);
  return {
    measures: {
      ...measuresOf(tallies.filter(({ set }) => set === 'unseen')),
      ...praiseOf(
        plain.find(({ set }) => set === 'unseen'),
        '',
      ),
      ...praiseOf(
        plain.find(({ set }) => set === 'hard-unseen'),
        '-hard',
      ),
    },
    tables: [accusationTable(tallies), praiseTable(plain), ...plain.map(findingTable), ...plain.map(violationTable)],
    details: { tallies, missed: plain.flatMap(({ set }) => mistakes(scored, set)) },
  };
}

function measuresOf(unseen) {
  const at = (wrong) => unseen.find((each) => each.wrong === wrong);
  const plain = at(0);
  const accused = (each) => (each === undefined ? null : each.falseAccusations / each.deeds);
  const finding = (name) => plain.findings.find((each) => each.name === name);
  const violation = (name) => plain.violations.find((each) => each.name === name);
  const pooled = pool(SECRETS.map(violation));
  const pin = pool([violation('pin_requested')]);
  const both = (id, { recall, precision }) => ({ [`${id}-recall`]: recall, [`${id}-precision`]: precision });
  return {
    'accused-0': accused(plain),
    'accused-8': accused(at(8)),
    'accused-25': accused(at(25)),
    unproved: plain.unproved,
    ...both('resolution', finding('call_resolution')),
    'resolution-precision-of-false': finding('call_resolution').precisionOfFalse,
    'identity-precision': finding('identity_verification').precision,
    ...both('greeting', finding('greeting')),
    ...both('purpose', finding('purpose_declaration')),
    ...both('empathy', finding('empathetic_language')),
    ...both('pin', pin),
    ...both('secrets', pooled),
    'dismissive-false': violation('dismissive_language').cells.false.true,
  };
}

/** The worst of the findings: each of them must reach the bar. */
function praiseOf(plain, suffix) {
  if (plain === undefined) return {};
  const worst = (choose, of) => {
    const values = plain.findings.map(of).filter((value) => value !== null);
    return values.length === 0 ? null : choose(...values);
  };
  const { recall, precision } = pool(
    ['pin_requested', ...SECRETS].map((name) => plain.violations.find((each) => each.name === name)),
  );
  return {
    [`praised${suffix}`]: worst(Math.max, ({ praise }) => praise.share),
    [`praise-precision${suffix}`]: worst(Math.min, (each) => each.precision),
    [`all-secrets-recall${suffix}`]: recall,
    [`all-secrets-precision${suffix}`]: precision,
    [`accused${suffix}`]: plain.falseAccusations / plain.deeds,
  };
}

/** Several rules as one. */
function pool(rules) {
  const sum = (done, told) => rules.reduce((total, { cells }) => total + cells[done][told], 0);
  const found = sum('true', 'true');
  const labelled = found + sum('true', 'false');
  const told = found + sum('false', 'true');
  return { recall: labelled === 0 ? null : found / labelled, precision: told === 0 ? null : found / told };
}

function accusationTable(tallies) {
  return {
    title: 'Dialogues: what the agent did, told as not done',
    head: ['set', 'wrong words', 'dialogues', 'false accusations', 'calls with one', 'verdicts', 'without quotation'],
    rows: tallies.map((each) => [
      each.set,
      `${each.wrong} %`,
      count(each.dialogues),
      `${each.falseAccusations} of ${each.deeds} (${percent(each.falseAccusations / each.deeds)})`,
      count(each.accusedDialogues),
      count(each.verdicts),
      count(each.unproved),
    ]),
  };
}

function praiseTable(plain) {
  const names = plain[0]?.findings.map(({ name }) => name) ?? [];
  return {
    title: 'Dialogues: praise beside accusation',
    head: [
      'finding',
      'set',
      'praised without the deed',
      'precision of yes',
      'recall of yes',
      'accused despite the deed',
    ],
    rows: names.flatMap((name) =>
      plain.map(({ set, findings }) => {
        const { praise, cells, recall, precision } = findings.find((each) => each.name === name);
        const did = cells.true.true + cells.true.false + cells.true.null;
        return [
          name,
          set,
          ofAll(praise.praised, praise.without),
          percent(precision),
          percent(recall),
          ofAll(cells.true.false, did),
        ];
      }),
    ),
  };
}

function ofAll(part, whole) {
  return `${part} of ${whole} (${percent(whole === 0 ? null : part / whole)})`;
}

function findingTable({ set, dialogues, findings }) {
  const cell = ({ true: yes, false: no, null: open }) => `${yes} / ${no} / ${open}`;
  return {
    title: `Dialogues: findings of ${set} (${dialogues} calls), told as done / not done / not assessable`,
    head: ['finding', 'done', 'not done', 'neither', 'recall', 'precision', 'precision of "not done"'],
    rows: findings.map(({ name, cells, recall, precision, precisionOfFalse }) => [
      name,
      cell(cells.true),
      cell(cells.false),
      cell(cells.null),
      percent(recall),
      percent(precision),
      percent(precisionOfFalse),
    ]),
  };
}

function violationTable({ set, violations }) {
  return {
    title: `Dialogues: violations and dismissive language of ${set}`,
    head: ['rule', 'done', 'found', 'false', 'recall', 'precision'],
    rows: violations.map(({ name, cells, recall, precision }) => [
      name,
      count(cells.true.true + cells.true.false),
      count(cells.true.true),
      count(cells.false.true),
      percent(recall),
      percent(precision),
    ]),
  };
}

/**
 * Which dialogues of the seen sets were judged wrongly; of the unseen ones only how many, so that rules are not tuned to them.
 */
function mistakes(scored, set) {
  if (set !== 'seen' && set !== 'hard-seen') return [];
  return scored
    .filter((each) => each.set === set && each.wrong === 0)
    .flatMap(({ id, findings, violations }) =>
      [...findings, ...violations]
        .filter(({ done, told }) => told !== null && done !== told)
        .map(({ name, done, told }) => ({ id, name, done, told })),
    );
}
