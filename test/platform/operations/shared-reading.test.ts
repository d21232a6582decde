import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { sharedReading } from '../../../src/platform/operations/shared-reading.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

describe('figures that processes share', () => {
  let database: FreshDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await freshDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 10)).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** What each of so many processes reads, and how many of them counted. */
  const readAll = async (processes: number, counted: number) => {
    let counts = 0;
    const readers = Array.from({ length: processes }, () =>
      sharedReading(dataSource, 'calls', async () => {
        counts += 1;
        return { waiting: counted };
      }),
    );
    return { figures: await Promise.all(readers.map((read) => read())), counts };
  };
  const age = (column: 'taken_at' | 'claimed_at', seconds: number) =>
    dataSource.query(`UPDATE shared_reading SET ${column} = now() - $1 * interval '1 second'`, [seconds]);

  it('are counted by one of sixty, and again by one when they are old', async () => {
    await readAll(1, 7);
    // Otherwise sixty readers on a slow machine would outlive the figures.
    await age('taken_at', -3_600);
    expect(await readAll(60, 8)).toEqual({ figures: Array(60).fill({ waiting: 7 }), counts: 0 });
    await age('taken_at', 6);
    await age('claimed_at', 6);
    const { figures, counts } = await readAll(60, 9);
    expect(counts, 'counts for sixty readers').toBe(1);
    expect(
      figures.filter(({ waiting }) => waiting !== 7 && waiting !== 9),
      'figures that no process counted',
    ).toEqual([]);
    expect(figures).toContainEqual({ waiting: 9 });
  });

  it('are counted by the next process that asks when the one that counts them was killed long ago', async () => {
    await age('taken_at', 31);
    await age('claimed_at', 0);
    expect(await readAll(1, 10)).toEqual({ figures: [{ waiting: 10 }], counts: 1 });
  });
});
