// Parquet files, read back by a reader of their own.
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { parquetWriter } from '../../../src/insight/exports/files/parquet.js';
import type { Cell } from '../../../src/insight/exports/rows/found-rows.js';
import type { ColumnType } from '../../../src/wire/export-columns.js';

const TYPES = new Map<string, ColumnType>([
  ['text', 'text'],
  ['list', 'json'],
  ['at', 'time'],
  ['is', 'boolean'],
  ['count', 'integer'],
  ['share', 'number'],
]);

async function fileOf(batches: readonly Cell[][][]): Promise<ArrayBuffer> {
  const writer = parquetWriter(TYPES);
  const parts: Buffer[] = [];
  for (const rows of batches) for await (const part of writer.add(rows)) parts.push(part);
  for await (const part of writer.end()) parts.push(part);
  return new Uint8Array(Buffer.concat(parts)).buffer;
}

it('keeps the type of each column, and what has no value', async () => {
  const at = Date.UTC(2026, 10, 26, 12, 0, 0, 123);
  const file = await fileOf([[['=é🙂\r\n', '["a"]', at, true, -3, 0.1]], [[null, null, null, null, null, null]]]);
  expect(await parquetReadObjects({ file })).toEqual([
    { text: '=é🙂\r\n', list: '["a"]', at: new Date(at), is: true, count: -3, share: 0.1 },
    { text: null, list: null, at: null, is: null, count: null, share: null },
  ]);
  const types = parquetMetadata(file)
    .schema.slice(1)
    .map(({ type, converted_type: converted }) => converted ?? type);
  expect(types).toEqual(['UTF8', 'UTF8', 'TIMESTAMP_MILLIS', 'BOOLEAN', 'INT32', 'DOUBLE']);
});

it('has row groups of 50,000 rows, and shorter ones where the texts are long', async () => {
  const rows = (n: number, text: string) =>
    Array.from({ length: n }, (_, i): Cell[] => [text, null, i, false, i, i / 4]);
  const file = await fileOf([
    ...Array.from({ length: 105 }, () => rows(1_000, 'short')),
    rows(20, 'x'.repeat(1_000_000)),
  ]);
  const groups = parquetMetadata(file).row_groups.map(({ num_rows: n }) => Number(n));
  expect(groups.slice(0, 2)).toEqual([50_000, 50_000]);
  expect(groups.slice(2), 'of the long ones no more than sixteen').toEqual([5_016, 4]);
  const read = await parquetReadObjects({ file, columns: ['count'] });
  expect(read, 'rows').toHaveLength(105_020);
  expect(read[50_999], 'of the 51st thousand').toEqual({ count: 999 });
});
