// Writes the lines about erasures into the object store, within a second or two, in any worker; each hour puts those of finished
// days together.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  forgetObjects,
  linesStored,
  lockLines,
  noteObject,
  objectsOfADay,
} from '../../calls/retention/erasure-journal.js';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { ObjectStore } from '../../ports/object-store.js';
import { JOURNAL_PREFIX, readLines } from './journal-objects.js';

const WRITE_INTERVAL_MS = 1_000;
const MERGE_INTERVAL_MS = 60 * 60_000;
/** Lines of an object, and objects that are put together. */
const LINES = 10_000;
const OBJECTS = 1_000;

@Injectable()
export class JournalSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(JournalSweep.name);
  private readonly writing: PeriodicTask;
  private readonly merging: SharedRound;
  private isAway = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly deletions: RecordingDeletions,
  ) {
    this.writing = new PeriodicTask(
      () => this.write(),
      (error) => {
        // Told once, not each second that the store is away.
        if (!this.isAway)
          this.logger.warn(
            { err: error },
            'Could not write what was erased into the object store; the next sweep tries again',
          );
        this.isAway = true;
      },
    );
    this.merging = new SharedRound(dataSource, {
      name: 'erasure-journal',
      run: () => this.merge(),
      onError: (error) =>
        this.logger.warn({ err: error }, 'Could not put together what was erased; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.writing.start(WRITE_INTERVAL_MS);
    this.merging.start(MERGE_INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.writing.stop(), this.merging.stop()]);
  }

  /** The object is there before its lines are forgotten. A process that is killed in between has it written twice. */
  async write(): Promise<void> {
    let written: number;
    do {
      written = await this.dataSource.transaction(async (tx) => {
        const lines = await lockLines(tx, LINES);
        if (lines.length === 0) return 0;
        const key = await this.put(lines.map(({ line }) => line));
        await linesStored(tx, lines, key);
        return lines.length;
      });
    } while (written === LINES);
    this.isAway = false;
  }

  /** Puts the small objects of finished days together. */
  async merge(): Promise<void> {
    const small = await objectsOfADay(this.dataSource, OBJECTS);
    if (small.length < 2) return;
    const keys = small.map(({ key }) => key);
    const lines: string[] = [];
    for (const key of keys) lines.push(...(await readLines(this.store, key)));
    const merged = await this.put(lines);
    await this.dataSource.transaction(async (tx) => {
      await noteObject(tx, merged, true);
      await forgetObjects(tx, keys);
      for (const key of keys) await this.deletions.noteIn(tx, key);
    });
    this.deletions.soon();
  }

  private async put(lines: readonly string[]): Promise<string> {
    const key = `${JOURNAL_PREFIX}${randomUUID()}`;
    await this.store.put(key, Readable.from([Buffer.from(`${lines.join('\n')}\n`)]));
    return key;
  }
}
