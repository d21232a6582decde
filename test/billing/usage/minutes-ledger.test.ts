import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { queryRow } from '../../../src/platform/database/sql.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import {
  type BillingClasses,
  complete,
  fail,
  letPass,
  livePeriods,
  newAccount,
  POOL_SIZE,
  startBillingClasses,
  submit,
  sums,
} from '../../support/apps/billing-classes.js';

const MINUTE = 60_000;

let billing: BillingClasses;
beforeAll(async () => {
  billing = await startBillingClasses();
});
afterAll(() => billing.close());

/** As many at a time as the pool has connections: a submission that waited for one too long would fail for another reason. */
async function outcomes(count: number, accountId: string, durationMs: number): Promise<(ApiError | null)[]> {
  const connections = new Semaphore(POOL_SIZE);
  const submitOne = () =>
    submit(billing, accountId, durationMs).then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
    );
  return Promise.all(Array.from({ length: count }, () => connections.run(submitOne)));
}

async function toPlan(accountId: string, plan: 'free' | 'starter' | 'growth', overageMinutes = 0): Promise<void> {
  await billing.dataSource.transaction(async (tx) => {
    const current = await billing.subscriptions.lock(tx, accountId);
    const overageLimitHundredths = overageMinutes * 100;
    await billing.periods.applyTerms(
      tx,
      await billing.subscriptions.update(tx, current, { plan, overageLimitHundredths }),
    );
  });
}

describe('the limit', () => {
  it('lets 16 of 1,000 simultaneous calls of 6.02 minutes into 100 minutes [fault 33]', async () => {
    const account = await newAccount(billing);
    const answers = await outcomes(1_000, account, 6.02 * MINUTE);
    const refused = answers.filter((answer) => answer !== null);
    expect(answers.length - refused.length, 'calls that were let in').toBe(16);
    expect(new Set(refused.map(({ status, detail }) => `${status} ${detail}`))).toEqual(
      new Set([
        '402 Usage limit exceeded: 96.32 of 100.00 plan minutes used. Upgrade your plan or wait for the next billing cycle.',
      ]),
    );
    expect(await sums(billing, account)).toMatchObject({ reserved: 9_632, reservations: 16, entries: 0 });
  });

  it('lets as many more in as the overage limit carries, and names that limit [limits 15, fault 34]', async () => {
    const account = await newAccount(billing);
    await toPlan(account, 'starter', 50);
    await complete(billing, await submit(billing, account, 900 * MINUTE), 900 * MINUTE);
    const answers = await outcomes(200, account, 6.02 * MINUTE);
    const refused = answers.filter((answer) => answer !== null);
    expect(answers.length - refused.length, 'calls that were let in').toBe(24);
    expect(new Set(refused.map(({ detail }) => detail))).toEqual(
      new Set(['Overage limit of 50.00 minutes reached. Upgrade your plan or wait for the next billing cycle.']),
    );
  });

  it('takes what fits exactly', async () => {
    const account = await newAccount(billing);
    await submit(billing, account, 100 * MINUTE);
    await expect(submit(billing, account, null), 'a call beyond the limit').rejects.toMatchObject({ status: 402 });
    expect(await sums(billing, account)).toMatchObject({ reserved: 10_000, reservations: 1 });
  });

  it('keeps accounts apart while one of them is being locked, and is still read', async () => {
    const [held, free] = [await newAccount(billing), await newAccount(billing)];
    await submit(billing, held, MINUTE);
    await billing.dataSource.transaction(async (tx) => {
      await billing.periods.lockCurrent(tx, held, true);
      const room = await billing.ledger.findRoom(held, true);
      expect(room.refusalOf(99 * MINUTE), 'the refusal of what fits').toBeNull();
      await submit(billing, free, MINUTE);
    });
    expect(await sums(billing, free)).toMatchObject({ reserved: 100 });
  });

  it('is checked before a body is read, without a reservation [endpoints 17]', async () => {
    const account = await newAccount(billing);
    const room = await billing.ledger.findRoom(account, true);
    expect(room.refusalOf(null), 'the refusal of a call of unknown length').toBeNull();
    expect(room.refusalOf(100 * MINUTE), 'the refusal of what fits exactly').toBeNull();
    expect(room.refusalOf(101 * MINUTE)?.status, 'a call beyond the limit').toBe(402);
    await submit(billing, account, 100 * MINUTE);
    expect((await billing.ledger.findRoom(account, true)).refusalOf(null)).toMatchObject({
      status: 402,
      detail:
        'Usage limit exceeded: 100.00 of 100.00 plan minutes used. Upgrade your plan or wait for the next billing cycle.',
    });
    const testRoom = await billing.ledger.findRoom(account, false);
    expect(testRoom.refusalOf(100 * MINUTE), 'the refusal of a call of test mode').toBeNull();
    expect(await sums(billing, account)).toMatchObject({ reservations: 1 });
  });

  it('gives test keys an allowance of their own: 100 minutes a month [settled 18, fault 82]', async () => {
    const account = await newAccount(billing);
    await submit(billing, account, 100 * MINUTE);
    await complete(billing, await submit(billing, account, 100 * MINUTE, { livemode: false }), 100 * MINUTE);
    await expect(submit(billing, account, null, { livemode: false })).rejects.toMatchObject({
      detail: 'Test mode limit exceeded: 100.00 of 100.00 test minutes used.',
    });
    expect(await sums(billing, account, false)).toMatchObject({ hundredths: 10_000, overage: 0, cents: 0 });
    expect(await sums(billing, account)).toMatchObject({ entries: 0, reserved: 10_000 });
  });
});

describe('the way of a call', () => {
  it.each([
    [590, 1],
    [600, 1],
    [601, 2],
    [610, 2],
    [59_990, 100],
    [60_000, 100],
    [60_001, 101],
  ])('bills %i ms as %i hundredths of a minute [fault 36]', async (durationMs, hundredths) => {
    const account = await newAccount(billing);
    await complete(billing, await submit(billing, account, null), durationMs);
    expect(await sums(billing, account)).toMatchObject({ entries: 1, hundredths, reservations: 0 });
  });

  it('goes by what decodes, not by what the header claims [endpoints 18, limits 13, fault 65]', async () => {
    const account = await newAccount(billing);
    const id = await submit(billing, account, 1_000);
    const corrected = (durationMs: number) =>
      billing.dataSource.transaction((tx) => billing.ledger.correct(tx, id, durationMs));
    expect(await corrected(101 * MINUTE), 'the refusal of what decodes beyond the limit').toBe(
      'This recording needs 101.00 minutes; 100.00 are left. Upgrade your plan or wait for the next billing cycle.',
    );
    expect(await sums(billing, account)).toMatchObject({ reserved: 2 });
    expect(await corrected(99 * MINUTE), 'the refusal of what fits').toBeNull();
    expect(await sums(billing, account)).toMatchObject({ reserved: 9_900 });
    await toPlan(account, 'starter', 10);
    expect(await corrected(1_010 * MINUTE), 'The overage of a larger plan of today does not count').toBeNull();
  });

  it('says how many test minutes a recording needs that decodes longer than its allowance', async () => {
    const account = await newAccount(billing);
    await complete(billing, await submit(billing, account, MINUTE, { livemode: false }), 99 * MINUTE);
    const id = await submit(billing, account, null, { livemode: false });
    const correct = (isCut: boolean) =>
      billing.dataSource.transaction((tx) => billing.ledger.correct(tx, id, 89_001, isCut));
    expect(await correct(false), 'the refusal of a recording that was decoded').toBe(
      'This recording needs 1.49 test minutes; 1.00 are left.',
    );
    expect(await correct(true), 'the refusal of a recording whose decoding was ended').toBe(
      'This recording needs more than 1.48 test minutes; 1.00 are left.',
    );
  });

  it('gives the minutes of a failed call back [fault 35]', async () => {
    const account = await newAccount(billing);
    const id = await submit(billing, account, 100 * MINUTE);
    await expect(submit(billing, account, MINUTE), 'a call beyond the limit').rejects.toMatchObject({ status: 402 });
    await fail(billing, id);
    await submit(billing, account, MINUTE);
    expect(await sums(billing, account)).toMatchObject({ entries: 0, reserved: 100, reservations: 1 });
  });

  it('may be decoded up to the limit, beside what other calls take', async () => {
    const account = await newAccount(billing);
    const other = await submit(billing, account, 30 * MINUTE);
    const call = await submit(billing, account, 10 * MINUTE);
    const room = (id: string) => billing.ledger.roomMsFor(id);
    expect(await room(call), 'The room is not what other calls leave of the plan').toBe(70 * MINUTE);
    await toPlan(account, 'starter', 50);
    expect(await room(call), 'A larger plan of today does not count').toBe(1_020 * MINUTE);
    const later = await submit(billing, account, MINUTE);
    await toPlan(account, 'free');
    expect(await room(later), 'The terms of acceptance are lost with the plan').toBe(1_010 * MINUTE);
    await complete(billing, other, 2_000 * MINUTE);
    expect(await room(call), 'A used-up plan leaves room').toBe(0);
    await fail(billing, call);
    expect(await room(call), 'A call that has ended has a limit').toBe(Number.POSITIVE_INFINITY);
  });

  it('shows what it was billed once it is completed', async () => {
    const account = await newAccount(billing);
    await toPlan(account, 'starter', 100);
    const call = await submit(billing, account, 1_001 * MINUTE);
    expect(await billing.ledger.findBilled(call), 'A call at work shows a bill').toBeNull();
    await complete(billing, call, 1_001 * MINUTE);
    expect(await billing.ledger.findBilled(call), 'The report shows another bill than the ledger').toEqual({
      hundredths: 100_100,
      amountCents: 5,
    });
  });

  it('that was deleted at work is billed with what other calls have used since', async () => {
    const account = await newAccount(billing);
    await toPlan(account, 'starter', 100);
    const call = await submit(billing, account, MINUTE);
    const other = await submit(billing, account, 1_000 * MINUTE);
    const reservation = await billing.ledger.findReservation(billing.dataSource.manager, call);
    expect(reservation, 'The reservation of a call at work is not found').toMatchObject({
      analysisId: call,
      hundredths: 100,
    });
    if (reservation === null) return;
    await complete(billing, other, 1_000 * MINUTE);
    await billing.dataSource.transaction(async (tx) => {
      await tx.query('DELETE FROM analysis WHERE id = $1', [call]);
      await billing.ledger.billDeleted(
        tx,
        { analysisId: call, accountId: account, livemode: true },
        MINUTE,
        reservation,
      );
    });
    const left = await sums(billing, account);
    expect(left, 'The deleted call is billed otherwise than a completed one').toMatchObject({
      entries: 2,
      hundredths: 100_100,
      overage: 100,
      cents: 5,
      reservations: 0,
    });
  });

  it('without a reservation is not billed', async () => {
    const account = await newAccount(billing);
    const call = await submit(billing, account, MINUTE);
    await billing.dataSource.transaction((tx) => billing.ledger.release(tx, call));
    await expect(complete(billing, call, MINUTE), 'Minutes are billed that were never reserved').rejects.toThrow(
      'A call in progress must have a reservation',
    );
    expect(await sums(billing, account), 'The ledger has an entry without a reservation').toMatchObject({ entries: 0 });
  });

  it('bills one analysis once, even where the code would try twice', async () => {
    const account = await newAccount(billing);
    const id = await submit(billing, account, MINUTE);
    await complete(billing, id, MINUTE);
    const again = billing.dataSource.transaction(async (tx) => {
      const period = await billing.periods.lockCurrent(tx, account, true);
      await tx.query('INSERT INTO minutes_reservation (analysis_id, period_id, hundredths) VALUES ($1, $2, 100)', [
        id,
        period.id,
      ]);
      await billing.ledger.bill(tx, { analysisId: id, accountId: account, livemode: true }, MINUTE);
    });
    await expect(again).rejects.toThrow(/ledger_entry_analysis_key/);
    expect(await sums(billing, account)).toMatchObject({ entries: 1, hundredths: 100, reservations: 0 });
  });

  it('splits what passes the included minutes, and its cents add up whatever the pieces [limits 15, fault 36]', async () => {
    const account = await newAccount(billing);
    await toPlan(account, 'starter', 100);
    await complete(billing, await submit(billing, account, 999.9 * MINUTE), 999.9 * MINUTE);
    for (let call = 0; call < 7; call += 1) await complete(billing, await submit(billing, account, 20_400), 20_400);
    // 0.34 minutes seven times, 0.10 of them included: 2.28 minutes at 5 cents are 11.4 cents.
    expect(await sums(billing, account)).toMatchObject({ entries: 8, overage: 228, cents: 11 });
  });
});

describe('the period', () => {
  it('is the one of acceptance, whenever the call is completed [fault 37]', async () => {
    const account = await newAccount(billing);
    const id = await submit(billing, account, 90 * MINUTE);
    await letPass(billing, account, 1);
    await submit(billing, account, 95 * MINUTE);
    await complete(billing, id, 91 * MINUTE);
    const periods = await livePeriods(billing, account);
    expect(periods.map(({ used }) => used)).toEqual([9_100, 0]);
    expect(periods[0]?.ends_at).toEqual(periods[1]?.starts_at);
  });

  it('has a row for every month that passed, also without a call', async () => {
    const account = await newAccount(billing);
    await toPlan(account, 'starter');
    await letPass(billing, account, 3);
    await submit(billing, account, MINUTE);
    const periods = await livePeriods(billing, account);
    expect(periods, 'periods').toHaveLength(4);
    expect(new Set(periods.map(({ price_cents }) => price_cents))).toEqual(new Set([4900]));
    for (const [index, period] of periods.entries())
      if (index > 0) expect(period.starts_at).toEqual(periods[index - 1]?.ends_at);
  });

  it('is made once by any number of first calls', async () => {
    const account = await newAccount(billing);
    await Promise.all(Array.from({ length: POOL_SIZE }, () => billing.ledger.findRoom(account, true)));
    expect(await livePeriods(billing, account), 'periods').toHaveLength(1);
    await Promise.all(Array.from({ length: 40 }, () => submit(billing, account, MINUTE)));
    expect(await livePeriods(billing, account), 'periods').toHaveLength(1);
    expect(await sums(billing, account)).toMatchObject({ reservations: 40 });
  });

  it('keeps what was used when the plan changes within it', async () => {
    const account = await newAccount(billing);
    await complete(billing, await submit(billing, account, 80 * MINUTE), 80 * MINUTE);
    await toPlan(account, 'starter');
    const [period] = await livePeriods(billing, account);
    expect(period).toMatchObject({ plan: 'starter', price_cents: 4900, used: 8_000 });
    await submit(billing, account, 920 * MINUTE);
    await expect(submit(billing, account, null), 'a call beyond the limit').rejects.toMatchObject({ status: 402 });
  });

  it('brings a pending plan into force at its end', async () => {
    const account = await newAccount(billing);
    await toPlan(account, 'growth', 10);
    await billing.dataSource.transaction(async (tx) => {
      const current = await billing.subscriptions.lock(tx, account);
      const { endsAt } = await billing.periods.current(tx, account, true);
      await billing.subscriptions.update(tx, current, {
        pendingPlan: 'free',
        pendingFrom: endsAt,
        cancelAtPeriodEnd: true,
      });
    });
    await letPass(billing, account, 1);
    await expect(submit(billing, account, 101 * MINUTE)).rejects.toMatchObject({
      detail:
        'Usage limit exceeded: 0.00 of 100.00 plan minutes used. Upgrade your plan or wait for the next billing cycle.',
    });
    await billing.ledger.findRoom(account, true);
    expect((await livePeriods(billing, account)).map(({ plan }) => plan)).toEqual(['growth', 'free']);
    const stored = await queryRow(
      billing.dataSource,
      'SELECT plan, pending_plan, cancel_at_period_end FROM subscription WHERE account_id = $1',
      [account],
    );
    expect(stored).toEqual({ plan: 'free', pending_plan: null, cancel_at_period_end: false });
  });
});
