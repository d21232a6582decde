// Many clients submit at the same time to two API processes, at the limit of their minutes. Exactly as many calls are
// accepted as fit.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingClasses, newAccount, startBillingClasses, submit, sums } from '../support/apps/billing-classes.js';
import { until } from '../support/apps/running-service.js';
import { silence, wav } from '../support/audio/audio-fixtures.js';
import { CALL_MS } from '../support/builders/scripted-call.js';
import { type Answer, type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { refuse } from '../support/stubs/openai-stub.js';

const LONG = process.env.KILLS !== undefined;
/**
 * Each client sends its next submission as soon as the last one is answered. As many as the two processes have connections to
 * Postgres: of more, some would wait for a connection, and a slow machine would have them refused with 503.
 */
const CLIENTS = 16;
const SUBMISSIONS = LONG ? 1_000 : 60;
/**
 * A tenth of 6.02 minutes, into a tenth of the 100 minutes: a thousand recordings of the full 2.9 MB would be three gigabytes.
 */
const RECORDING = wav([silence(36_120, 8_000)], 8_000);
const EACH_HUNDREDTHS = 61;

describe('simultaneous submissions at the limit of minutes', () => {
  let fleet: Fleet;
  let second: FleetProcess;
  let worker: ServiceProcess | null = null;
  let failing = false;

  beforeAll(async () => {
    fleet = await startFleet(
      { PROVIDER_ATTEMPTS: '1' },
      { transcribe: () => (failing ? refuse(400, 'corrupted or unsupported') : undefined) },
    );
    [, second] = await Promise.all([fleet.start('api'), fleet.start('api')]);
  });
  beforeEach(() => fleet.open());
  afterEach(async () => {
    // No worker runs before this point, so that the accepted calls keep their minutes reserved.
    worker ??= await fleet.start('worker');
    await fleet.expectInvariants();
    await worker.kill();
    worker = null;
  });
  afterAll(() => fleet?.close());

  /** For the current month, in hundredths of a minute. */
  const setLimits = async (included: number, overage: number) => {
    // The first request creates the row of the month.
    await fleet.ask('/billing/usage');
    await fleet.db.query(
      'UPDATE usage_period SET included_hundredths = $1, overage_limit_hundredths = $2 WHERE livemode',
      [included, overage],
    );
  };
  const reserved = async () => {
    const { rows } = await fleet.db.query<{ hundredths: number; n: number }>(
      'SELECT coalesce(sum(hundredths), 0)::int AS hundredths, count(*)::int AS n FROM minutes_reservation',
    );
    return rows[0];
  };
  const submitAll = async (): Promise<Answer[]> => {
    const answers: Answer[] = [];
    let sent = 0;
    const client = async (lane: number) => {
      const rootUrl = lane % 2 ? second.rootUrl : fleet.rootUrl;
      while (sent++ < SUBMISSIONS) answers.push(await fleet.post({ recording: RECORDING, rootUrl, webhook: false }));
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, lane) => client(lane)));
    return answers;
  };
  const outcomes = (answers: readonly Answer[]) => {
    const counted = new Map<string, number>();
    for (const { status, body } of answers) {
      const outcome = status === 201 ? '201' : `${status} ${body.detail}`;
      counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
    }
    return Object.fromEntries(counted);
  };

  it('within the plan: exactly as many as fit are accepted, the others get the used minutes and the limit [fault 33]', async () => {
    await setLimits(16 * EACH_HUNDREDTHS + EACH_HUNDREDTHS - 1, 0);
    expect(outcomes(await submitAll())).toEqual({
      '201': 16,
      '402 Usage limit exceeded: 9.76 of 10.36 plan minutes used. Upgrade your plan or wait for the next billing cycle.':
        SUBMISSIONS - 16,
    });
    expect(await reserved()).toEqual({ hundredths: 976, n: 16 });
  });

  it('with overage: as many more as the overage limit allows are accepted, the others get that limit [fault 34]', async () => {
    await setLimits(16 * EACH_HUNDREDTHS, 8 * EACH_HUNDREDTHS + EACH_HUNDREDTHS - 1);
    expect(outcomes(await submitAll())).toEqual({
      '201': 24,
      '402 Overage limit of 5.48 minutes reached. Upgrade your plan or wait for the next billing cycle.':
        SUBMISSIONS - 24,
    });
    expect(await reserved()).toEqual({ hundredths: 24 * EACH_HUNDREDTHS, n: 24 });
  });

  it('after a call that fails: its minutes are released, and the next submission is accepted [fault 35]', async () => {
    await setLimits(Math.ceil(CALL_MS / 600), 0);
    failing = true;
    const id = await fleet.submit();
    await expect(await fleet.post()).toAnswer(402);
    worker = await fleet.start('worker');
    expect(await fleet.finished(id)).toBeInStatus('failed');
    failing = false;
    const next = await fleet.submit();
    expect(await fleet.finished(next)).toBeInStatus('completed');
    await expect(await fleet.post()).toAnswer(402);
  });
});

describe('a recording that turns out to be longer, and a simultaneous submission', () => {
  const MINUTE_MS = 60_000;
  let billing: BillingClasses;
  beforeAll(async () => {
    billing = await startBillingClasses();
  });
  afterAll(() => billing?.close());

  it('do not pass the limit together: the later one counts the minutes of the earlier one [fault 33]', async () => {
    const account = await newAccount(billing);
    const id = await submit(billing, account, 1_000);
    let outcome: string | null = null;
    const other = await billing.dataSource.transaction(async (tx) => {
      expect(await billing.ledger.correct(tx, id, 99 * MINUTE_MS)).toBeNull();
      const submitting = submit(billing, account, 2 * MINUTE_MS).then(
        () => 'accepted',
        (error: { status?: number }) => `refused with ${error.status}`,
      );
      const settled = submitting.then((how) => {
        outcome = how;
      });
      // The submission either waits for this transaction or has ended without waiting.
      await until(async () => {
        const [{ waits }] = await billing.dataSource.query(
          `SELECT EXISTS (SELECT FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`,
        );
        return waits || outcome !== null;
      }, 'the submission to wait or to end');
      return { settled };
    });
    await other.settled;
    expect(outcome).toBe('refused with 402');
    expect(await sums(billing, account)).toMatchObject({ reserved: 9_900, reservations: 1 });
  });
});
