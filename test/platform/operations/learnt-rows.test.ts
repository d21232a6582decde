import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { EngineLearning } from '../../../src/platform/operations/engine-learning.js';
import { LearntRows } from '../../../src/platform/operations/learnt-rows.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

let database: FreshDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 4)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** What a process learns and knows, from its start on. */
function start(): EngineLearning {
  const learning = new EngineLearning();
  new LearntRows(dataSource, learning).onModuleInit();
  return learning;
}
const of = (server: string) => ({ engine: 'compatible:m', server });
const age = (minutes: number) =>
  dataSource.query(`UPDATE engine_learnt SET learnt_at = learnt_at - $1 * interval '1 minute'`, [minutes]);

it('is known to every process, server by server, fact by fact', async () => {
  const [first, second] = [start(), start()];
  await first.add(of('a'), { temperature: 'refused' });
  await second.add(of('a'), { max_output: 4096 });
  await first.add(of('b'), { format: 'tool' });
  expect(await start().recall(of('a'))).toEqual({ temperature: 'refused', max_output: 4096 });
  expect(await start().recall(of('b'))).toEqual({ format: 'tool' });
  expect(await start().recall(of('c'))).toEqual({});
});

it('is forgotten an hour after its first fact', async () => {
  await start().add(of('d'), { format: 'tool' });
  await age(50);
  await start().add(of('d'), { strict: 'refused' });
  expect(await start().recall(of('d'))).toEqual({ format: 'tool', strict: 'refused' });
  await age(11);
  expect(await start().recall(of('d')), 'facts of more than an hour ago').toEqual({});
  await start().add(of('d'), { limit: 'max_completion_tokens' });
  expect(await start().recall(of('d')), 'facts that were learnt again').toEqual({ limit: 'max_completion_tokens' });
});
