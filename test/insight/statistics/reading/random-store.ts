// A store of calls and evaluations drawn at random, written into the database and kept beside as plain objects, and what persons
// and sweeps then do to it: reviews, corrections, maskings, deletions.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Random } from '../../../support/builders/random.js';

export interface StoredAnswer {
  readonly question: string;
  readonly state: string;
  readonly answer: string | null;
}

export interface StoredEvaluation {
  readonly id: string;
  readonly scorecardId: string;
  readonly revision: number;
  readonly livemode: boolean;
  readonly createdAt: number;
  readonly coverage: number;
  status: 'completed' | 'failed';
  outcome: string | null;
  score: number | null;
  superseded: boolean;
  reviewed: boolean;
  overruled: boolean;
  answers: readonly StoredAnswer[];
}

export interface StoredCall {
  readonly id: string;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly agent: string;
  readonly contact: string;
  readonly direction: string | null;
  readonly durationMs: number;
  readonly livemode: boolean;
  status: 'processing' | 'completed' | 'failed';
  metadata: Readonly<Record<string, string | number | null>>;
  language: string;
  compliance: number | null;
  quality: number | null;
  /** Those that no person dismissed, as often as they were broken. */
  violations: readonly string[];
  notAssessable: number;
  flagged: boolean;
  reviewed: boolean;
  overruled: boolean;
  readonly evaluations: StoredEvaluation[];
}

export interface RandomStore {
  readonly accountId: string;
  readonly cards: readonly string[];
  readonly calls: StoredCall[];
}

export const AGENTS = ['agent-1', 'agent-2', 'agent-ä', 'zoe "z"'];
export const CONTACTS = ['cust-1', 'cust-2', 'cust-3', 'cust-4', 'cust-5'];
export const TEAMS = ['north', 'south', null];
export const RULES = ['pin_requested', 'rude_language', 'no_notice'];
export const ODD_KEY = `it's "odd", $1`;
export const OUTCOMES = ['passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable'];
const QUESTIONS = ['greeting', 'notice', 'solved'];
/** In Europe and in America clocks change in it, twice each. */
const FIRST = Date.UTC(2025, 2, 1);
const LAST = Date.UTC(2025, 11, 1);

/** Stores the scorecards, and as many calls. */
export async function drawStore(
  dataSource: DataSource,
  accountId: string,
  size: number,
  random: Random,
): Promise<RandomStore> {
  const cards = [randomUUID(), randomUUID()];
  for (const card of cards) {
    await dataSource.query(
      `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ($1, $2, true, 'Card', 2, 2)`,
      [card, accountId],
    );
    await dataSource.query(
      `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash)
       SELECT $1, number, 'published', '{}', '' FROM generate_series(1, 2) AS number`,
      [card],
    );
  }
  const calls = Array.from({ length: size }, () => drawCall(cards, random));
  for (let at = 0; at < size; at += BATCH) await insertCalls(dataSource, accountId, calls.slice(at, at + BATCH));
  return { accountId, cards, calls };
}

const BATCH = 1_000;

/** Now and then on the very edge of an hour, where days of a zone begin. */
function drawTime(random: Random): number {
  const at = FIRST + random.below(LAST - FIRST);
  return random.below(4) === 0 ? at - (at % 900_000) - random.below(2) : at;
}

function drawCall(cards: readonly string[], random: Random): StoredCall {
  const createdAt = drawTime(random);
  const status = random.of([
    'completed',
    'completed',
    'completed',
    'completed',
    'completed',
    'failed',
    'processing',
  ] as const);
  const call: StoredCall = {
    id: randomUUID(),
    createdAt,
    startedAt: random.below(3) === 0 ? null : createdAt - random.below(3 * 86_400_000),
    agent: random.of(AGENTS),
    contact: random.of(CONTACTS),
    direction: random.of(['inbound', 'outbound', null]),
    durationMs: 1_000 + random.below(600_000),
    livemode: random.below(5) > 0,
    status,
    metadata: {
      ...(random.below(3) > 0 && { team: random.of(TEAMS) }),
      ...(random.below(2) > 0 && { [ODD_KEY]: random.of(['a', 'b', 3]) }),
    },
    ...drawFacts(random),
    reviewed: false,
    overruled: false,
    evaluations: [],
  };
  const judged = status === 'completed' ? random.below(3) : 0;
  for (let i = 0; i < judged; i++) call.evaluations.push(drawEvaluation(call, cards, random));
  return call;
}

function drawFacts(random: Random) {
  const violations = Array.from({ length: Math.max(0, random.below(4) - 1) }, () => random.of(RULES)).toSorted();
  return {
    language: random.of(['en', 'de']),
    compliance: random.below(8) === 0 ? null : 100 - Math.floor(random.below(11) ** 2 / (1 + random.below(4))),
    quality: random.below(8) === 0 ? null : random.below(101),
    violations,
    notAssessable: random.below(3),
    flagged: violations.length > 0,
  };
}

function drawEvaluation(call: StoredCall, cards: readonly string[], random: Random): StoredEvaluation {
  const status = random.below(8) === 0 ? 'failed' : 'completed';
  return {
    id: randomUUID(),
    scorecardId: random.of(cards),
    revision: 1 + random.below(2),
    // A live key may order an evaluation of a test call.
    livemode: call.livemode || random.below(4) === 0,
    createdAt: call.createdAt + random.below(40 * 86_400_000),
    coverage: random.below(101) / 100,
    status,
    outcome: status === 'failed' ? null : random.of(OUTCOMES),
    score: status === 'failed' || random.below(6) === 0 ? null : random.below(101),
    superseded: false,
    reviewed: false,
    overruled: false,
    answers: status === 'failed' ? [] : QUESTIONS.map((question) => drawAnswer(question, random)),
  };
}

function drawAnswer(question: string, random: Random): StoredAnswer {
  const state = random.of(['answered', 'answered', 'answered', 'na', 'not_assessable', 'awaiting_human', 'skipped']);
  // A suggestion that no person has confirmed has an answer too.
  const answer = state === 'answered' || state === 'awaiting_human' ? random.of(['yes', 'no', 'partly']) : null;
  return { question, state, answer };
}

async function insertCalls(dataSource: DataSource, accountId: string, calls: readonly StoredCall[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO analysis (id, account_id, created_at, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at,
       duration_ms, call_started_at, direction, custom_metadata)
     SELECT id, $1, created_at, livemode, agent, contact, 'r', 'recordings/' || id, status,
       CASE WHEN status = 'processing' THEN NULL ELSE created_at END, duration_ms, started_at, direction, metadata
     FROM json_to_recordset($2) AS call (id uuid, created_at timestamptz, livemode boolean, agent text, contact text, status text,
       duration_ms bigint, started_at timestamptz, direction text, metadata text)`,
    [
      accountId,
      JSON.stringify(
        calls.map((call) => ({
          ...call,
          created_at: new Date(call.createdAt),
          started_at: call.startedAt === null ? null : new Date(call.startedAt),
          duration_ms: call.durationMs,
          metadata: JSON.stringify(call.metadata),
        })),
      ),
    ],
  );
  await insertPayloads(
    dataSource,
    calls.filter(({ status }) => status === 'completed'),
  );
  await insertEvaluations(
    dataSource,
    accountId,
    calls.flatMap((call) => call.evaluations.map((evaluation) => ({ call, evaluation }))),
  );
}

async function insertPayloads(dataSource: DataSource, calls: readonly StoredCall[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
     SELECT id, transcript, '{}', results, '{}', '{}' FROM json_to_recordset($1) AS call (id uuid, transcript text, results text)`,
    [JSON.stringify(calls.map((call) => ({ id: call.id, transcript: transcriptOf(call), results: resultsOf(call) })))],
  );
}

const transcriptOf = ({ language }: StoredCall, text = '') => JSON.stringify({ language, text });

/** As much of the results as facts are made of. */
function resultsOf(call: StoredCall): string {
  const findings = Array.from({ length: 3 }, (_, index) => {
    const verdict = { performed: true, assessable: index >= call.notAssessable, flagged: false };
    const system = call.overruled && index === 2 ? { ...verdict, performed: false } : null;
    return [`finding_${index}`, { ...verdict, system }];
  });
  const violations = call.violations.map((rule) => ({ rule, flagged: call.flagged }));
  return JSON.stringify({
    compliance: { ...Object.fromEntries(findings), score: call.compliance, violations },
    quality: { overall_score: call.quality },
  });
}

interface Judged {
  readonly call: StoredCall;
  readonly evaluation: StoredEvaluation;
}

async function insertEvaluations(dataSource: DataSource, accountId: string, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map(({ call, evaluation }) => ({
    ...evaluation,
    ...call,
    ...evaluation,
    analysis_id: call.id,
    scorecard_id: evaluation.scorecardId,
    created_at: new Date(evaluation.createdAt),
    answers: JSON.stringify(evaluation.answers),
  }));
  await dataSource.query(
    `WITH given AS (
       SELECT * FROM json_to_recordset($2) AS given (id uuid, analysis_id uuid, created_at timestamptz, livemode boolean, agent text,
         contact text, scorecard_id uuid, revision integer, status text, outcome text, score smallint, coverage double precision))
     INSERT INTO evaluation (id, account_id, analysis_id, created_at, livemode, request_id, agent_id, contact_id, scorecard_id,
       revision, transcript_hash, status, outcome, score, coverage, settled_at)
     SELECT id, $1, analysis_id, created_at, livemode, 'r', agent, contact, scorecard_id, revision, sha256(id::text::bytea), status,
       outcome, score, coverage, created_at FROM given`,
    [accountId, JSON.stringify(rows)],
  );
  await dataSource.query(
    `INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
     SELECT id, '[]', '[]', answers, '[]', '{}' FROM json_to_recordset($1) AS given (id uuid, status text, answers text)
     WHERE status = 'completed'`,
    [JSON.stringify(rows)],
  );
}

/** As many things happen to the calls of the store, one after the other. */
export async function changeStore(
  dataSource: DataSource,
  store: RandomStore,
  changes: number,
  random: Random,
): Promise<void> {
  for (let i = 0; i < changes && store.calls.length > 0; i++) {
    const call = random.of(store.calls);
    if (call.status === 'processing') await complete(dataSource, call, random);
    else if (call.status === 'failed') await remove(dataSource, store, call);
    else
      await random.of([review, correct, mask, reviewEvaluation, judgeAgain, remove])(dataSource, store, call, random);
  }
}

async function complete(dataSource: DataSource, call: StoredCall, random: Random): Promise<void> {
  call.status = 'completed';
  Object.assign(call, drawFacts(random));
  await dataSource.transaction(async (tx) => {
    await tx.query("UPDATE analysis SET status = 'completed', settled_at = now() WHERE id = $1", [call.id]);
    await tx.query(
      `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine) VALUES ($1, $2, '{}', $3, '{}', '{}')`,
      [call.id, transcriptOf(call), resultsOf(call)],
    );
  });
}

async function writeResults(dataSource: DataSource, call: StoredCall): Promise<void> {
  await dataSource.transaction(async (tx) => {
    await tx.query('UPDATE analysis SET reviewed = $2 WHERE id = $1', [call.id, call.reviewed]);
    await tx.query('UPDATE analysis_payload SET results = $2, transcript = $3 WHERE analysis_id = $1', [
      call.id,
      resultsOf(call),
      transcriptOf(call),
    ]);
  });
}

type Change = (dataSource: DataSource, store: RandomStore, call: StoredCall, random: Random) => Promise<void>;

/** Verdicts and scores change, a violation is dismissed. */
const review: Change = async (dataSource, _, call, random) => {
  call.reviewed = true;
  call.overruled = random.below(3) > 0;
  call.violations = call.violations.slice(1);
  call.flagged = call.violations.length > 0;
  call.compliance = random.below(101);
  await writeResults(dataSource, call);
};

/** The call is another one, its evaluations are superseded, and one evaluates it again. */
const correct: Change = async (dataSource, store, call, random) => {
  Object.assign(call, drawFacts(random));
  for (const evaluation of call.evaluations) evaluation.superseded ||= evaluation.status === 'completed';
  await dataSource.query("UPDATE evaluation SET superseded = true WHERE analysis_id = $1 AND status = 'completed'", [
    call.id,
  ]);
  await writeResults(dataSource, call);
  await judgeAgain(dataSource, store, call, random);
};

/** Words change, and what the client's own keys held. */
const mask: Change = async (dataSource, _, call) => {
  call.metadata = Object.fromEntries(Object.keys(call.metadata).map((key) => [key, '[masked]']));
  await dataSource.transaction(async (tx) => {
    await tx.query('UPDATE analysis SET custom_metadata = $2 WHERE id = $1', [call.id, JSON.stringify(call.metadata)]);
    await tx.query('UPDATE analysis_payload SET transcript = $2 WHERE analysis_id = $1', [
      call.id,
      transcriptOf(call, `[masked] ${Math.random()}`),
    ]);
  });
};

/** A person answers a question. */
const reviewEvaluation: Change = async (dataSource, _, call, random) => {
  const standing = call.evaluations.filter(({ status, superseded }) => status === 'completed' && !superseded);
  if (standing.length === 0) return;
  const evaluation = random.of(standing);
  const [was] = evaluation.answers;
  if (!was) return;
  const answer = { question: was.question, state: 'answered', answer: random.of(['yes', 'no']) };
  const differs = answer.state !== was.state || answer.answer !== was.answer;
  const system = { score: evaluation.score, outcome: evaluation.outcome };
  if (evaluation.reviewed) return;
  evaluation.answers = [answer, ...evaluation.answers.slice(1)];
  evaluation.reviewed = true;
  evaluation.score = random.below(2) === 0 ? evaluation.score : random.below(101);
  evaluation.outcome = random.below(2) === 0 ? evaluation.outcome : random.of(OUTCOMES);
  evaluation.overruled = differs || evaluation.score !== system.score || evaluation.outcome !== system.outcome;
  const shown = [{ ...answer, system: was }, ...evaluation.answers.slice(1)];
  await dataSource.transaction(async (tx) => {
    await tx.query(
      `UPDATE evaluation SET reviewed = true, score = $2, outcome = $3, system_score = $4, system_outcome = $5 WHERE id = $1`,
      [evaluation.id, evaluation.score, evaluation.outcome, system.score, system.outcome],
    );
    await tx.query('UPDATE evaluation_payload SET answers = $2 WHERE evaluation_id = $1', [
      evaluation.id,
      JSON.stringify(shown),
    ]);
  });
};

const judgeAgain: Change = async (dataSource, { accountId, cards }, call, random) => {
  const evaluation = drawEvaluation(call, cards, random);
  call.evaluations.push(evaluation);
  await insertEvaluations(dataSource, accountId, [{ call, evaluation }]);
};

async function remove(dataSource: DataSource, store: RandomStore, call: StoredCall): Promise<void> {
  store.calls.splice(store.calls.indexOf(call), 1);
  await dataSource.query('DELETE FROM analysis WHERE id = $1', [call.id]);
}
