// Journal of a folder: one line for each recording with its outcome, appended and flushed before anything else happens to the
// recording. A recording without a line is still to be sent, so the folder itself is the outbox.
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Time for which the line of a recording is kept that is no longer in the folder. */
const KEPT_MS = 30 * 24 * 3_600_000;

const LINE = z.object({
  path: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  /** `taken`: a new call. `existing`: a call that the service already had. `refused`: it cannot become a call unchanged. */
  became: z.enum(['taken', 'existing', 'refused']),
  analysisId: z.string().nullable(),
  /** `external_id` that was sent; null where the recording was refused before that. */
  externalId: z.string().nullable(),
  /** Reason of the refusal. */
  reason: z.string().nullable(),
  /** Digest of the settings that were sent with it. When they change, a refused recording is sent again. */
  sentAs: z.string().nullable(),
  seenAt: z.number(),
});
export type JournalLine = z.infer<typeof LINE>;

export interface FileState {
  readonly size: number;
  readonly mtimeMs: number;
}

export class Journal {
  private file: FileHandle | null = null;
  private writing: Promise<void> = Promise.resolve();
  private linesInFile = 0;

  private constructor(
    private readonly path: string,
    private readonly lines: Map<string, JournalLine>,
  ) {}

  /** Reads the lines of earlier processes. Ignores a line that is incomplete because a process was killed. */
  static async open(path: string): Promise<Journal> {
    const lines = new Map<string, JournalLine>();
    for await (const text of linesOf(path)) {
      const line = parsed(text);
      if (line !== null) lines.set(line.path, line);
    }
    const journal = new Journal(path, lines);
    await journal.rewrite();
    return journal;
  }

  get size(): number {
    return this.lines.size;
  }

  /** Line of a recording, if its file has not changed. */
  of(path: string, { size, mtimeMs }: FileState): JournalLine | null {
    const line = this.lines.get(path);
    return line !== undefined && line.size === size && line.mtimeMs === mtimeMs ? line : null;
  }

  /** Line of the last file at this path. */
  last(path: string): JournalLine | null {
    return this.lines.get(path) ?? null;
  }

  /** Resolves when the line is written to the disk. */
  async write(line: JournalLine): Promise<void> {
    this.lines.set(line.path, line);
    await this.inTurn(async () => {
      await this.file?.appendFile(`${JSON.stringify(line)}\n`);
      await this.file?.datasync();
      this.linesInFile += 1;
    });
  }

  /**
   * Drops the lines of recordings that have been gone for 30 days.
   * @param present paths of the recordings in the folder
   */
  async tidy(present: ReadonlySet<string>): Promise<void> {
    const now = Date.now();
    let dropped = 0;
    for (const line of this.lines.values()) {
      if (present.has(line.path)) this.lines.set(line.path, { ...line, seenAt: now });
      else if (now - line.seenAt > KEPT_MS && this.lines.delete(line.path)) dropped += 1;
    }
    if (dropped > 0 || this.linesInFile > this.lines.size) await this.inTurn(() => this.rewrite());
  }

  async close(): Promise<void> {
    await this.inTurn(async () => this.file?.close());
    this.file = null;
  }

  /** Replaces the journal in one step, so that a killed process leaves the old or the new file. */
  private async rewrite(): Promise<void> {
    const next = `${this.path}.next`;
    const file = await open(next, 'w', 0o600);
    let chunk = '';
    for (const line of this.lines.values()) {
      chunk += `${JSON.stringify(line)}\n`;
      if (chunk.length < 1_000_000) continue;
      await file.appendFile(chunk);
      chunk = '';
    }
    await file.appendFile(chunk);
    await file.sync();
    await rename(next, this.path);
    await flushFolder(dirname(this.path));
    await this.file?.close();
    this.file = file;
    this.linesInFile = this.lines.size;
  }

  private inTurn(step: () => Promise<unknown>): Promise<void> {
    const done = this.writing.then(async () => void (await step()));
    this.writing = done.catch(() => undefined);
    return done;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const found = await open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return;
  await found.close();
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

function parsed(text: string): JournalLine | null {
  try {
    return LINE.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Makes the rename survive a power failure. Some file systems do not support it. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
