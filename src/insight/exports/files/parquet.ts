// Parquet, column by column: a row group is in memory until it is full, and the event loop is free between two of its columns.

import type { ColumnChunk, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { yieldToOthers } from '../../../platform/concurrency/loop-turns.js';
import type { ColumnType } from '../../../wire/export-columns.js';
import type { Cell } from '../rows/found-rows.js';
import type { TableWriter } from './file-writer.js';

const GROUP_ROWS = 50_000;
/** Maximum number of characters in a row group: a group with long texts ends earlier. */
const MAX_GROUP_CHARACTERS = 16_000_000;
/** Maximum number of distinct texts kept for a column and group. A column with more of them repeats few. */
const MAX_KEPT_TEXTS = 1_000;
const PAGE_BYTES = 1024 * 1024;

const TYPES: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  // Stored as text: each client has its own keys, and readers interpret JSON differently.
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
};

/** @param types of the columns, by name */
export function parquetWriter(types: ReadonlyMap<string, ColumnType>): TableWriter {
  return new GroupsOfRows(types);
}

class GroupsOfRows implements TableWriter {
  private readonly bytes = new ByteWriter();
  private readonly file: ParquetWriter;
  private readonly root: SchemaElement;
  private columns: Cell[][];
  /** Distinct texts of each column. */
  private texts: Map<string, string>[] = [];
  private rows = 0;
  private characters = 0;

  constructor(private readonly types: ReadonlyMap<string, ColumnType>) {
    this.root = { name: 'export', num_children: types.size };
    const elements = [...types].map(([name, type]) => elementOf(name, type));
    this.file = new ParquetWriter({ writer: this.bytes, schema: [this.root, ...elements] });
    this.columns = this.noRows();
    this.texts = this.columns.map(() => new Map());
  }

  async *add(rows: readonly (readonly Cell[])[]): AsyncGenerator<Buffer> {
    for (const row of rows) {
      for (const [index, cell] of row.entries()) {
        this.columns[index]?.push(typeof cell === 'string' ? this.once(index, cell) : cell);
        if (typeof cell === 'string') this.characters += cell.length;
      }
      this.rows += 1;
      if (this.rows === GROUP_ROWS || this.characters >= MAX_GROUP_CHARACTERS) yield* this.endGroup();
    }
  }

  async *end(): AsyncGenerator<Buffer> {
    if (this.rows > 0) yield* this.endGroup();
    await this.file.finish();
    yield this.taken();
  }

  /** Keeps one copy of a text: names and states repeat, each time as a new string. */
  private once(index: number, text: string): string {
    const texts = this.texts[index];
    const known = texts?.get(text);
    if (known === undefined && texts && texts.size < MAX_KEPT_TEXTS) texts.set(text, text);
    return known ?? text;
  }

  /** Encodes one column after the other; `ParquetWriter.write` would write all columns at once. */
  private async *endGroup(): AsyncGenerator<Buffer> {
    const { columns, rows } = this;
    const start = this.bytes.offset;
    const chunks: ColumnChunk[] = [];
    this.columns = this.noRows();
    this.texts = this.columns.map(() => new Map());
    for (const [index, element] of this.file.schema.slice(1).entries()) {
      const values = columns[index] ?? [];
      const isTime = element.converted_type === 'TIMESTAMP_MILLIS';
      const result = this.writeColumn(element, isTime ? values.map(toDate) : values);
      // Frees the texts of the column.
      columns[index] = [];
      chunks.push(result.chunk);
      this.file.pendingIndexes.push(result);
      yield this.taken();
      await yieldToOthers();
    }
    this.file.num_rows += BigInt(rows);
    this.file.row_groups.push({
      columns: chunks,
      total_byte_size: chunks.reduce((sum, { meta_data: meta }) => sum + (meta?.total_uncompressed_size ?? 0n), 0n),
      num_rows: BigInt(rows),
      total_compressed_size: BigInt(this.bytes.offset - start),
    });
    [this.rows, this.characters] = [0, 0];
  }

  private writeColumn(element: SchemaElement, values: (Cell | Date)[]) {
    return writeColumn({
      writer: this.bytes,
      column: {
        columnName: element.name,
        element,
        schemaPath: [this.root, element],
        codec: this.file.codec,
        compressors: this.file.compressors,
        stats: true,
        pageSize: PAGE_BYTES,
        columnIndex: false,
        offsetIndex: true,
      },
      pageData: {
        values,
        definitionLevels: values.map((value) => (value === null ? 0 : 1)),
        repetitionLevels: [],
        maxDefinitionLevel: 1,
      },
    });
  }

  private taken(): Buffer {
    const taken = Buffer.from(this.bytes.getBytes());
    this.bytes.index = 0;
    return taken;
  }

  private noRows(): Cell[][] {
    return Array.from(this.types, () => []);
  }
}

const toDate = (ms: Cell) => (typeof ms === 'number' ? new Date(ms) : null);

const elementOf = (name: string, type: ColumnType): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  ...TYPES[type],
});
