// Writes the archive of an export of evidence: a zip of JSON Lines, and evidence.json, which lists their hashes and is signed.
// Each file is compressed by the threads of zlib while the next rows are read; no more than some pages are in memory.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { Injectable } from '@nestjs/common';
import { ZipWriter } from '@zip.js/zip.js';
import {
  AUDIT_COLUMNS,
  type AuditAnchor,
  type AuditRow,
  auditItem,
  CHAIN_START,
  type ChainEnd,
} from '../../../platform/audit/audit-chain.js';
import { Signatures, type Signed } from '../../../platform/audit/signatures.js';
import type { FoundCall, OpenSnapshot } from '../rows/read-rows.js';
import { type EvidencePeriod, PARTS } from './evidence-parts.js';
import { monthCounts } from './month-counts.js';

export const MANIFEST = 'evidence.json';
export const AUDIT_FILE = 'audit.jsonl';
export const COUNTS_FILE = 'counts.jsonl';

export interface EvidenceFile {
  readonly name: string;
  readonly lines: number;
  /** Hash of the whole file, in hexadecimal digits. */
  readonly sha256: string;
}

export type AuditHeadOfPeriod = Signed<
  ChainEnd & { readonly object: 'audit_head'; readonly account_id: string; readonly signed_at: number }
>;

/** Whole numbers and texts alone, so that its canonical form needs no rule for fractions. */
export type EvidenceManifest = Signed<{
  readonly object: 'evidence';
  readonly version: 1;
  readonly account_id: string;
  readonly livemode: boolean;
  /** Unix seconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly as_of: number;
  readonly files: readonly EvidenceFile[];
  readonly audit: {
    /** Last of the pruned entries; null where none was pruned. */
    readonly anchor: AuditAnchor | null;
    /** Entry before the first of the file. */
    readonly previous: ChainEnd;
    /** The last entry of the file. */
    readonly head: AuditHeadOfPeriod;
  };
}>;

/** An export of evidence. */
export interface WantedEvidence {
  readonly accountId: string;
  readonly livemode: boolean;
  /** JSON text of the period. */
  readonly filter: string;
}

/** Lines that are read together, and the calls that they are about. */
export interface EvidenceBatch {
  readonly calls: readonly FoundCall[];
  readonly rows: readonly unknown[];
}

/** Told after each batch, and at the end of each file, when the calls of the next begin again. */
export interface EvidenceProgress {
  batch(batch: EvidenceBatch): Promise<void>;
  endOfFile(): Promise<void>;
}

/** Audit entries in memory at a time. */
const PAGE = 500;

@Injectable()
export class WriteEvidence {
  constructor(private readonly signatures: Signatures) {}

  /** @throws what `progress` throws */
  async *bytes(
    work: WantedEvidence,
    snapshot: OpenSnapshot,
    asOf: Date,
    progress: EvidenceProgress,
  ): AsyncGenerator<Buffer> {
    let fail: (error: unknown) => void = () => undefined;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => {
        fail = (error) => controller.error(error);
      },
    });
    const zip = new ZipWriter(writable, { useWebWorkers: false, lastModDate: asOf, zip64: true });
    const writing = this.write(zip, periodOf(work), snapshot, asOf, progress).catch(fail);
    for await (const part of readable) yield Buffer.from(part);
    await writing;
  }

  private async write(
    zip: ZipWriter<unknown>,
    period: EvidencePeriod,
    snapshot: OpenSnapshot,
    asOf: Date,
    progress: EvidenceProgress,
  ): Promise<void> {
    const files: EvidenceFile[] = [];
    const add = async (name: string, batches: AsyncIterable<EvidenceBatch>) => {
      files.push(await addFile(zip, name, batches, progress));
      await progress.endOfFile();
    };
    for (const { name, isOfCalls, rows } of PARTS) await add(name, linesOf(snapshot, isOfCalls, rows(period)));
    await add(COUNTS_FILE, once(await monthCounts(snapshot, period)));
    const audit = await this.chainOf(snapshot, period, asOf);
    await add(AUDIT_FILE, entries(snapshot, period, audit.previous, audit.head));
    const manifest: EvidenceManifest = this.signatures.sign({
      object: 'evidence',
      version: 1,
      account_id: period.accountId,
      livemode: period.livemode,
      from: seconds(period.from),
      to: seconds(period.to),
      as_of: seconds(asOf),
      files,
      audit,
    });
    await zip.add(MANIFEST, webStream([Buffer.from(`${JSON.stringify(manifest)}\n`)]));
    await zip.close();
  }

  /** The entries of the period, and those between them that are not in the order of their times. */
  private async chainOf(snapshot: OpenSnapshot, { accountId, from, to }: EvidencePeriod, asOf: Date) {
    const [pruned] = await snapshot.read<{ anchor: AuditAnchor }>(ANCHOR, [accountId]);
    const anchor = pruned?.anchor ?? null;
    const [range] = await snapshot.read<{ first: number | null; last: number | null }>(RANGE, [accountId, from, to]);
    const before = range?.first ? range.first - 1 : await this.lastBefore(snapshot, accountId, from);
    const previous = await this.entry(snapshot, accountId, before, anchor);
    const last = range?.last ? await this.entry(snapshot, accountId, range.last, anchor) : previous;
    const head = { object: 'audit_head' as const, account_id: accountId, ...last, signed_at: seconds(asOf) };
    return { anchor, previous, head: this.signatures.sign(head) };
  }

  /** @returns number of the last entry before a period without one; 0 for none */
  private async lastBefore(snapshot: OpenSnapshot, accountId: string, from: Date): Promise<number> {
    const [found] = await snapshot.read<{ sequence: number }>(LAST_BEFORE, [accountId, from]);
    return found?.sequence ?? 0;
  }

  private async entry(snapshot: OpenSnapshot, accountId: string, sequence: number, anchor: AuditAnchor | null) {
    if (anchor?.sequence === sequence) return { sequence, hash: anchor.hash };
    const [found] = await snapshot.read<ChainEnd>(ENTRY, [accountId, sequence]);
    return found ?? CHAIN_START;
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

function periodOf({ accountId, livemode, filter }: WantedEvidence): EvidencePeriod {
  const { from, to }: { readonly from: string; readonly to: string } = JSON.parse(filter);
  return { accountId, livemode, from: new Date(from), to: new Date(to) };
}

async function addFile(
  zip: ZipWriter<unknown>,
  name: string,
  batches: AsyncIterable<EvidenceBatch>,
  progress: EvidenceProgress,
): Promise<EvidenceFile> {
  const hash = createHash('sha256');
  let lines = 0;
  const bytes = async function* () {
    for await (const batch of batches) {
      if (batch.rows.length === 0) continue;
      const part = Buffer.from(`${batch.rows.join('\n')}\n`);
      hash.update(part);
      lines += batch.rows.length;
      yield part;
      await progress.batch(batch);
    }
  };
  await zip.add(name, webStream(bytes()));
  return { name, lines, sha256: hash.digest('hex') };
}

const webStream = (parts: Iterable<Buffer> | AsyncIterable<Buffer>) =>
  Readable.toWeb(Readable.from(parts, { objectMode: true, highWaterMark: 1 }));

async function* linesOf(
  snapshot: OpenSnapshot,
  isOfCalls: boolean,
  rows: Parameters<OpenSnapshot['batches']>[0],
): AsyncGenerator<EvidenceBatch> {
  for await (const batch of snapshot.batches(rows)) yield { calls: isOfCalls ? batch.calls : [], rows: batch.rows };
}

async function* once(lines: readonly string[]): AsyncGenerator<EvidenceBatch> {
  yield { calls: [], rows: lines };
}

async function* entries(
  snapshot: OpenSnapshot,
  { accountId, livemode }: EvidencePeriod,
  previous: ChainEnd,
  head: ChainEnd,
): AsyncGenerator<EvidenceBatch> {
  let after = previous.sequence;
  while (after < head.sequence) {
    const rows = await snapshot.read<AuditRow>(ENTRIES, [accountId, after, head.sequence, livemode, PAGE]);
    yield { calls: [], rows: rows.map((row) => JSON.stringify(auditItem(row))) };
    after = rows.length < PAGE ? head.sequence : (rows.at(-1)?.sequence ?? head.sequence);
  }
}

const RANGE = `
  SELECT min(sequence)::float8 AS first, max(sequence)::float8 AS last FROM audit_entry
  WHERE account_id = $1 AND at >= $2 AND at < $3 AND sequence IS NOT NULL`;
const ANCHOR = 'SELECT anchor FROM audit_anchor WHERE account_id = $1';
const ENTRY = 'SELECT sequence::float8 AS sequence, hash FROM audit_entry WHERE account_id = $1 AND sequence = $2';
const LAST_BEFORE = `
  SELECT sequence::float8 AS sequence FROM audit_entry
  WHERE account_id = $1 AND at < $2 AND sequence IS NOT NULL ORDER BY at DESC, id DESC LIMIT 1`;
const ENTRIES = `
  SELECT ${AUDIT_COLUMNS} FROM audit_entry
  WHERE account_id = $1 AND sequence > $2 AND sequence <= $3 AND ($4::boolean OR NOT livemode) ORDER BY sequence LIMIT $5`;
