// Writes the file of an export from a snapshot. A killed run leaves nothing that counts: the next run starts again, with a new
// snapshot and a new key, and the earlier file is deleted.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { readStoredFilter } from '../../calls/listing/completed-calls.js';
import { chainAccount } from '../../platform/audit/audit-chain.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { type ColumnType, EXPORT_COLUMNS, type ExportedRows } from '../../wire/export-columns.js';
import { ClaimLost, WorkRefused } from '../../work/claim.js';
import { writeAndTell } from '../../work/jobs/job-writes.js';
import { WriteEvidence } from './evidence/write-evidence.js';
import { CallsGone, type ClaimedExport, ExportClaims, type WrittenFile } from './export-claims.js';
import { ExportFiles } from './export-files.js';
import { ExportNotices } from './export-notices.js';
import { csvWriter } from './files/csv.js';
import { excelWriter } from './files/excel.js';
import type { FileWriter, TableWriter } from './files/file-writer.js';
import { parquetWriter } from './files/parquet.js';
import { HeldCallsOfFile } from './held-calls.js';
import { type LargeRows, metadataKeysIn, type PlainRows } from './rows/found-rows.js';
import { inSnapshot, type OpenSnapshot } from './rows/read-rows.js';
import { CELLS_OF, LINES_OF } from './rows/rows-of.js';

/** Time limit of a snapshot: while one is open, Postgres keeps every replaced or deleted row of every table. */
const MAX_SNAPSHOT_MS = 30 * 60_000;
/** Maximum file size: S3 accepts no more in parts of 5 MiB. */
const MAX_BYTES = 40e9;
/**
 * Interval at which a run records its progress, finds out whether it was canceled, and checks whether calls of its account wait.
 */
const LOOK_MS = 1_000;
const YIELD_MS = 500;
/** Maximum wait of a run for calls in total: its snapshot prevents Postgres from cleaning up. */
const MAX_YIELDED_MS = 30_000;
const MAX_RESTARTS = 3;
/** Time that a replica may take to replay what was there when the file was begun. */
const REPLAY_MS = 2_000;

/** The replica that the rows came from was lost while the file was written. */
class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost';
}

@Injectable()
export class WriteExport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: ExportFiles,
    private readonly claims: ExportClaims,
    private readonly notices: ExportNotices,
    private readonly yields: YieldToCalls,
    private readonly replica: ReadReplica,
    private readonly evidence: WriteEvidence,
  ) {}

  /** @throws ClaimLost; ProviderError; WorkRefused; reason of the signal */
  async run(work: ClaimedExport, signal: AbortSignal): Promise<WrittenFile> {
    // The archive goes to the last entry that is there when it is begun.
    if (work.of === 'evidence') await chainAccount(this.dataSource, work.accountId);
    let isRestart = false;
    let mayUseReplica = true;
    for (;;) {
      signal.throwIfAborted();
      const key = `exports/${randomUUID()}`;
      if ((await this.claims.begin(work, key, isRestart)) > MAX_RESTARTS)
        throw new WorkRefused(
          'not_processable',
          'Calls were deleted or redacted while the file was written; make it again',
        );
      try {
        const file = await this.write(work, key, signal, mayUseReplica);
        await this.complete(work, file);
        return file;
      } catch (error) {
        if (error instanceof ClaimLost) await this.files.deleteOwn(key);
        if (!(error instanceof CallsGone) && !(error instanceof ReplicaLost)) throw error;
        isRestart = error instanceof CallsGone;
        mayUseReplica &&= isRestart;
      }
    }
  }

  /**
   * The snapshot, of a replica too, sees each call that was deleted or redacted before the file was begun as it is since then.
   * @throws ReplicaLost
   */
  private async write(
    work: ClaimedExport,
    key: string,
    signal: AbortSignal,
    mayUseReplica: boolean,
  ): Promise<WrittenFile> {
    if (mayUseReplica) {
      let isBegun = false;
      const file = await this.replica.readPresent(REPLAY_MS, (replica, asOf) => {
        isBegun = true;
        return this.writeFrom(replica, asOf, work, key, signal);
      });
      if (file !== null) return file;
      if (isBegun) throw new ReplicaLost();
    }
    return this.writeFrom(this.dataSource, null, work, key, signal);
  }

  private async writeFrom(
    source: DataSource,
    replayedAt: Date | null,
    work: ClaimedExport,
    key: string,
    signal: AbortSignal,
  ): Promise<WrittenFile> {
    return inSnapshot(source, replayedAt, async (snapshot, asOf) => {
      const written = { rows: 0, bytes: 0, asOf };
      const body = Readable.from(this.bytesOf(work, snapshot, written, signal), { objectMode: false });
      const bytes = await this.files.put(key, body, signal);
      return { ...written, bytes };
    });
  }

  /** The account may be erased, or the export canceled, while the file is written: then no one names the file. */
  private complete(work: ClaimedExport, file: WrittenFile): Promise<void> {
    return writeAndTell(this.dataSource, work.accountId, this.notices, async (tx) => {
      await this.claims.complete(tx, work, file);
      await this.claims.refuseWhenFull(tx, work);
      return this.notices.record(tx, work);
    });
  }

  private async *bytesOf(
    work: ClaimedExport,
    snapshot: OpenSnapshot,
    written: Counts,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    const { of, format, columns, excel, accountId, filter } = work;
    if (of === 'evidence') {
      yield* this.archive(work, snapshot, written, signal);
      return;
    }
    const wanted = readStoredFilter(accountId, filter);
    if (format === 'jsonl' || columns === null) {
      yield* this.parts(work, snapshot, LINES_OF[of](wanted), jsonlWriter, written, signal);
      return;
    }
    const types = typesOf(of, columns);
    const cells = CELLS_OF[of](wanted, columns, excel !== null);
    const writer = await tableWriterOf(work, types, () => metadataKeysIn(snapshot, wanted));
    yield* this.parts(work, snapshot, cells, writer, written, signal);
  }

  private async *archive(
    work: ClaimedExport,
    snapshot: OpenSnapshot,
    written: Counts,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    const held = this.heldBy(work);
    const pace = this.paceOf(work, signal);
    const parts = this.evidence.bytes(work, snapshot, written.asOf, {
      batch: async ({ calls, rows }) => {
        written.rows += rows.length;
        await held.add(calls);
        await pace.look(written);
      },
      endOfFile: () => held.end(),
    });
    for await (const part of parts) {
      written.bytes += part.length;
      yield part;
    }
  }

  private heldBy(work: ClaimedExport): HeldCallsOfFile {
    return new HeldCallsOfFile((part) => this.claims.recordCalls(work, part));
  }

  private paceOf(work: ClaimedExport, signal: AbortSignal): Pace {
    return new Pace(work, this.claims, this.yields, signal, () => this.claims.refuseWhenFull(this.dataSource, work));
  }

  private async *parts<Row>(
    work: ClaimedExport,
    snapshot: OpenSnapshot,
    rows: PlainRows | LargeRows<Row>,
    writer: FileWriter<Row>,
    written: Counts,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    const held = this.heldBy(work);
    const pace = this.paceOf(work, signal);
    const counted = function* (part: Buffer) {
      written.bytes += part.length;
      if (part.length > 0) yield part;
    };
    for await (const batch of snapshot.batches(rows)) {
      for await (const part of writer.add(batch.rows)) yield* counted(part);
      written.rows += batch.rows.length;
      await held.add(batch.calls);
      await pace.look(written);
    }
    await held.end();
    for await (const part of writer.end()) yield* counted(part);
  }
}

interface Counts {
  rows: number;
  bytes: number;
  readonly asOf: Date;
}

/** Regular checks of a run, between two batches. */
class Pace {
  private readonly startedAt = performance.now();
  private lookedAt = performance.now();
  private yieldedMs = 0;

  constructor(
    private readonly work: ClaimedExport,
    private readonly claims: ExportClaims,
    private readonly yields: YieldToCalls,
    private readonly signal: AbortSignal,
    private readonly refuseWhenFull: () => Promise<void>,
  ) {}

  /** @throws ClaimLost; WorkRefused; reason of the signal */
  async look(written: WrittenFile): Promise<void> {
    this.signal.throwIfAborted();
    const now = performance.now();
    if (now - this.lookedAt < LOOK_MS) return;
    if (now - this.startedAt > MAX_SNAPSHOT_MS) throw tooLong();
    if (written.bytes > MAX_BYTES) throw tooLarge();
    await this.claims.recordHeadway(this.work, written);
    await this.refuseWhenFull();
    while (this.yieldedMs < MAX_YIELDED_MS && !(await this.yields.mayGoOn(this.work.accountId))) {
      await sleep(YIELD_MS, undefined, { signal: this.signal });
      this.yieldedMs += YIELD_MS;
    }
    this.lookedAt = performance.now();
  }
}

const tooLong = () => new WorkRefused('too_long', 'The export takes more than 30 minutes: narrow its filter');
const tooLarge = () =>
  new WorkRefused('too_large', 'The file would have more than 40 GB: narrow the filter of the export');

function typesOf(of: ExportedRows, columns: readonly string[]): Map<string, ColumnType> {
  const types: Readonly<Record<string, ColumnType>> = EXPORT_COLUMNS[of];
  return new Map(columns.map((name) => [name, types[name] ?? 'text']));
}

async function tableWriterOf(
  { format, bom, excel }: ClaimedExport,
  types: ReadonlyMap<string, ColumnType>,
  metadataKeys: () => Promise<readonly string[]>,
): Promise<TableWriter> {
  if (format !== 'csv') return parquetWriter(types);
  if (excel === null) return csvWriter(types, bom);
  return excelWriter(types, excel, types.has('metadata') ? await metadataKeys() : []);
}

/** JSON Lines: an object a line. */
const jsonlWriter: FileWriter<string> = {
  *add(lines) {
    if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`);
  },
  *end() {},
};
