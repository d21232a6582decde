// Finds the revision for an evaluation. Forms are kept in memory as texts: a published form never changes, and the size of a text
// is known.
import { Injectable } from '@nestjs/common';
import { queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { asksModel } from '../form/asked-questions.js';
import type { Form } from '../form/form.js';
import type { AppliesTo } from './applies-to.js';
import {
  nothingPublished,
  revisionIsDraft,
  revisionNotFound,
  scorecardArchived,
  scorecardNotFound,
  testScorecardOnly,
} from './scorecard-errors.js';

export interface PublishedScorecard {
  readonly scorecardId: string;
  /** False: the scorecard evaluates only test calls. */
  readonly livemode: boolean;
  readonly name: string;
  readonly revision: number;
  /** JSON text of a `Form`. */
  readonly formText: string;
  /** Whether a question of the form is for a language model. */
  readonly asksModel: boolean;
  /** SHA-256 of the stored form. */
  readonly contentHash: Buffer;
}

/** Parsed at each use: a form of a million characters takes some milliseconds. */
export function formOf({ formText }: Pick<PublishedScorecard, 'formText'>): Form {
  const form: Form = JSON.parse(formText);
  return form;
}

type KeptForm = Pick<PublishedScorecard, 'formText' | 'asksModel'>;

interface PublishedRow {
  readonly livemode: boolean;
  readonly name: string;
  readonly archived: boolean;
  /** Null where the scorecard has no such revision, or none was published. */
  readonly number: number | null;
  readonly published: boolean;
  readonly content_hash: Buffer;
}

type DefaultRow = Pick<PublishedRow, 'livemode' | 'name' | 'content_hash'> & {
  readonly id: string;
  /** JSON text. */
  readonly applies_to: string;
  readonly number: number;
};

/** @throws ApiError 400 */
export function refuseTestScorecard(
  scorecard: { readonly livemode: boolean },
  call: { readonly livemode: boolean },
): void {
  if (call.livemode && !scorecard.livemode) throw testScorecardOnly();
}

/** Read for each call that completes. */
const DEFAULTS = {
  name: 'default-scorecards',
  text: `SELECT s.id, s.livemode, s.applies_to, s.name, r.number, r.content_hash
         FROM scorecard s JOIN scorecard_revision r ON r.scorecard_id = s.id AND r.number = s.published_revision
         WHERE s.account_id = $1 AND s.livemode = $2 AND s.is_default AND s.archived_at IS NULL
         ORDER BY s.created_at, s.id`,
};

/** Maximum memory for all kept texts. A form has at most a million characters; most have some thousands. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Maximum number of bytes per character. */
const BYTES_A_CHARACTER = 2;
/** Bytes of an entry besides its text, such as its key and its place in the map. */
const BYTES_AN_ENTRY = 512;

@Injectable()
export class PublishedScorecards {
  /** Kept forms, in the order of their last use. */
  private readonly kept = new Map<string, KeptForm>();
  private keptBytes = 0;

  /**
   * For a new evaluation.
   * @param revision null: the one that was published last
   * @throws ApiError 404 for an unknown scorecard or revision; 400 when the scorecard is archived or the revision a draft
   */
  async find(sql: Sql, accountId: string, scorecardId: string, revision: number | null): Promise<PublishedScorecard> {
    const row = await this.readRow(sql, accountId, scorecardId, revision);
    if (!row) throw scorecardNotFound();
    if (row.archived) throw scorecardArchived();
    if (row.number === null) throw revision === null ? nothingPublished() : revisionNotFound();
    if (!row.published) throw revisionIsDraft(row.number);
    return this.toScorecard(sql, scorecardId, row.number, row);
  }

  /**
   * Finds the revision of an existing evaluation, even if the scorecard was archived since. Also returns a draft.
   * @throws ApiError 404 for an unknown scorecard or revision
   */
  async revision(sql: Sql, accountId: string, scorecardId: string, revision: number): Promise<PublishedScorecard> {
    const row = await this.readRow(sql, accountId, scorecardId, revision);
    if (!row) throw scorecardNotFound();
    if (row.number === null) throw revisionNotFound();
    return this.toScorecard(sql, scorecardId, row.number, row);
  }

  /**
   * Finds the revision for a test, whose evaluations are not stored. Also returns a draft.
   * @throws ApiError 404 for an unknown scorecard or revision; 400 when the scorecard is archived
   */
  async trial(sql: Sql, accountId: string, scorecardId: string, revision: number): Promise<PublishedScorecard> {
    const row = await this.readRow(sql, accountId, scorecardId, revision);
    if (row?.archived) throw scorecardArchived();
    return this.revision(sql, accountId, scorecardId, revision);
  }

  /**
   * Finds the default scorecards for calls of this mode: not archived, with a published revision. Sorted with the oldest first,
   * so that `max` drops the newest. Forms of dropped ones are not read.
   */
  async defaultsFor(
    sql: Sql,
    { accountId, livemode }: { readonly accountId: string; readonly livemode: boolean },
    fits: (appliesTo: AppliesTo) => boolean,
    max: number,
  ): Promise<PublishedScorecard[]> {
    const rows = await queryPrepared<DefaultRow>(sql, DEFAULTS, [accountId, livemode]);
    const scorecards: PublishedScorecard[] = [];
    for (const row of rows.filter(({ applies_to }) => fits(JSON.parse(applies_to))).slice(0, max))
      scorecards.push(await this.toScorecard(sql, row.id, row.number, { ...row, published: true }));
    return scorecards;
  }

  private readRow(
    sql: Sql,
    accountId: string,
    scorecardId: string,
    revision: number | null,
  ): Promise<PublishedRow | null> {
    return queryRow<PublishedRow>(
      sql,
      `SELECT s.livemode, s.name, s.archived_at IS NOT NULL AS archived, r.number, r.status = 'published' AS published, r.content_hash
        FROM scorecard s
        LEFT JOIN scorecard_revision r ON r.scorecard_id = s.id AND r.number = coalesce($3, s.published_revision)
        WHERE s.id = $2 AND s.account_id = $1`,
      [accountId, scorecardId, revision],
    );
  }

  private async toScorecard(
    sql: Sql,
    scorecardId: string,
    revision: number,
    { livemode, name, published, content_hash }: Pick<PublishedRow, 'livemode' | 'name' | 'published' | 'content_hash'>,
  ): Promise<PublishedScorecard> {
    const form = await this.readForm(sql, scorecardId, revision, published);
    return { scorecardId, livemode, name, revision, ...form, contentHash: content_hash };
  }

  private async readForm(sql: Sql, scorecardId: string, revision: number, mayKeep: boolean): Promise<KeptForm> {
    const key = `${scorecardId} ${revision}`;
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const row = await queryRow<{ form: string }>(
      sql,
      'SELECT form FROM scorecard_revision WHERE scorecard_id = $1 AND number = $2',
      [scorecardId, revision],
    );
    // The account was erased between the two statements.
    if (!row) throw revisionNotFound();
    const form = { formText: row.form, asksModel: asksModel(JSON.parse(row.form)) };
    if (mayKeep) this.keep(key, form);
    return form;
  }

  private keep(key: string, form: KeptForm): void {
    if (this.kept.has(key)) return;
    this.kept.set(key, form);
    this.keptBytes += bytesOf(form);
    for (const [oldest, freed] of this.kept) {
      if (this.keptBytes <= MAX_KEPT_BYTES) break;
      this.kept.delete(oldest);
      this.keptBytes -= bytesOf(freed);
    }
  }
}

const bytesOf = ({ formText }: KeptForm) => BYTES_AN_ENTRY + BYTES_A_CHARACTER * formText.length;
