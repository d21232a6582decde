// Records the outcomes of attempts at an endpoint. Its row is written when its state changes, and otherwise about once a minute:
// not with every attempt.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Batcher } from '../../platform/concurrency/batcher.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import type { SendOutcome } from '../sending/webhook-sender.js';

/** Health that is recorded at the endpoint when a delivery to it is claimed. */
export interface NotedHealth {
  readonly isFailing: boolean;
  /** True if it was recorded within the last minute. */
  readonly successIsNoted: boolean;
  readonly failureIsNoted: boolean;
}

/** SQL columns of {@link NotedHealth}, over an endpoint `e`. */
export const NOTED_HEALTH = `e.failing_since IS NOT NULL AS is_failing,
  e.last_success_at > now() - interval '1 minute' AS success_is_noted,
  e.last_failure_at > now() - interval '1 minute' AS failure_is_noted`;

/** Time between two records of health: many attempts of a busy endpoint that fails now and then share one. */
const MIN_NOTE_INTERVAL_MS = 50;

interface Note {
  readonly id: string;
  /** Null for a success. */
  readonly error: string | null;
}

/**
 * Endpoints are locked in the order of their ids, so that two senders cannot deadlock. The first success of a paused endpoint
 * resumes it: `EndpointCare` then sends its missed deliveries.
 */
const NOTE = {
  name: 'endpoint-note',
  text: `WITH noted AS (SELECT * FROM unnest($1::uuid[], $2::text[]) AS n (id, error)),
    locked AS (SELECT id FROM webhook_endpoint WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE),
    succeeded AS (
      UPDATE webhook_endpoint e SET last_success_at = now(), last_error = NULL, failing_since = NULL, paused_at = NULL,
        probe_id = NULL, next_probe_at = NULL, notice_at = NULL,
        recover_from = CASE WHEN paused_at IS NULL THEN recover_from ELSE least(recover_from, failing_since) END,
        recover_before = CASE WHEN paused_at IS NULL THEN recover_before ELSE now() END,
        release_until = CASE WHEN paused_at IS NULL THEN release_until ELSE now() + interval '1 hour' END
      FROM noted n JOIN locked USING (id) WHERE e.id = n.id AND n.error IS NULL
      RETURNING e.recover_from IS NOT NULL AS has_missed),
    failed AS (
      UPDATE webhook_endpoint e SET last_failure_at = now(), last_error = n.error, failing_since = coalesce(failing_since, now())
      FROM noted n JOIN locked USING (id) WHERE e.id = n.id AND n.error IS NOT NULL)
    SELECT count(*)::int AS resumed FROM succeeded WHERE has_missed`,
};

@Injectable()
export class EndpointHealth {
  private readonly notes = new Batcher((notes: readonly Note[]) => this.write(notes), {
    minIntervalMs: MIN_NOTE_INTERVAL_MS,
  });
  private resumed: () => void = () => undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** @param listener must not throw */
  onResumed(listener: () => void): void {
    this.resumed = listener;
  }

  async note(
    { id, ...noted }: NotedHealth & { readonly id: string },
    { delivered, error }: SendOutcome,
  ): Promise<void> {
    const stands = delivered ? !noted.isFailing && noted.successIsNoted : noted.isFailing && noted.failureIsNoted;
    if (!stands) await this.notes.call({ id, error: delivered ? null : error });
  }

  private async write(notes: readonly Note[]): Promise<undefined[]> {
    const byEndpoint = new Map<string, string | null>();
    for (const { id, error } of notes) {
      // A success overrides a failure at about the same time.
      if (byEndpoint.get(id) !== null) byEndpoint.set(id, error);
    }
    const [found] = await queryPrepared<{ resumed: number }>(this.dataSource, NOTE, [
      [...byEndpoint.keys()],
      [...byEndpoint.values()],
    ]);
    if (found && found.resumed > 0) this.resumed();
    return notes.map(() => undefined);
  }
}
