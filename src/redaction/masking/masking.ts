// Finds and masks in threads: a call may be ten hours long, and patterns of accounts are matched against it. Accounts take turns.
import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../platform/concurrency/fair-semaphore.js';
import { TaskThreads } from '../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import type { SearchedSegment } from '../../speech/redaction/sensitive-span.js';
import type { MaskedStoredCall, StoredMaskTask } from '../stored/mask-stored-call.js';
import type { EditedText, EditsTask } from './mask-edits.js';
import type { TypedTask } from './mask-typed.js';
import { charactersOf, type MaskedText, type MaskingTask, type MaskTask } from './masking-task.js';

/**
 * Characters of transcript above which a task is long: some 25 minutes of talk, a tenth of a second. Long tasks have a thread of
 * their own, so that no short one waits for them.
 */
const LONG = 20_000;
/** Time for a machine in trouble: a call of ten hours takes seconds. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 512;
const IDLE_MS = 60_000;

/** One task at a time. The account whose tasks have had the fewest characters is next. */
class MaskingTurns {
  private readonly slots = new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 });
  private readonly threads = new TaskThreads({
    path: threadProgram(import.meta.dirname, 'masking.worker.js'),
    name: 'The thread that masks transcripts',
    maxHeapMb: MAX_HEAP_MB,
    idleMs: IDLE_MS,
  });

  run<Answer>(accountId: string, task: MaskingTask, characters: number, signal: AbortSignal): Promise<Answer> {
    return this.slots.run(accountId, () => this.runInTime<Answer>(task, signal), signal, Math.max(1, characters));
  }

  private async runInTime<Answer>(task: MaskingTask, signal: AbortSignal): Promise<Answer> {
    const { signal: ended, clear } = timeLimit(TIMEOUT_MS, { signal });
    try {
      return await this.threads.run<Answer>(task, ended);
    } finally {
      clear();
    }
  }
}

@Injectable()
export class Masking {
  private readonly short = new MaskingTurns();
  private readonly long = new MaskingTurns();

  /** Masks segments; they keep all their other members. @throws reason of the signal */
  mask<Segment extends SearchedSegment>(
    accountId: string,
    task: MaskTask & { readonly call: { readonly segments: readonly Segment[] } },
    signal: AbortSignal,
  ): Promise<MaskedText<Segment>> {
    return this.run(accountId, { mask: task }, signal);
  }

  /** Masks all stored texts of a call. @throws reason of the signal */
  maskStored(accountId: string, task: StoredMaskTask, signal: AbortSignal): Promise<MaskedStoredCall> {
    return this.run(accountId, { stored: task }, signal);
  }

  /** Masks the words that a person types into a masked transcript. @throws the signal's reason */
  maskEdits(accountId: string, task: EditsTask, signal: AbortSignal): Promise<readonly EditedText[]> {
    return this.run(accountId, { edits: task }, signal);
  }

  /** Masks texts that a person types beside a call. @throws the signal's reason */
  maskTyped(accountId: string, task: TypedTask, signal: AbortSignal): Promise<readonly string[]> {
    return this.run(accountId, { typed: task }, signal);
  }

  /** A scenario counts as the recording that it stands for: by the words that are searched. */
  private run<Answer>(accountId: string, task: MaskingTask, signal: AbortSignal): Promise<Answer> {
    const characters = charactersOf(task);
    return (characters > LONG ? this.long : this.short).run(accountId, task, characters, signal);
  }
}
