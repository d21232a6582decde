// A replica for reading. A process has one where DATABASE_READ_URL is set; this class is that of a process without one.
import type { DataSource } from 'typeorm';

/** Why the primary answers in place of the replica: that is away, too far behind, or cancelled a statement to go on replaying. */
export type Fallback = 'away' | 'behind' | 'conflict';

/** @param asOf the replica has replayed all that was committed on the primary before this moment, by the primary's clock */
export type ReplicaWork<T> = (replica: DataSource, asOf: Date) => Promise<T>;

/** Each method gives null where the primary is to answer. The work may have begun then: it must have no effect but its result. */
export class ReadReplica {
  static readonly NONE = new ReadReplica();

  /** Reads what may lag: the answer tells as of when it is. @throws what the work throws, unless the replica was the reason */
  async read<T>(_work: ReplicaWork<T>): Promise<T | null> {
    return null;
  }

  /**
   * Reads once the replica has replayed all that the primary has committed by now, so that nothing which was deleted or masked
   * by now comes out of it.
   * @param patienceMs longest wait for that
   * @throws as `read`
   */
  async readPresent<T>(_patienceMs: number, _work: ReplicaWork<T>): Promise<T | null> {
    return null;
  }
}
