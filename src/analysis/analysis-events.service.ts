/**
 * Tells listeners how far their analyses are. Workers run in other processes and the row is the truth, so one query looks
 * at all watched rows at once, however many listen.
 */
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { notFound, unavailable } from '../platform/errors/api-error.js';
import type { Stage } from './analysis-claims.js';
import { AnalysisReader } from './analysis-reader.js';

const LOOK_EVERY_MS = 500;
/** Of one process. Each is an open connection and little else. */
const MOST_LISTENERS = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** In the order of the pipeline: with equal percent, the later stage is news. */
const STAGES: readonly Stage[] = ['queued', 'fetching', 'measuring', 'transcribing', 'analysing', 'settling'];
const IDS_PER_PERCENT = 10;

export interface AnalysisEvent {
  /** Grows with the progress: the same state has the same id in every process and on every connection. */
  readonly id: number;
  readonly event: 'progress' | 'completed' | 'failed';
  /** JSON text. */
  readonly data: string;
}

/** No event comes after this one. */
export const FINAL_EVENT_ID = 101 * IDS_PER_PERCENT;

export interface Listener {
  /** An event that is newer than `after`; never the same twice. */
  tell(event: AnalysisEvent): void;
  /** Nothing more will come: after the final event, when the analysis was deleted, when the process shuts down. */
  end(): void;
}

interface Watched {
  readonly key: string;
  readonly accountId: string;
  readonly id: string;
  readonly listeners: Map<Listener, number>;
}

interface State {
  id: string;
  account_id: string;
  status: 'processing' | 'completed' | 'failed';
  stage: Stage;
  percent: number;
}

@Injectable()
export class AnalysisEvents implements OnModuleDestroy {
  private readonly logger = new Logger(AnalysisEvents.name);
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | null = null;
  private looking = false;
  private closed = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: AnalysisReader,
  ) {}

  get listenerCount(): number {
    return [...this.watched.values()].reduce((sum, { listeners }) => sum + listeners.size, 0);
  }

  /** @throws ApiError 404 */
  async checkExists(accountId: string, id: string): Promise<void> {
    const found = await queryRow(this.dataSource, 'SELECT 1 FROM analysis WHERE id = $1 AND account_id = $2', [
      id,
      accountId,
    ]);
    if (!found) throw notFound('Analysis');
  }

  /**
   * Tells nothing before it returns, and ends at once for an analysis that this account does not have.
   * @param after id of the newest event that the listener has; -1 when it has none
   * @returns stops listening
   * @throws ApiError 503 when this process has as many listeners as it takes
   */
  listen(accountId: string, id: string, after: number, listener: Listener): () => void {
    if (this.closed || this.listenerCount >= MOST_LISTENERS) throw unavailable(RETRY_AFTER_SECONDS);
    const key = keyOf(accountId, id);
    const watched = this.watched.get(key) ?? { key, accountId, id, listeners: new Map() };
    this.watched.set(key, watched);
    watched.listeners.set(listener, after);
    this.lookIn(0);
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.watched.get(key) === watched) this.watched.delete(key);
    };
  }

  /** Open streams would hold the shutdown up. Clients come back to another process, with the id they have seen. */
  onModuleDestroy(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    for (const watched of [...this.watched.values()]) this.endAll(watched);
  }

  private lookIn(delayMs: number): void {
    if (this.closed || this.looking) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.looking = true;
      void this.look()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'The progress of analyses could not be read'))
        .finally(() => {
          this.looking = false;
          if (this.watched.size > 0) this.lookIn(LOOK_EVERY_MS);
        });
    }, delayMs);
  }

  private async look(): Promise<void> {
    const all = [...this.watched.values()];
    if (all.length === 0) return;
    const states = await queryRows<State>(
      this.dataSource,
      `SELECT a.id, a.account_id, a.status, a.stage, a.percent
       FROM unnest($1::uuid[], $2::uuid[]) AS w (id, account_id)
       JOIN analysis a ON a.id = w.id AND a.account_id = w.account_id`,
      [all.map(({ id }) => id), all.map(({ accountId }) => accountId)],
    );
    const found = new Map(states.map((state) => [keyOf(state.account_id, state.id), state]));
    for (const watched of all) {
      const state = found.get(watched.key);
      if (state) await this.spread(watched, state);
      else this.endAll(watched);
    }
  }

  private async spread(watched: Watched, state: State): Promise<void> {
    const event = state.status === 'processing' ? progressOf(state) : await this.finalOf(watched, state.status);
    for (const [listener, after] of watched.listeners) {
      if (event.id <= after) continue;
      watched.listeners.set(listener, event.id);
      listener.tell(event);
    }
    if (state.status !== 'processing') this.endAll(watched);
  }

  private async finalOf({ accountId, id }: Watched, event: 'completed' | 'failed'): Promise<AnalysisEvent> {
    return { id: FINAL_EVENT_ID, event, data: await this.reader.getJson(accountId, id) };
  }

  private endAll(watched: Watched): void {
    if (this.watched.get(watched.key) === watched) this.watched.delete(watched.key);
    const listeners = [...watched.listeners.keys()];
    watched.listeners.clear();
    for (const listener of listeners) listener.end();
  }
}

const keyOf = (accountId: string, id: string) => `${accountId}/${id}`;

function progressOf({ stage, percent }: State): AnalysisEvent {
  return {
    id: percent * IDS_PER_PERCENT + STAGES.indexOf(stage),
    event: 'progress',
    data: JSON.stringify({ stage, percent }),
  };
}
