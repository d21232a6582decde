// Answers queries about many calls. All figures of an answer are of the same moment. A thread of low priority counts and writes
// them: five thousand rows take a third of a second, which other accounts' requests would wait for on the event loop.
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { DataSource, type EntityManager } from 'typeorm';
import { REQUESTS_RUNNING, RequestSlots } from '../../../platform/concurrency/request-slots.js';
import { threadProgram } from '../../../platform/concurrency/thread-program.js';
import { ReadReplica } from '../../../platform/database/read-replica.js';
import { queryRow } from '../../../platform/database/sql.js';
import type { Asker } from './ask.js';
import type { StatisticsQuery } from './statistics.requests.js';
import type { Answered, StatisticsTask, ThreadQuery } from './statistics.worker.js';
import { REFUSALS, tooManyCalls } from './statistics-errors.js';

const STATEMENT_TIMEOUT_MS = 20_000;
const QUERY_CANCELED = '57014';
/** Loading its program takes a tenth of a second; people look at several figures in a row. */
const IDLE_MS = 600_000;
/** Only Linux has a priority per thread; elsewhere the value would slow down the whole service. */
const NICENESS = process.platform === 'linux' ? 5 : 0;

@Injectable()
export class StatisticsReader implements OnApplicationShutdown {
  private readonly slots = new RequestSlots();
  private readonly thread = new Piscina<StatisticsTask, Answered>({
    filename: threadProgram(import.meta.dirname, 'statistics.worker.js'),
    // The environment of the service holds secrets.
    env: {},
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: REQUESTS_RUNNING,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    recordTiming: false,
  });
  /** Time for one statement. */
  protected readonly timeoutMs: number = STATEMENT_TIMEOUT_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly replica: ReadReplica = ReadReplica.NONE,
  ) {}

  /** After the HTTP server has closed, since requests in progress still need the thread. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread.destroy();
  }

  /** @returns JSON text in UTF-8 @throws ApiError 400 for too many rows or calls */
  async read(caller: Asker, query: StatisticsQuery): Promise<Uint8Array> {
    const { accountId } = caller;
    const readFrom = (source: DataSource, asOf: Date | null) =>
      source.transaction('REPEATABLE READ', async (tx) => {
        const now = await beginReading(tx, this.timeoutMs, asOf);
        const answered = await this.inThread(tx, { caller, query: { ...query }, now });
        if ('refused' in answered) throw REFUSALS[answered.refused]();
        return answered.json;
      });
    return this.slots.run(
      accountId,
      async () => (await this.replica.read(readFrom)) ?? (await readFrom(this.dataSource, null)),
    );
  }

  /** Runs the statements that the thread sends while it is at work: it has no connection of its own. */
  private async inThread(tx: EntityManager, task: Omit<StatisticsTask, 'queries'>): Promise<Answered> {
    const { port1, port2 } = new MessageChannel();
    try {
      return await Promise.race([
        this.thread.run({ ...task, queries: port2 }, { transferList: [port2] }),
        new Promise<never>((_, fail) => {
          port1.on('message', (query: ThreadQuery) => void runQuery(tx, query, port1).catch(fail));
        }),
      ]);
    } catch (error) {
      throw isCanceled(error) ? tooManyCalls() : error;
    } finally {
      // A task that still waits for rows ends with it.
      port1.close();
    }
  }
}

const isCanceled = (error: unknown) => error instanceof Error && Reflect.get(error, 'code') === QUERY_CANCELED;

/**
 * @param asOf time that the snapshot reaches at least, where it is a replica's
 * @returns time of the snapshot, in whole seconds, as milliseconds since 1970
 */
async function beginReading(tx: EntityManager, timeoutMs: number, asOf: Date | null): Promise<number> {
  await tx.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
  if (asOf !== null) return Math.floor(asOf.getTime() / 1000) * 1000;
  const found = await queryRow<{ now: string }>(tx, 'SELECT floor(extract(epoch FROM now())) AS now');
  return Number(found?.now) * 1000;
}

async function runQuery(tx: EntityManager, { text, values }: ThreadQuery, port: MessagePort): Promise<void> {
  port.postMessage((await queryRow<{ rows: string }>(tx, text, values))?.rows);
}
