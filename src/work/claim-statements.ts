// The statements by which workers claim the rows of a table, renew the lease and hand them back. The table has the columns `id`,
// `account_id`, `livemode`, `request_id`, `status`, `fence`, `run_after`, `lease_until`, `crashes`, `provider_failures`,
// `failing_since`, `last_failed_at`, `trace_parent`.
import type { PreparedStatement } from '../platform/database/prepared.js';
import type { EngineTask } from '../ports/engine-trouble.js';
import type { Claimed } from './claim.js';

/** SQL condition on a row: the worker with this fence still holds it. Values: id, fence. */
export const HELD = "id = $1 AND fence = $2 AND status = 'processing'";
/** SQL assignments: the work made headway, so its earlier failures no longer count. */
export const HEADWAY = 'crashes = 0, provider_failures = 0, failing_since = NULL';

const DUE = "status = 'processing' AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())";
const FAILING = `provider_failures AS "providerFailures",
  (extract(epoch FROM now() - failing_since) * 1000)::float8 AS "failingForMs"`;
/** SQL list of the reasons that are failures of a provider. */
const COUNTED = "('provider-failed', 'engine-paused')";

export interface ClaimTable<T extends Claimed> {
  readonly table: string;
  /** Ends the names of the statements. */
  readonly noun: string;
  /** SQL of each further member that a claim reads. */
  readonly columns: Readonly<Record<Exclude<keyof T, keyof Claimed>, string>>;
  /** SQL time from which the work has been waiting. */
  readonly waitingSince: string;
  /** SQL condition: the row may ask an engine. */
  readonly asksEngines: string;
  /** SQL of the engine's name that the row keeps for a task; null: the default's. Left out: only its runs know the engine. */
  readonly engineOf?: (task: EngineTask) => string;
}

export interface ClaimStatements {
  readonly claim: PreparedStatement;
  readonly renew: PreparedStatement;
  readonly failures: PreparedStatement;
  readonly handBack: PreparedStatement;
  readonly outOfPatience: PreparedStatement;
  /** Among several engines for a task; further value: whether the engine is the default. */
  readonly outOfPatienceWith: Readonly<Record<EngineTask, PreparedStatement>>;
}

function outOfPatience<T extends Claimed>(
  of: ClaimTable<T>,
  asksThisEngine: string,
  suffix: string,
): PreparedStatement {
  const { table, noun, waitingSince, asksEngines } = of;
  return {
    name: `out-of-patience-${noun}${suffix}`,
    text: `SELECT id FROM ${table}, engine_pause e
           WHERE e.engine = $1 AND e.paused_until > now() AND e.since <= now() - $2 * interval '1 millisecond'
             AND ${DUE} AND ${asksEngines} AND ${asksThisEngine}
             AND least(failing_since, greatest(${waitingSince}, e.since)) <= now() - $2 * interval '1 millisecond'
           ORDER BY run_after LIMIT $3`,
  };
}

/** A row that does not keep its engine's name was handed back by a run that asked it. */
function asksThis(task: EngineTask, engineOf: ClaimTable<Claimed>['engineOf']): string {
  const column = engineOf?.(task);
  return column === undefined
    ? "$4::boolean IS NOT NULL AND failing_since <= now() - $2 * interval '1 millisecond'"
    : `(${column} = $1 OR ($4::boolean AND ${column} IS NULL))`;
}

/**
 * Rows of an account that wait because a provider failed are due at once. Value: the account.
 * @param lane SQL condition that the index of its turns has
 */
export const resumeStatement = (table: string, lane: string, noun: string): PreparedStatement => ({
  name: `resume-${noun}`,
  text: `UPDATE ${table} SET run_after = now()
         WHERE account_id = $1 AND status = 'processing' AND ${lane} AND run_after > now() AND lease_until IS NULL
           AND failing_since IS NOT NULL`,
});

export function claimStatements<T extends Claimed>(of: ClaimTable<T>): ClaimStatements {
  const { table, noun, columns, engineOf } = of;
  const further = Object.entries<string>(columns).map(([member, sql]) => `${sql} AS "${member}"`);
  return {
    claim: {
      name: `claim-${noun}`,
      text: `UPDATE ${table}
             SET fence = fence + 1,
                 crashes = crashes + CASE WHEN lease_until IS NULL THEN 0 ELSE 1 END,
                 lease_until = now() + $2 * interval '1 millisecond'
             WHERE id = $1 AND ${DUE}
             RETURNING id, account_id AS "accountId", livemode, request_id AS "requestId", fence, crashes, ${FAILING},
               trace_parent AS "traceParent", ${further.join(', ')}`,
    },
    // A row that was released while the heartbeat was on its way stays free.
    renew: {
      name: `renew-${noun}`,
      text: `UPDATE ${table} SET lease_until = now() + $3 * interval '1 millisecond'
             WHERE ${HELD} AND lease_until IS NOT NULL RETURNING id`,
    },
    failures: {
      name: `failures-${noun}`,
      text: `SELECT ${FAILING}, last_failed_at::text AS "lastFailedAt" FROM ${table} WHERE ${HELD}`,
    },
    handBack: {
      name: `hand-back-${noun}`,
      text: `UPDATE ${table}
             SET lease_until = NULL,
                 run_after = CASE WHEN $4 = 'gave-way' THEN run_after ELSE now() + $3 * interval '1 millisecond' END,
                 provider_failures = provider_failures + CASE WHEN $4 = 'provider-failed' THEN 1 ELSE 0 END,
                 failing_since = CASE WHEN $4 IN ${COUNTED} THEN coalesce(failing_since, now()) ELSE failing_since END,
                 last_failed_at = CASE WHEN $4 IN ${COUNTED} THEN now() ELSE last_failed_at END
             WHERE ${HELD}`,
    },
    outOfPatience: outOfPatience(of, 'true', ''),
    outOfPatienceWith: {
      transcription: outOfPatience(of, asksThis('transcription', engineOf), '-by-transcription'),
      analysis: outOfPatience(of, asksThis('analysis', engineOf), '-by-analysis'),
    },
  };
}
