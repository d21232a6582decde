// A published scorecard, written straight into the database.
import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Form, QuestionJudge } from '../../../src/scorecards/form/form.js';

/** One question with the answers yes (1 point) and no (0 points). */
export function formWith(judge: QuestionJudge): Form {
  return {
    language: null,
    pass_mark: 80,
    min_coverage: 0.5,
    sections: [
      {
        key: 'opening',
        title: 'Opening',
        weight: 1,
        questions: [
          {
            key: 'thanks',
            text: 'Did the agent thank the customer?',
            guidance: null,
            speaker: 'agent',
            weight: 1,
            within: null,
            answers: [
              { key: 'yes', label: 'Yes', points: 1, needs_quote: false, auto_fail: false },
              { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: false },
            ],
            na: false,
            applies_if: null,
            judge,
            automation: 'score',
          },
        ],
      },
    ],
  };
}

export const BY_PHRASES: QuestionJudge = {
  kind: 'phrases',
  any: ['thank you'],
  none: [],
  answer: 'yes',
  otherwise: 'no',
};

/** @returns the id of the scorecard, whose revision 1 is published */
export async function publishForm(db: pg.Pool, accountId: string, form: Form): Promise<string> {
  const id = randomUUID();
  const text = JSON.stringify(form);
  await db.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision)
     VALUES ($1, $2, true, 'Retention line', 1, 1)`,
    [id, accountId],
  );
  await db.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, 'published', $2, $3)`,
    [id, text, createHash('sha256').update(text).digest()],
  );
  return id;
}

export async function accountIdOf(db: pg.Pool, email: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [email]);
  return rows[0]?.id ?? '';
}
