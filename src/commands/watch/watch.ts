// `call-analysis watch DIR`: submits the recordings of a folder, now and as they come.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Given } from '../command.js';
import { FolderLock } from './folder-lock.js';
import { FolderWatch, LeftForNextRun, type WatchCounts } from './folder-watch.js';
import { Journal } from './journal.js';
import { Progress } from './progress.js';
import { digestOf } from './recording-id.js';
import { RecordingNaming, readNaming } from './recording-naming.js';
import { Submitter } from './submit-recording.js';
import { reasonOf } from './walk-folder.js';
import { readSettings, type WatchSettings } from './watch-settings.js';

const SOME_REFUSED = 1;
const LEFT_FOR_NEXT_RUN = 3;

/**
 * @returns the exit code
 * @throws UsageError; Error with one sentence for a person
 */
export async function watch(given: Given): Promise<number> {
  const settings = readSettings(given);
  const naming = readNaming(settings.naming);
  const submitter = new Submitter(settings.url);
  const progress = new Progress((text) => void process.stdout.write(text));
  const lock = await lockFolder(settings);
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  try {
    const journal = await Journal.open(join(settings.stateFolder, 'journal.jsonl'));
    progress.line('watching', `${settings.root} (${journal.size} recordings known)`);
    const recordings = new RecordingNaming(settings.root, naming, settings.defaults);
    const sentAs = digestOf(JSON.stringify([naming, settings.defaults]));
    const folder = new FolderWatch({ settings, naming: recordings, sentAs, journal, lock, submitter, progress });
    try {
      return await outcomeOf(folder, stop.signal, settings, progress);
    } finally {
      await journal.close();
    }
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end);
    await lock.release();
  }
}

async function outcomeOf(
  folder: FolderWatch,
  signal: AbortSignal,
  { isOnce }: WatchSettings,
  progress: Progress,
): Promise<number> {
  let code = 0;
  try {
    await folder.run(signal);
  } catch (error) {
    if (error instanceof LeftForNextRun) {
      progress.line('left', `${error.message} The next run goes on.`);
      code = LEFT_FOR_NEXT_RUN;
    } else if (!signal.aborted) throw error;
  }
  progress.line(signal.aborted ? 'stopped' : 'done', summaryOf(folder.counts));
  if (!isOnce || code !== 0) return code;
  return folder.counts.refused + folder.counts.unreadable > 0 ? SOME_REFUSED : 0;
}

function summaryOf({ taken, existing, refused, unreadable, waiting }: WatchCounts): string {
  return `${taken} taken, ${existing} existing, ${refused} refused, ${unreadable} unreadable, ${waiting} waiting`;
}

/** @throws Error where the folder for the state cannot be written, or another process watches */
async function lockFolder({ stateFolder }: WatchSettings): Promise<FolderLock> {
  try {
    await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`${stateFolder}: ${reasonOf(error)}. Name another folder for the state with --state.`);
  }
  return FolderLock.take(join(stateFolder, 'lock'));
}
