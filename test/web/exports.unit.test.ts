// What of the exports needs no browser.
import { describe, expect, it } from 'vitest';
import { EXPORT_FILE_FORMATS } from '../../src/wire/export.response.js';
import { EXPORTED_ROWS, columnsOf as servedColumnsOf } from '../../src/wire/export-columns.js';
import { filterOf } from '../../web/src/listing/call-filters.js';
import { inUnit } from '../../web/src/texts/in-unit.js';
import { columnsOf, FORMATS, paramsOfFormat, ROWS } from '../../web/src/views/exports/columns.js';
import { stateOf } from '../../web/src/views/exports/export-state.js';
import { prefillIn, queryOfExport } from '../../web/src/views/exports/prefill.js';

it('the console offers every table, format and column that the service writes, in their order', () => {
  expect(ROWS).toEqual(EXPORTED_ROWS);
  expect(FORMATS.filter((format) => format !== 'excel')).toEqual(EXPORT_FILE_FORMATS);
  for (const of of ROWS) expect(columnsOf(of), of).toEqual(servedColumnsOf(of));
});

it('a file for Excel is a CSV in the language and the time zone of the person', () => {
  expect(paramsOfFormat('excel', 'de', 'Europe/Berlin')).toEqual({
    format: 'csv',
    excel: { locale: 'de', timezone: 'Europe/Berlin' },
  });
  expect(paramsOfFormat('csv', 'de', 'UTC')).toEqual({ format: 'csv', bom: true });
  expect(paramsOfFormat('parquet', 'de', 'UTC')).toEqual({ format: 'parquet' });
});

describe('an address', () => {
  it('describes an export, and what it holds beside is passed over', () => {
    expect(prefillIn({})).toEqual({
      of: 'analyses',
      format: 'csv',
      columns: null,
      filters: {},
      isChosen: false,
      isLost: false,
    });
    const query = { of: 'segments', format: 'parquet', columns: 'text,nothing,start', agent_id: 'a', page: '2' };
    expect(prefillIn(query)).toEqual({
      of: 'segments',
      format: 'parquet',
      columns: ['start', 'text'],
      filters: { agent_id: 'a' },
      isChosen: true,
      isLost: false,
    });
    expect(prefillIn({ of: 'users', format: 'xml', columns: columnsOf('analyses').join() })).toMatchObject({
      of: 'analyses',
      format: 'csv',
      columns: null,
    });
  });

  it('makes an export again, and says where its calls are not known', () => {
    const made = { of: 'answers', format: 'csv', columns: ['quote'], livemode: false } as const;
    const filters = { agent_id: 'a', 'metadata[team]': 'blue' };
    expect(prefillIn(queryOfExport(made, filters))).toEqual({
      of: 'answers',
      format: 'csv',
      columns: ['quote'],
      filters: { ...filters, mode: 'test' },
      isChosen: true,
      isLost: false,
    });
    expect(prefillIn(queryOfExport(made, null)), 'the form filled in from the query').toMatchObject({ isLost: true });
  });
});

it('the filter of an export is that of the list', () => {
  const filters = { agent_id: 'a', from: '2026-11-01', 'metadata[team]': 'blue', mode: 'test' };
  expect(filterOf(filters)).toEqual({
    agent_id: 'a',
    created_after: new Date(2026, 10, 1).toISOString(),
    metadata: { team: 'blue' },
    livemode: false,
  });
});

describe('an export', () => {
  it('has ended where its file went before its time', () => {
    const made = { status: 'completed', url: null, completed_at: 1_000, expires_at: 1_000 + 7 * 86_400 } as const;
    expect(stateOf({ ...made, url: 'https://x.example' })).toBe('completed');
    expect(stateOf(made)).toBe('expired');
    expect(stateOf({ ...made, expires_at: 5_000 })).toBe('ended');
    expect(stateOf({ ...made, expires_at: null })).toBe('deleted');
    expect(stateOf({ ...made, status: 'failed' })).toBe('failed');
  });

  it('tells its size in the largest unit that fits', () => {
    expect(inUnit(0)).toEqual({ value: 0, unit: 'byte' });
    expect(inUnit(999)).toEqual({ value: 999, unit: 'byte' });
    expect(inUnit(1_000)).toEqual({ value: 1, unit: 'kilobyte' });
    expect(inUnit(2_500_000)).toEqual({ value: 2.5, unit: 'megabyte' });
    expect(inUnit(5e13).unit).toBe('gigabyte');
  });
});
