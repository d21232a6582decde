// Lines of a batch as they are written to Postgres.
import { countCodePoints } from '../../platform/http/validation/fields.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { unknownColumns } from './line-body.js';

const MAX_EXTERNAL_ID = 255;
const MAX_IGNORED = 100;
const MAX_NAME = 100;

/** $1: the batch; then arrays of line numbers, texts, `external_id`s and faults. A line with faults is refused at once. */
export const INSERT_LINES = `
  INSERT INTO batch_line (batch_id, line, body, external_id, faults, status)
  SELECT $1, l.line, l.body, l.external_id, l.faults, CASE WHEN l.faults IS NULL THEN 'queued' ELSE 'refused' END
  FROM unnest($2::int[], $3::text[], $4::text[], $5::text[]) AS l (line, body, external_id, faults)`;

/** `external_id` of a line, for lists; null where it is missing or invalid. */
export function externalIdOf(body: unknown): string | null {
  const given = isRecord(body) ? body.external_id : null;
  const name = typeof given === 'string' ? given.trim() : '';
  return name !== '' && countCodePoints(name) <= MAX_EXTERNAL_ID ? storableText(name) : null;
}

/** Postgres text cannot hold NUL or lone surrogates. */
export const storableText = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/** First column names that are no fields of a call. */
export class IgnoredColumns {
  private readonly found = new Set<string>();
  private readonly seen = new Set<string>();

  get names(): string[] {
    return [...this.found];
  }

  add(names: readonly string[]): void {
    if (this.found.size >= MAX_IGNORED) return;
    const fresh = names.filter((name) => name !== '' && !this.seen.has(name)).slice(0, MAX_IGNORED);
    if (fresh.length === 0) return;
    const ignored = new Set(unknownColumns(fresh));
    for (const name of fresh) {
      if (this.seen.size < 10 * MAX_IGNORED) this.seen.add(name);
      if (ignored.has(name) && this.found.size < MAX_IGNORED) this.found.add(storableText(name.slice(0, MAX_NAME)));
    }
  }
}
