// Sends the progress of analyses to listeners in this process. Workers run in other processes and write to Postgres, so this
// service polls: one query reads all watched rows, however many listeners there are.
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { notFound, tooManyRequests, unavailable } from '../../platform/errors/api-error.js';
import { AnalysisReader } from '../analysis-reader.js';
import type { Stage } from '../claims/step-records.js';

const POLL_INTERVAL_MS = 500;
/** Limit per process. A listener costs an open connection and little else. */
const MAX_LISTENERS = 2_000;
/** Limit per process and account, so that one account cannot use up the others' share. */
const MAX_LISTENERS_PER_ACCOUNT = 100;
const RETRY_AFTER_SECONDS = 5;
/** Interval at which the credentials of all listeners are checked. A result is sent only after a check of its own. */
const CHECK_INTERVAL_MS = 2_000;

/** Stages in the order of the pipeline: at equal percent, a later stage is a newer event. */
const STAGES: readonly Stage[] = ['queued', 'fetching', 'measuring', 'transcribing', 'analysing', 'settling'];
const IDS_PER_PERCENT = 10;

export interface AnalysisEvent {
  /** Computed from stage and percent, and grows with them: one state has the same id in every process and connection. */
  readonly id: number;
  readonly event: 'progress' | 'completed' | 'failed';
  /** JSON text. */
  readonly data: string;
}

/** No event comes after this one. */
export const FINAL_EVENT_ID = 101 * IDS_PER_PERCENT;

export interface Listener {
  /** Receives each event newer than `after` at most once. */
  send(event: AnalysisEvent): void;
  /**
   * Called when no more events follow: after the final event, when the analysis is deleted, when the listener is no longer
   * allowed, when the process shuts down.
   */
  end(): void;
  /** Whether the listener's credential is still valid. */
  isAllowed(): Promise<boolean>;
}

interface Watched {
  readonly key: string;
  readonly accountId: string;
  readonly id: string;
  /** Listeners, each with the id of its newest event. */
  readonly listeners: Map<Listener, number>;
}

interface AnalysisState {
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
  private polling = false;
  private closed = false;
  private checkedAtMs = performance.now();

  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: AnalysisReader,
  ) {}

  get listenerCount(): number {
    return countListeners([...this.watched.values()]);
  }

  /** @throws ApiError 404 */
  async isFinal(accountId: string, id: string): Promise<boolean> {
    const found = await queryRow<{ final: boolean }>(
      this.dataSource,
      "SELECT status <> 'processing' AS final FROM analysis WHERE id = $1 AND account_id = $2",
      [id, accountId],
    );
    if (!found) throw notFound('Analysis');
    return found.final;
  }

  /**
   * Sends nothing before it returns. Ends the listener on the next poll if the account has no such analysis.
   * @param after id of the newest event that the listener has; -1 when it has none
   * @returns a function that removes the listener
   * @throws ApiError 503 when this process already has MAX_LISTENERS, 429 when the account already has its share of them
   */
  listen(accountId: string, id: string, after: number, listener: Listener): () => void {
    if (this.closed || this.listenerCount >= MAX_LISTENERS) throw unavailable(RETRY_AFTER_SECONDS);
    const ofAccount = [...this.watched.values()].filter((watched) => watched.accountId === accountId);
    if (countListeners(ofAccount) >= MAX_LISTENERS_PER_ACCOUNT) throw tooManyRequests(RETRY_AFTER_SECONDS);
    const key = keyOf(accountId, id);
    const watched = this.watched.get(key) ?? { key, accountId, id, listeners: new Map() };
    this.watched.set(key, watched);
    watched.listeners.set(listener, after);
    this.pollIn(0);
    return () => this.remove(watched, listener);
  }

  /** Open streams would delay the shutdown. Clients reconnect to another process and send the id of their last event. */
  onModuleDestroy(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    for (const watched of [...this.watched.values()]) this.endAll(watched);
  }

  private pollIn(delayMs: number): void {
    if (this.closed || this.polling) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.polling = true;
      void this.poll()
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'Failed to read the progress of analyses; trying again at the next poll'),
        )
        .finally(() => {
          this.polling = false;
          if (this.watched.size > 0) this.pollIn(POLL_INTERVAL_MS);
        });
    }, delayMs);
  }

  private async poll(): Promise<void> {
    const all = [...this.watched.values()];
    if (all.length === 0) return;
    if (performance.now() - this.checkedAtMs >= CHECK_INTERVAL_MS) {
      await this.endRevoked(all);
      this.checkedAtMs = performance.now();
    }
    const states = await queryRows<AnalysisState>(
      this.dataSource,
      `SELECT a.id, a.account_id, a.status, a.stage, a.percent
       FROM unnest($1::uuid[], $2::uuid[]) AS w (id, account_id)
       JOIN analysis a ON a.id = w.id AND a.account_id = w.account_id`,
      [all.map(({ id }) => id), all.map(({ accountId }) => accountId)],
    );
    const found = new Map(states.map((state) => [keyOf(state.account_id, state.id), state]));
    for (const watched of all) {
      const state = found.get(watched.key);
      if (state) await this.publish(watched, state);
      else this.endAll(watched);
    }
  }

  private async publish(watched: Watched, state: AnalysisState): Promise<void> {
    const event = state.status === 'processing' ? progressEvent(state) : await this.finalEvent(watched, state.status);
    // Checks after the result was read: a credential could otherwise be revoked between check and read.
    if (state.status !== 'processing') await this.endRevoked([watched]);
    for (const [listener, after] of watched.listeners) {
      if (event.id <= after) continue;
      watched.listeners.set(listener, event.id);
      listener.send(event);
    }
    if (state.status !== 'processing') this.endAll(watched);
  }

  private async endRevoked(all: readonly Watched[]): Promise<void> {
    const listening = all.flatMap((watched) =>
      [...watched.listeners.keys()].map((listener) => ({ watched, listener })),
    );
    const allowed = await Promise.all(listening.map(({ listener }) => listener.isAllowed()));
    for (const [index, { watched, listener }] of listening.entries()) {
      if (allowed[index]) continue;
      this.remove(watched, listener);
      listener.end();
    }
  }

  private remove(watched: Watched, listener: Listener): void {
    watched.listeners.delete(listener);
    if (watched.listeners.size === 0 && this.watched.get(watched.key) === watched) this.watched.delete(watched.key);
  }

  private async finalEvent({ accountId, id }: Watched, event: 'completed' | 'failed'): Promise<AnalysisEvent> {
    return { id: FINAL_EVENT_ID, event, data: await this.reader.getJson(accountId, id) };
  }

  private endAll(watched: Watched): void {
    if (this.watched.get(watched.key) === watched) this.watched.delete(watched.key);
    const listeners = [...watched.listeners.keys()];
    watched.listeners.clear();
    for (const listener of listeners) listener.end();
  }
}

const countListeners = (all: readonly Watched[]) => all.reduce((sum, { listeners }) => sum + listeners.size, 0);

const keyOf = (accountId: string, id: string) => `${accountId}/${id}`;

function progressEvent({ stage, percent }: AnalysisState): AnalysisEvent {
  return {
    id: percent * IDS_PER_PERCENT + STAGES.indexOf(stage),
    event: 'progress',
    data: JSON.stringify({ stage, percent }),
  };
}
