// Verifies an archive of evidence without the service: signatures, hashes, numbers of lines and the chain of the audit log, in
// one pass over the file, a part at a time.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { WritableStream } from 'node:stream/web';
import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js';
import { z } from 'zod';
import { PARTS } from '../../insight/exports/evidence/evidence-parts.js';
import {
  AUDIT_FILE,
  type AuditHeadOfPeriod,
  COUNTS_FILE,
  type EvidenceManifest,
  MANIFEST,
} from '../../insight/exports/evidence/write-evidence.js';
import { type AuditItem, type ChainEnd, hashOf } from '../../platform/audit/audit-chain.js';
import { isSignedBy, type Signature } from '../../platform/audit/signatures.js';
import type { KeySet } from './key-set.js';

/** Files of an archive of this release. */
export const KNOWN_FILES: readonly string[] = [...PARTS.map(({ name }) => name), COUNTS_FILE, AUDIT_FILE];

export interface Verified {
  /** Null where there is none that can be read. */
  readonly manifest: EvidenceManifest | null;
  /** Sentences; none where the archive is whole. */
  readonly faults: readonly string[];
  /** Entries of the audit log by their action. */
  readonly actions: ReadonlyMap<string, number>;
}

/** A file that is read from any place, as the directory at the end of a zip asks for. */
class HandleReader extends Reader<FileHandle> {
  constructor(private readonly handle: FileHandle) {
    super(handle);
  }

  override async init(): Promise<void> {
    this.size = (await this.handle.stat()).size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await this.handle.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  }
}

/**
 * @param keys null: signatures are not verified
 * @param kept a head of the audit log that someone kept; null for none
 */
export async function verifyArchive(
  file: FileHandle,
  keys: KeySet | null,
  kept: AuditHeadOfPeriod | null,
): Promise<Verified> {
  const faults: string[] = [];
  const actions = new Map<string, number>();
  const zip = new ZipReader(new HandleReader(file), { useWebWorkers: false, checkSignature: true });
  const entries = new Map<string, FileEntry>();
  try {
    for (const entry of await zip.getEntries()) {
      if (entry.directory || entries.has(entry.filename)) faults.push(`${entry.filename} is there twice, or no file.`);
      else entries.set(entry.filename, entry);
    }
  } catch {
    return { manifest: null, faults: ['The file is no zip, or it is damaged.'], actions };
  }
  const manifest = await readManifest(entries.get(MANIFEST));
  if (manifest === null)
    return { manifest, faults: [...faults, `${MANIFEST} is missing, or cannot be read.`], actions };
  const { audit, files, account_id: accountId } = manifest;
  const signed: [string, (Signature & { readonly account_id: string }) | null][] = [
    [MANIFEST, manifest],
    ['The head of the audit log', audit.head],
    ['The anchor of the audit log', audit.anchor],
    ['The head that you keep', kept],
  ];
  for (const [what, one] of signed) {
    if (one && one.account_id !== accountId) faults.push(`${what} is of another account.`);
    if (one && keys && !isSignedBy(one, keys.keys)) faults.push(`${what} is not signed by a key of the key set.`);
  }
  const chain = new ChainReader(manifest, kept, actions);
  const named = new Set([MANIFEST, ...files.map(({ name }) => name)]);
  for (const name of entries.keys()) if (!named.has(name)) faults.push(`${name} is not in the list of ${MANIFEST}.`);
  for (const { name, lines, sha256 } of files) {
    const entry = entries.get(name);
    if (!entry) {
      faults.push(`${name} is missing.`);
      continue;
    }
    const found = await readLines(entry, name === AUDIT_FILE ? (line) => chain.take(line) : null);
    if (found === null) faults.push(`${name} is damaged.`);
    else if (found.lines !== lines) faults.push(`${name} has ${found.lines} lines in place of ${lines}.`);
    else if (found.sha256 !== sha256) faults.push(`${name} is not what was signed: its SHA-256 differs.`);
  }
  return { manifest, faults: [...faults, ...chain.end()], actions };
}

async function readManifest(entry: FileEntry | undefined): Promise<EvidenceManifest | null> {
  if (!entry) return null;
  const texts: string[] = [];
  const found = await readLines(entry, (line) => void texts.push(line));
  try {
    return found && MANIFEST_SHAPE.parse(JSON.parse(texts.join('\n')));
  } catch {
    return null;
  }
}

/** Enough to be read: who signed it says what it holds. */
const END = z.object({ sequence: z.number(), hash: z.string() });
const SIGNED = z.looseObject({ account_id: z.string(), key_id: z.string(), signature: z.string() });
const MANIFEST_SHAPE: z.ZodType<EvidenceManifest, unknown> = z.custom<EvidenceManifest>(
  (value) =>
    SIGNED.extend({
      object: z.literal('evidence'),
      livemode: z.boolean(),
      from: z.number(),
      to: z.number(),
      as_of: z.number(),
      files: z.array(z.object({ name: z.string(), lines: z.number(), sha256: z.string() })),
      audit: z.object({ anchor: z.nullable(SIGNED), previous: END, head: SIGNED.extend(END.shape) }),
    }).safeParse(value).success,
);

/** @param take each line without its end @returns null where it cannot be unpacked */
async function readLines(entry: FileEntry, take: ((line: string) => void) | null) {
  const hash = createHash('sha256');
  let lines = 0;
  let rest: Buffer[] = [];
  const writable = new WritableStream<Uint8Array>({
    write(part) {
      hash.update(part);
      let from = 0;
      for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, from)) {
        lines += 1;
        take?.(Buffer.concat([...rest, part.subarray(from, at)]).toString());
        rest = [];
        from = at + 1;
      }
      if (take) rest.push(Buffer.from(part.subarray(from)));
    },
  });
  try {
    await entry.getData(writable);
  } catch {
    return null;
  }
  return { lines, sha256: hash.digest('hex') };
}

const NEWLINE = 10;

/** Takes the entries of the audit log in their order. */
class ChainReader {
  private last: ChainEnd;
  private fault: string | null = null;

  constructor(
    private readonly manifest: EvidenceManifest,
    private readonly kept: AuditHeadOfPeriod | null,
    private readonly actions: Map<string, number>,
  ) {
    this.last = manifest.audit.previous;
  }

  take(line: string): void {
    let entry: AuditItem;
    try {
      entry = JSON.parse(line);
      this.actions.set(entry.action, (this.actions.get(entry.action) ?? 0) + 1);
    } catch {
      this.fault ??= `${AUDIT_FILE} has a line that is no JSON.`;
      return;
    }
    // What was done in test mode is a part of the chain.
    if (!this.manifest.livemode || this.fault) return;
    const sequence = this.last.sequence + 1;
    if (entry.sequence !== sequence) this.fault = `Entry ${sequence} of the audit log is missing.`;
    else if (hashOf(this.last.hash, entry) !== entry.hash)
      this.fault = `Entry ${sequence} of the audit log was changed.`;
    else if (this.kept?.sequence === sequence && this.kept.hash !== entry.hash)
      this.fault = `Entry ${sequence} of the audit log is not the one of the head that you keep.`;
    else this.last = { sequence, hash: entry.hash };
  }

  end(): string[] {
    const { livemode, audit, to, as_of } = this.manifest;
    if (this.fault || !livemode) return this.fault ? [this.fault] : [];
    if (audit.head.sequence !== this.last.sequence || audit.head.hash !== this.last.hash)
      return ['The audit log does not end with its signed head: it was rolled back, or entries are missing.'];
    const { kept } = this;
    // What the kept head covers was entered before it was signed, and so before the end of the archive.
    const isCovered = kept !== null && kept.signed_at + 1 < Math.min(to, as_of);
    if (isCovered && kept.sequence > this.last.sequence)
      return ['The audit log ends before the head that you keep: it was rolled back.'];
    return [];
  }
}
