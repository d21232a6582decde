// Submits the recordings of a folder, and continues with new ones. The order makes it safe to kill the program at any moment: a
// recording is sent under a constant name, then its line is written to the disk, then it is moved.
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FolderAlarm } from './folder-alarm.js';
import type { FolderLock } from './folder-lock.js';
import type { Journal, JournalLine } from './journal.js';
import { Pace } from './pace.js';
import type { Progress } from './progress.js';
import { putAway } from './put-away.js';
import { contentHash, digestOf, externalIdOf } from './recording-id.js';
import type { RecordingNaming } from './recording-naming.js';
import { Ripening } from './ripening.js';
import type { Outcome, Submission, Submitter } from './submit-recording.js';
import { type FoundFile, isAbsent, reasonOf, type Walked, walkFolder } from './walk-folder.js';
import type { WatchSettings } from './watch-settings.js';

/** Recordings handled between two scans of the folder, oldest first: the next scan may find older ones. */
const BATCH = 500;
/** Failures after which a run with `--once` stops; the next run tries again. */
const MAX_FAILURES_ONCE = 3;
const MIN_GAP_MS = 200;
/**
 * Wait for a recording that lacks its sidecar file or cannot be read, so that others go first. The more there are, the longer it
 * is.
 */
const DEFER_MS = 2_000;
const TIDY_EVERY_MS = 24 * 3_600_000;
/** Pause after a scan, in multiples of its duration: scanning a large folder may use the disk one of ten seconds. */
const GAP_PER_LOOK = 10;

export interface WatchParts {
  readonly settings: WatchSettings;
  readonly naming: RecordingNaming;
  /** Digest of naming and defaults. When it changes, refused recordings are sent again. */
  readonly sentAs: string;
  readonly journal: Journal;
  readonly lock: FolderLock;
  readonly submitter: Submitter;
  readonly progress: Progress;
}

export interface WatchCounts {
  taken: number;
  existing: number;
  refused: number;
  /** Recordings that cannot be read or moved. */
  unreadable: number;
  /** Recordings that are still growing, or lack their sidecar file. */
  waiting: number;
}

/** Ends a run with `--once`: the service is unavailable, or accepts nothing at the moment. */
export class LeftForNextRun extends Error {}

export class FolderWatch {
  readonly counts: WatchCounts = { taken: 0, existing: 0, refused: 0, unreadable: 0, waiting: 0 };
  private readonly pace = new Pace();
  private readonly ripening: Ripening;
  private readonly told = new Set<string>();
  private readonly retried = new Set<string>();
  private readonly deferred = new Map<string, Deferral>();
  private tidiedAt = Number.NEGATIVE_INFINITY;
  private wake: AbortController = new AbortController();

  constructor(private readonly parts: WatchParts) {
    this.ripening = new Ripening(parts.settings.settleMs);
  }

  /**
   * Runs until the signal aborts it; with `--once` until all recordings in the folder are handled.
   * @throws LeftForNextRun; WrongSettings; Error with one sentence
   */
  async run(signal: AbortSignal): Promise<void> {
    const alarm = this.parts.settings.isOnce ? null : new FolderAlarm(() => this.wake.abort());
    const giveUpAt = Date.now() + 2 * this.parts.settings.settleMs + 1_000;
    try {
      for (let look = 0; !signal.aborted; look += 1) {
        this.wake = new AbortController();
        const begun = performance.now();
        const walked = await this.walk(look, signal);
        const lookMs = performance.now() - begun;
        if (walked !== null) await this.tidy(walked);
        alarm?.follow(walked?.folders ?? []);
        const { unripe, more } = await this.take(walked?.files ?? [], signal);
        if (more) continue;
        if (this.parts.settings.isOnce && (unripe === 0 || Date.now() >= giveUpAt)) return;
        await this.pause(unripe, lookMs, signal);
      }
    } finally {
      alarm?.close();
    }
  }

  /** Null where the folder cannot be read now: a share may come back. */
  private async walk(look: number, signal: AbortSignal): Promise<Walked | null> {
    const { root, extensions, stateFolder, moveTo, isOnce } = this.parts.settings;
    const leftOut = new Set([stateFolder, ...(moveTo === null ? [] : [moveTo])]);
    try {
      const walked = await walkFolder(root, { extensions, leftOut }, signal);
      this.told.delete(root);
      for (const [path, reason] of walked.unreadable) this.tellUnreadable(path, reason);
      if (walked.links > 0) this.tellOnce('links', 'skipped', `${walked.links} symbolic links, which are not followed`);
      return walked;
    } catch (error) {
      if (signal.aborted || isOnce || look === 0) throw error;
      this.tellOnce(root, 'waiting', `The folder: ${reasonOf(error)}`);
      return null;
    }
  }

  /** @returns number of recordings that are still growing, and whether more are ready */
  private async take(files: readonly FoundFile[], signal: AbortSignal): Promise<{ unripe: number; more: boolean }> {
    const due: FoundFile[] = [];
    for (const file of files) if (await this.isDue(file)) due.push(file);
    const now = Date.now();
    const ripe = this.ripening.ripe(due, now);
    const unripe = due.length - ripe.length;
    const paths = new Set(due.map(({ path }) => path));
    for (const path of this.deferred.keys()) if (!paths.has(path)) this.deferred.delete(path);
    const ready = ripe.filter(({ path }) => now >= (this.deferred.get(path)?.until ?? 0));
    await this.inParallel(ready.slice(0, BATCH), signal);
    this.counts.waiting = unripe + [...this.deferred.values()].filter(({ isWaiting }) => isWaiting).length;
    return { unripe, more: ready.length > BATCH };
  }

  private defer(path: string, isWaiting: boolean): void {
    const until = Date.now() + DEFER_MS * (1 + Math.floor(this.deferred.size / BATCH));
    this.deferred.set(path, { until, isWaiting });
  }

  private async tidy({ files }: Walked): Promise<void> {
    const now = performance.now();
    if (now - this.tidiedAt < TIDY_EVERY_MS) return;
    this.tidiedAt = now;
    await this.parts.journal.tidy(new Set(files.map(({ path }) => path)));
  }

  private async isDue(file: FoundFile): Promise<boolean> {
    const { journal, naming, sentAs, settings } = this.parts;
    if (!naming.isRecording(file.path)) return false;
    const line = journal.of(file.path, file);
    if (line === null) return true;
    if (line.became !== 'refused') {
      // The process was killed after the line was written and before the move.
      if (settings.moveTo !== null) await this.moveAway(file.path);
      return false;
    }
    return line.sentAs !== sentAs || (settings.retriesRefused && !this.retried.has(file.path));
  }

  /** The first failure stops the other workers. */
  private async inParallel(files: readonly FoundFile[], signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const both = AbortSignal.any([signal, failed.signal]);
    let at = 0;
    let fault: unknown = null;
    const worker = async () => {
      for (let file = files[at++]; file !== undefined && !both.aborted; file = files[at++])
        await this.settle(file, both);
    };
    await Promise.all(
      Array.from({ length: this.parts.settings.parallel }, () =>
        worker().catch((error: unknown) => {
          // Errors of workers that it stopped are not the cause.
          if (!both.aborted) fault = error;
          failed.abort();
        }),
      ),
    );
    if (fault !== null) throw fault;
  }

  private async settle(file: FoundFile, signal: AbortSignal): Promise<void> {
    const { naming } = this.parts;
    this.retried.add(file.path);
    this.deferred.delete(file.path);
    const named = await naming.name(file.path, file.mtimeMs);
    if ('waitsFor' in named) {
      this.defer(file.path, true);
      this.tellOnce(file.path, 'waiting', `${file.path}: for ${named.waitsFor}`);
      return;
    }
    if ('refused' in named) return this.refuse(file, null, named.refused);
    if (file.size === 0) return this.refuse(file, null, 'The file is empty');
    const hash = await this.hashOf(file, signal);
    if (hash === null) return;
    const externalId = named.externalId ?? externalIdOf(file.path, hash);
    const before = this.parts.journal.last(file.path);
    // The file was only touched: its content is the same.
    if (before?.externalId === externalId && before.became !== 'refused' && named.externalId === null)
      return this.write(file, before);
    const submission = {
      file: join(this.parts.settings.root, file.path),
      externalId,
      size: file.size,
      fields: named.fields,
      idempotencyKey: `watch-${digestOf(externalId, hash, JSON.stringify(named.fields), basename(file.path))}`,
    };
    const outcome = await this.submit(file, submission, signal);
    if (outcome !== null) await this.conclude(file, externalId, outcome);
  }

  /** Retries as long as the service accepts nothing. @returns null where the file has changed meanwhile */
  private async submit(file: FoundFile, submission: Submission, signal: AbortSignal): Promise<Final | null> {
    const { lock, submitter, settings } = this.parts;
    for (;;) {
      await this.pace.ready(signal);
      await lock.assertHeld();
      if (!(await isUnchanged(submission.file, file))) return null;
      const outcome = await submitter.submit(submission, signal);
      if (outcome.kind !== 'later') {
        if (this.pace.failedInARow > 0) this.parts.progress.line('going on', 'The service takes recordings again');
        this.pace.succeeded();
        return outcome;
      }
      const { hindrance, reason, askedMs } = outcome;
      const ms = this.pace.failed(hindrance, askedMs);
      if (settings.isOnce && (hindrance === 'minutes' || this.pace.failedInARow >= MAX_FAILURES_ONCE))
        throw new LeftForNextRun(reason);
      if (ms !== null) this.parts.progress.line('waiting', `${reason} The next attempt is in ${seconds(ms)}.`);
    }
  }

  private async conclude(file: FoundFile, externalId: string, outcome: Final): Promise<void> {
    if (outcome.kind === 'unreadable') {
      this.defer(file.path, false);
      return this.tellUnreadable(file.path, outcome.reason);
    }
    if (outcome.kind === 'refused') return this.refuse(file, externalId, outcome.reason);
    const { kind, analysisId } = outcome;
    await this.write(file, { became: kind, analysisId, externalId, reason: null });
    this.counts[kind] += 1;
    this.parts.progress.line(kind, `${file.path}${analysisId === null ? '' : ` -> ${analysisId}`}`);
    if (this.parts.settings.moveTo !== null) await this.moveAway(file.path);
  }

  private async refuse(file: FoundFile, externalId: string | null, reason: string): Promise<void> {
    await this.write(file, { became: 'refused', analysisId: null, externalId, reason });
    this.counts.refused += 1;
    this.parts.progress.line('refused', `${file.path}: ${reason}`);
  }

  private async write({ path, size, mtimeMs }: FoundFile, became: Became): Promise<void> {
    const { journal, lock, sentAs } = this.parts;
    await lock.assertHeld();
    const { became: what, analysisId, externalId, reason } = became;
    await journal.write({
      ...{ path, size, mtimeMs, became: what, analysisId, externalId, reason },
      ...{ sentAs, seenAt: Date.now() },
    });
  }

  private async moveAway(path: string): Promise<void> {
    const { naming, settings } = this.parts;
    if (settings.moveTo === null) return;
    for (const each of [path, ...naming.filesBeside(path)]) {
      try {
        await putAway(join(settings.root, each), join(settings.moveTo, each));
      } catch (error) {
        this.tellUnreadable(each, `It cannot be moved: ${reasonOf(error)}`);
      }
    }
  }

  /** Null where the file cannot be read. */
  private async hashOf(file: FoundFile, signal: AbortSignal): Promise<string | null> {
    try {
      return await contentHash(join(this.parts.settings.root, file.path), signal);
    } catch (error) {
      signal.throwIfAborted();
      this.defer(file.path, false);
      if (!isAbsent(error)) this.tellUnreadable(file.path, reasonOf(error));
      return null;
    }
  }

  private tellUnreadable(path: string, reason: string): void {
    if (this.tellOnce(`${path}\0${reason}`, 'unreadable', `${path}: ${reason}`)) this.counts.unreadable += 1;
  }

  private tellOnce(what: string, word: string, text: string): boolean {
    if (this.told.has(what)) return false;
    this.told.add(what);
    this.parts.progress.line(word, text);
    return true;
  }

  /** Waits until the folder changes, at most until the next scan is due. */
  private async pause(unripe: number, lookMs: number, signal: AbortSignal): Promise<void> {
    const { everyMs, settleMs } = this.parts.settings;
    const gapMs = Math.max(MIN_GAP_MS, GAP_PER_LOOK * lookMs);
    const waitMs = Math.min(everyMs, unripe > 0 ? settleMs : everyMs, this.deferred.size > 0 ? DEFER_MS : everyMs);
    const restMs = Math.max(0, waitMs - gapMs);
    const ended = AbortSignal.any([signal, this.wake.signal]);
    await setTimeout(gapMs, undefined, { signal }).catch(() => undefined);
    await setTimeout(restMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

interface Deferral {
  /** Unix time in milliseconds. */
  readonly until: number;
  /** Whether it waits for its sidecar file. */
  readonly isWaiting: boolean;
}

type Final = Exclude<Outcome, { kind: 'later' }>;
type Became = Pick<JournalLine, 'became' | 'analysisId' | 'externalId' | 'reason'>;

async function isUnchanged(path: string, { size, mtimeMs }: FoundFile): Promise<boolean> {
  const now = await lstat(path).catch(() => null);
  return now?.isFile() === true && now.size === size && now.mtimeMs === mtimeMs;
}

const seconds = (ms: number) => `${Math.max(1, Math.round(ms / 1_000))} s`;
