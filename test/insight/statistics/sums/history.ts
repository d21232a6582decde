// Random lives of calls and evaluations, written by the statements that the service writes.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { FINDINGS, type FindingName } from '../../../../src/ports/findings.js';
import { computeFigures } from '../../../../src/scorecards/answers/figures.js';
import { writtenAnswers, writtenForm } from '../../../scorecards/written-forms.js';
import { addAccount } from '../../../support/builders/listing-data.js';
import { Random } from '../../../support/builders/random.js';

const FORM = writtenForm('opening 60: notice 10; offer 10 if=notice:yes / closing 40: solved 10 human no!', {
  pass_mark: 80,
});
const HOUR = 3_600_000;
/** Calls lie at both sides of the end of a month. */
const MIDDLE = Date.parse('2026-03-31T20:00:00Z');

export class History {
  readonly accounts: string[] = [];
  private readonly cards = new Map<string, string>();
  private readonly random: Random;
  private names = 0;

  constructor(
    private readonly db: DataSource,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  async openAccount(): Promise<void> {
    const id = await addAccount(this.db);
    this.accounts.push(id);
    const card = randomUUID();
    await this.db.query(
      "INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ($1, $2, true, 'Card', 2, 2)",
      [card, id],
    );
    await this.db.query(
      `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash)
       SELECT $1, number, 'published', $2, '\\x00' FROM generate_series(1, 2) AS number`,
      [card, JSON.stringify(FORM)],
    );
    this.cards.set(id, card);
  }

  /** An instant within three weeks; often on a full hour, and often within a few hours. */
  instant(): number {
    const far = this.random.of([3, 24, 500]);
    const at = MIDDLE + (this.random.below(2 * far * 3_600) - far * 3_600) * 1_000;
    return this.random.below(2) === 0 ? Math.floor(at / HOUR) * HOUR : at;
  }

  /** @returns what was done */
  async step(): Promise<string> {
    const acts = [
      ...Array.from({ length: 4 }, () => 'settle' as const),
      ...Array.from({ length: 3 }, () => 'evaluate' as const),
      ...(['review', 'review', 'answer', 'answer', 'correct', 'redact', 'rescore', 'delete', 'move'] as const),
      ...(['earlier', 'retention', 'follow', 'empty', 'erase'] as const),
    ];
    const act = this.random.of(acts);
    await this[act]();
    return act;
  }

  /** Rows are read in the order in which they were made: with one seed, all runs do the same. */
  private name(): string {
    this.names += 1;
    return String(this.names).padStart(6, '0');
  }

  private async call(): Promise<{ id: string; account_id: string } | null> {
    const calls: { id: string; account_id: string }[] = await this.db.query(
      "SELECT id, account_id FROM analysis WHERE status = 'completed' ORDER BY request_id",
    );
    return calls.length > 0 ? this.random.of(calls) : null;
  }

  private async accept(): Promise<string> {
    const id = randomUUID();
    const { random } = this;
    const metadata = random.of(['{}', '{"team":"blue"}', '{"team":""}', '{"team":"red","seat":3}']);
    const started = random.below(4) === 0 ? null : new Date(this.instant());
    await this.db.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, duration_ms, custom_metadata,
         direction, created_at, call_started_at)
       VALUES ($1::uuid, $2, $3, $4, 'cust', $10, 'recordings/' || $1::text, $5, $6, $7, $8, $9)`,
      [
        id,
        random.of(this.accounts),
        random.below(5) > 0,
        random.of(['ann', 'bob']),
        random.below(600_000),
        metadata,
        random.of(['inbound', 'outbound', null]),
        new Date(this.instant()),
        started,
        this.name(),
      ],
    );
    return id;
  }

  private results(): string {
    const { random } = this;
    const score = () => random.of([null, random.below(101), random.of([0, 100])]);
    const finding = (name: FindingName) => ({
      [FINDINGS[name].answer]: random.below(2) === 0,
      assessable: random.below(3) > 0,
      flagged: random.below(8) === 0,
      ...(random.below(5) === 0 && { system: { [FINDINGS[name].answer]: random.below(2) === 0, assessable: true } }),
    });
    const violation = () => ({
      rule: random.of(['pin_requested', 'rude_language']),
      flagged: random.below(5) === 0,
      upheld: random.of([null, true, false]),
    });
    return JSON.stringify({
      compliance: {
        score: score(),
        mandatory_disclosures: finding('mandatory_disclosures'),
        violations: Array.from({ length: random.below(4) }, violation),
      },
      quality: { overall_score: score(), greeting: finding('greeting') },
    });
  }

  /** As the pipeline: the state and the payload in one statement. */
  private async settle(): Promise<void> {
    const id = await this.accept();
    await this.db.query(
      `WITH settled AS (UPDATE analysis SET status = 'completed', settled_at = now() WHERE id = $1 RETURNING id)
       INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
       SELECT id, $2, '{}', $3, '{}', '{}' FROM settled`,
      [id, JSON.stringify({ language: this.random.of(['en', 'de', null]) }), this.results()],
    );
  }

  /** The last call, as if an earlier release had completed it. */
  private async earlier(): Promise<void> {
    await this.settle();
    await this.evaluate();
    const [call]: { id: string }[] = await this.db.query(
      "SELECT id FROM analysis WHERE status = 'completed' ORDER BY request_id DESC LIMIT 1",
    );
    await this.db.query('UPDATE analysis SET flagged = NULL, spoken_language = NULL, team = NULL WHERE id = $1', [
      call?.id,
    ]);
    await this.db.query(
      `UPDATE evaluation SET call_created_at = NULL, call_started_at = NULL, direction = NULL, team = NULL, spoken_language = NULL,
         given_answers = NULL, overruled = NULL
       WHERE analysis_id = $1`,
      [call?.id],
    );
  }

  private async evaluate(): Promise<void> {
    const call = await this.call();
    if (!call) return;
    const id = randomUUID();
    const answers = this.random.of([
      'notice=yes offer=no',
      'notice=no',
      'notice=no~',
      'notice=na solved=@yes',
      'solved=@no',
      'notice=yes offer=?',
    ]);
    const judged = writtenAnswers(answers);
    await this.db.query(
      `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision, judge,
         transcript_hash)
       SELECT $2::uuid, account_id, id, livemode OR $6, $5, agent_id, contact_id, $3, $4, $2::text, '\\x00' FROM analysis WHERE id = $1`,
      [call.id, id, this.cards.get(call.account_id), 1 + this.random.below(2), this.name(), this.random.below(2) === 0],
    );
    if (this.random.below(6) === 0) return;
    const { score, coverage, outcome, answers: shown } = computeFigures(FORM, judged);
    await this.db.query(
      `WITH settled AS (UPDATE evaluation SET status = 'completed', outcome = $2, score = $3, coverage = $4, settled_at = now()
         WHERE id = $1 RETURNING id)
       INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
       SELECT id, $5, '[]', $6, '[]', 'null' FROM settled`,
      [id, outcome, score, coverage, JSON.stringify(judged), JSON.stringify(shown)],
    );
  }

  /** New results, as by a review of findings. */
  private async review(): Promise<void> {
    const call = await this.call();
    if (!call) return;
    await this.db.transaction(async (tx) => {
      await tx.query('UPDATE analysis_payload SET results = $2 WHERE analysis_id = $1', [call.id, this.results()]);
      await tx.query('UPDATE analysis SET reviewed = true WHERE id = $1 AND NOT reviewed', [call.id]);
    });
  }

  /** A person answers questions of the evaluations of a call. */
  private async answer(): Promise<void> {
    const call = await this.call();
    if (!call) return;
    const evaluations: { id: string }[] = await this.db.query(
      "SELECT id FROM evaluation WHERE analysis_id = $1 AND status = 'completed' AND NOT superseded ORDER BY request_id",
      [call.id],
    );
    for (const { id } of evaluations) {
      const judged = writtenAnswers(this.random.of(['notice=@no offer=yes', 'notice=@yes', 'notice=yes offer=no']));
      const { score, coverage, outcome, answers, system } = computeFigures(FORM, judged);
      await this.db.transaction(async (tx) => {
        await tx.query(
          'UPDATE evaluation SET score = $2, outcome = $3, coverage = $4, system_score = $5, system_outcome = $6, reviewed = true WHERE id = $1',
          [id, score, outcome, coverage, system?.score ?? null, system?.outcome ?? null],
        );
        await tx.query('UPDATE evaluation_payload SET answers = $2 WHERE evaluation_id = $1', [
          id,
          JSON.stringify(answers),
        ]);
      });
    }
  }

  /** A corrected transcript supersedes the evaluations. */
  private async correct(): Promise<void> {
    const call = await this.call();
    if (!call) return;
    await this.db.transaction(async (tx) => {
      await tx.query('UPDATE analysis_payload SET transcript = $2, results = $3 WHERE analysis_id = $1', [
        call.id,
        JSON.stringify({ language: this.random.of(['en', 'de']) }),
        this.results(),
      ]);
      await tx.query("UPDATE evaluation SET superseded = true WHERE analysis_id = $1 AND status = 'completed'", [
        call.id,
      ]);
    });
  }

  /** Masking changes texts and no figure. */
  private async redact(): Promise<void> {
    await this.db.query(`UPDATE analysis_payload SET results = replace(results, '"rule"', ' "rule"')`);
    await this.db.query(
      `UPDATE evaluation_payload SET answers = replace(answers, '"rationale":""', '"rationale":"[masked]"')`,
    );
  }

  /** A rescoring job that is canceled takes back what it made. */
  private async rescore(): Promise<void> {
    const call = await this.call();
    if (call) await this.db.query('DELETE FROM evaluation WHERE analysis_id = $1', [call.id]);
  }

  private async delete(): Promise<void> {
    const call = await this.call();
    if (call) await this.db.query('DELETE FROM analysis WHERE id = $1', [call.id]);
  }

  private async retention(): Promise<void> {
    const at = new Date(this.instant() - 24 * HOUR);
    await this.db.query('DELETE FROM analysis WHERE created_at < $1', [at]);
  }

  /** Times do not change; if they should, sums follow. */
  private async move(): Promise<void> {
    const call = await this.call();
    if (call)
      await this.db.query('UPDATE analysis SET created_at = $2 WHERE id = $1', [call.id, new Date(this.instant())]);
  }

  private async follow(): Promise<void> {
    const call = await this.call();
    if (!call) return;
    await this.db.query(`UPDATE analysis SET call_started_at = $2, direction = 'inbound' WHERE id = $1`, [
      call.id,
      new Date(this.instant()),
    ]);
  }

  /** A call that failed, and one in progress, count nowhere. */
  private async empty(): Promise<void> {
    await this.accept();
    const failed = await this.accept();
    await this.db.query("UPDATE analysis SET status = 'failed', settled_at = now() WHERE id = $1", [failed]);
  }

  private async erase(): Promise<void> {
    if (this.accounts.length < 2 || this.random.below(2) === 0) return;
    const [gone] = this.accounts.splice(this.random.below(this.accounts.length), 1);
    await this.db.transaction(async (tx) => {
      await tx.query('DELETE FROM analysis WHERE account_id = $1', [gone]);
      await tx.query('DELETE FROM account WHERE id = $1', [gone]);
    });
    await this.openAccount();
  }
}
