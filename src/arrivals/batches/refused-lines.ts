// Refused lines of a batch as CSV, unchanged, with the reason as the first column: the client corrects them and sends the file
// again.
import { Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { parseAsBody } from '../../platform/http/body/parse-json.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { batchNotFound } from './batch-errors.js';
import { columnName, REASON } from './line-body.js';
import { readFaults, reasonOf } from './line-faults.js';
import { asText } from './spreadsheet-text.js';

/** Column for a line that is no JSON object. */
const TEXT = 'text';
const PAGE_LINES = 500;
/** A JSON line with more members goes into {@link TEXT}: a manifest has 200 columns beside the reason. */
const MAX_COLUMNS = 199;

interface RefusedLine {
  readonly line: number;
  readonly body: string;
  readonly faults: string;
}

interface BatchOfLines {
  readonly columns: readonly string[] | null;
}

@Injectable()
export class RefusedLines {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @returns parts of the file, each read once the client has taken the one before
   * @throws ApiError 404
   */
  async open(accountId: string, id: string): Promise<AsyncIterable<string>> {
    const [batch] = await queryPrepared<BatchOfLines>(this.dataSource, FIND, [accountId, id]);
    if (!batch) throw batchNotFound();
    return batch.columns === null ? this.ofObjects(id) : this.ofCells(id, batch.columns);
  }

  private async *ofCells(id: string, columns: readonly string[]): AsyncGenerator<string> {
    const kept = columns.map((name, index) => ({ name, index })).filter(({ name }) => name !== REASON);
    yield csv([[REASON, ...kept.map(({ name }) => name)]]);
    for await (const lines of this.pages(id)) {
      yield csv(
        lines.map(({ body, faults }) => {
          const cells: string[] = JSON.parse(body);
          const superfluous = cells.slice(columns.length);
          return [reasonOf(readFaults(faults)), ...kept.map(({ index }) => cells[index] ?? ''), ...superfluous];
        }),
      );
    }
  }

  /** JSON lines have no header: the columns are the members of any line, and the required fields that are missing. */
  private async *ofObjects(id: string): AsyncGenerator<string> {
    const names = new Set<string>();
    let isPlain = true;
    for await (const lines of this.pages(id)) {
      for (const { body, faults } of lines) {
        const object = objectOf(body);
        const wrong = readFaults(faults).flatMap(({ loc: [name] }) => (typeof name === 'string' ? [name] : []));
        const own = Object.keys(object ?? {}).filter(canBeColumn);
        for (const name of own) if (names.size < MAX_COLUMNS) names.add(name);
        if (object !== null) for (const name of wrong) if (names.size < MAX_COLUMNS) names.add(name);
        isPlain &&= object !== null && Object.keys(object).every((name) => names.has(name) || name === REASON);
      }
    }
    const columns = [...names].filter((name) => isPlain || name !== TEXT);
    yield csv([[REASON, ...columns, ...(isPlain ? [] : [TEXT])]]);
    for await (const lines of this.pages(id)) {
      yield csv(
        lines.map(({ body, faults }) => {
          const object = objectOf(body);
          const isWhole =
            object !== null && Object.keys(object).every((name) => columns.includes(name) || name === REASON);
          const cells = columns.map((name) => cellOf(object?.[name]));
          return [reasonOf(readFaults(faults)), ...cells, ...(isPlain ? [] : [isWhole ? '' : body])];
        }),
      );
    }
  }

  private async *pages(id: string): AsyncGenerator<RefusedLine[]> {
    let after = 0;
    for (;;) {
      const lines = await queryPrepared<RefusedLine>(this.dataSource, PAGE, [id, after, PAGE_LINES]);
      if (lines.length > 0) yield lines;
      if (lines.length < PAGE_LINES) return;
      after = lines.at(-1)?.line ?? after;
    }
  }
}

const csv = (rows: readonly (readonly string[])[]) =>
  stringify(
    rows.map((row) => row.map(asText)),
    { record_delimiter: '\r\n', quote_record_delimiter: true },
  );

/** Header names are trimmed and folded when a manifest is read: `Agent_ID ` would repeat `agent_id`. */
const canBeColumn = (name: string) => name !== REASON && name !== '' && columnName(name) === name;

function objectOf(body: string): Readonly<Record<string, unknown>> | null {
  const parsed = parseAsBody(body);
  return isRecord(parsed) ? parsed : null;
}

/** Writes a value as a CSV manifest is read: a list with commas, `metadata` as JSON text. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes(','));
  // An empty list is written as JSON: an empty cell would mean that the field is missing.
  return isList && value.length > 0 ? value.join(',') : JSON.stringify(value);
}

const FIND: PreparedStatement = {
  name: 'find-batch-of-refused',
  text: 'SELECT column_names AS columns FROM batch WHERE account_id = $1 AND id = $2',
};
const PAGE: PreparedStatement = {
  name: 'refused-batch-lines',
  text: `SELECT line, body, faults FROM batch_line WHERE batch_id = $1 AND status = 'refused' AND line > $2 ORDER BY line LIMIT $3`,
};
