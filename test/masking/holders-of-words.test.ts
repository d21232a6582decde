// The list of what holds words of a call has every column of every table.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOLDERS_OF_WORDS, WITHOUT_WORDS, WORDS_ELSEWHERE } from '../../src/masking/holders-of-words.js';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { textColumns } from '../support/builders/planted-words.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
});
afterAll(() => service?.stop());

/** Their rows are deleted with each masking, so that every column of theirs is held. */
const forgotten = HOLDERS_OF_WORDS.filter(({ texts }) => Object.keys(texts).length === 0).map(({ table }) => table);
const masked = HOLDERS_OF_WORDS.flatMap(({ table, texts }) => Object.keys(texts).map((column) => `${table}.${column}`));
const without = Object.values(WITHOUT_WORDS).flatMap((columns) => columns.trim().split(/\s+/));

it('names each column that can hold text once, as holding words of a call or as not holding any', async () => {
  const named = [...masked, ...Object.keys(WORDS_ELSEWHERE), ...without];
  expect(named.filter((column, at) => named.indexOf(column) !== at)).toEqual([]);
  const columns = await textColumns(service.db);
  const isNamed = (column: string) => named.includes(column) || forgotten.includes(column.split('.')[0] ?? '');
  expect(columns.filter((column) => !isNamed(column))).toEqual([]);
  expect(named.filter((column) => !columns.includes(column))).toEqual([]);
});

it('names tables alone whose rows go with the call', async () => {
  const { rows } = await service.db.query(
    `WITH RECURSIVE owned AS (
       SELECT 'analysis'::regclass AS of
       UNION SELECT conrelid::regclass FROM pg_constraint JOIN owned ON confrelid = owned.of
         WHERE contype = 'f' AND confdeltype = 'c')
     SELECT of::text FROM owned`,
  );
  const owned = rows.map(({ of }) => of);
  expect(HOLDERS_OF_WORDS.map(({ table }) => table).filter((table) => !owned.includes(table))).toEqual([]);
});
