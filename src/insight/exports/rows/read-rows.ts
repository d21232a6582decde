// Reads the rows of an export in one snapshot, in batches. The next page is read while a batch is written. Even with a slow
// store, no more is in memory.
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { LargeRows, PlainRows, Snapshot } from './found-rows.js';

/** Found rows in a page. A plain row has a few hundred bytes, and at most the metadata that a client may send. */
const PAGE = 500;
/** Maximum amount of text read together, unless one row alone has more. */
const MAX_TEXT_BYTES = 1024 * 1024;
/** Maximum number of rows in a batch: a long call has 20,000 segments. */
const MAX_BATCH_ROWS = 1_000;

export interface FoundCall {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
}

export interface Batch<Out> {
  /** Call of each row; neighbours may have the same one. */
  readonly calls: readonly FoundCall[];
  readonly rows: readonly Out[];
}

/** Found row; in a plain row, the cells follow. */
type FoundRow<Out> = readonly [
  id: string,
  createdMs: number,
  ...cells: Out extends readonly (infer Cell)[] ? Cell[] : unknown[],
];
type FoundKey = readonly [id: string, createdMs: number, key: string, bytes: number];

/**
 * @param replayedAt time that the snapshot reaches at least, where it is a replica's
 * @returns the result of `work`
 */
export async function inSnapshot<T>(
  dataSource: DataSource,
  replayedAt: Date | null,
  work: (snapshot: OpenSnapshot, asOf: Date) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    await runner.startTransaction('REPEATABLE READ');
    const snapshot = new OpenSnapshot(client);
    try {
      const [at] = await snapshot.read<{ now: Date }>('SELECT now()::timestamptz(3) AS now', []);
      if (!at) throw new Error('The statement always gives a row');
      return await work(snapshot, replayedAt ?? at.now);
    } finally {
      snapshot.close();
      await runner.rollbackTransaction().catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}

export class OpenSnapshot implements Snapshot {
  private isClosed = false;

  constructor(private readonly client: PoolClient) {}

  async read<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.open().query<Row>({ text, values: [...values] })).rows;
  }

  /** Closes the reader: an aborted reader might still read its next page on a connection that is used again. */
  close(): void {
    this.isClosed = true;
  }

  private open(): PoolClient {
    if (this.isClosed) throw new Error('The snapshot is closed');
    return this.client;
  }

  async *batches<Out>(rows: PlainRows | LargeRows<Out>): AsyncGenerator<Batch<Out>> {
    const { text, values } = rows.cursor;
    await this.open().query({ text: `DECLARE found NO SCROLL CURSOR FOR ${text}`, values: [...values] });
    if (rows.kind === 'large') yield* this.large(rows);
    else
      for await (const page of this.pages<FoundRow<Out>>())
        yield { calls: page.map(callOf), rows: page.map((row) => row.slice(2) as Out) };
    await this.open().query('CLOSE found');
  }

  private async *large<Out>({ read }: LargeRows<Out>): AsyncGenerator<Batch<Out>> {
    for await (const page of this.pages<FoundKey>()) {
      for (const found of together(page)) {
        const expanded = await read(
          this,
          found.map(([, , key]) => key),
        );
        let batch = newBatch<Out>();
        for (const row of found) {
          for (const out of expanded.get(row[2]) ?? []) {
            batch.calls.push(callOf(row));
            batch.rows.push(out);
            if (batch.rows.length < MAX_BATCH_ROWS) continue;
            yield batch;
            batch = newBatch();
          }
        }
        if (batch.rows.length > 0) yield batch;
      }
    }
  }

  private async *pages<Row>(): AsyncGenerator<readonly Row[]> {
    let next = this.fetch<Row>();
    for (;;) {
      const page = await next;
      if (page.length === 0) return;
      next = this.fetch<Row>();
      // The next turn throws the error, unless the export has ended by then.
      next.catch(() => undefined);
      yield page;
    }
  }

  private async fetch<Row>(): Promise<readonly Row[]> {
    const { rows } = await this.open().query({ text: `FETCH ${PAGE} FROM found`, rowMode: 'array' });
    return rows as unknown as readonly Row[];
  }
}

const newBatch = <Out>() => ({ calls: [] as FoundCall[], rows: [] as Out[] });

const callOf = ([id, createdMs]: readonly [string, number, ...unknown[]]): FoundCall => ({ id, createdMs });

/** Cuts a page into pieces of bounded size. */
function* together(page: readonly FoundKey[]): Generator<readonly FoundKey[]> {
  let piece: FoundKey[] = [];
  let bytes = 0;
  for (const row of page) {
    if (piece.length > 0 && bytes + row[3] > MAX_TEXT_BYTES) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(row);
    bytes += row[3];
  }
  if (piece.length > 0) yield piece;
}
