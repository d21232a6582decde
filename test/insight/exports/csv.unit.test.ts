// cspell:ignore Hochgeladen Markiert Zusammenfassung FALSCH
// Hostile texts in CSV: what comes back is what went in, and nothing begins as a formula does.
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvWriter } from '../../../src/insight/exports/files/csv.js';
import { excelWriter } from '../../../src/insight/exports/files/excel.js';

const PIECES = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '"',
  '""',
  ',',
  ';',
  "'",
  ' ',
  'a',
  'é',
  '漢',
  '🙂',
  '=1+1',
  '|',
  '\u2028',
  '\uFEFF',
  '\u202E',
  '0',
  '-5',
];
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** 300 of them: each piece alone, and pieces in a row. */
const HOSTILE = Array.from({ length: 300 }, (_, n) =>
  Array.from({ length: 1 + (n % 4) }, (__, k) => PIECES[(n * 7 + k * 11) % PIECES.length]).join(''),
).concat('=HYPERLINK("https://evil.example","x")', '＝1+1', '@SUM(A1)', "-2+3+cmd|' /C calc'!A0");

const bytesOf = (rows: readonly (string | number | boolean | null)[][], hasMark = false): string => {
  const writer = csvWriter(
    new Map([
      ['text', 'text'],
      ['n', 'number'],
      ['at', 'time'],
      ['is', 'boolean'],
    ]),
    hasMark,
  );
  return Buffer.concat([...(writer.add(rows) as Iterable<Buffer>), ...(writer.end() as Iterable<Buffer>)]).toString();
};

it('gives every text back, with an apostrophe before what a spreadsheet takes for a formula', () => {
  const file = bytesOf(HOSTILE.map((text, n) => [text, -n / 2, 1_700_000_000_123, n % 2 === 0]));
  const [head, ...rows] = parse(file, { record_delimiter: '\r\n' }) as string[][];
  expect(head).toEqual(['text', 'n', 'at', 'is']);
  expect(rows, 'records').toHaveLength(HOSTILE.length);
  for (const [n, [text = '', number, at, is]] of rows.entries()) {
    const wanted = HOSTILE[n] ?? '';
    expect(text).toBe(FORMULA.test(wanted) ? `'${wanted}` : wanted);
    expect(text).not.toMatch(FORMULA);
    expect(number, 'a negative number is a number').toBe(String(-n / 2));
    expect([at, is]).toEqual(['2023-11-14T22:13:20.123Z', n % 2 === 0 ? 'true' : 'false']);
  }
});

it('ends each record with CRLF, and leaves cells without a value empty', () => {
  expect(bytesOf([[null, null, null, null]])).toBe('text,n,at,is\r\n,,,\r\n');
  expect(bytesOf([[null, null, null, null]], true), 'with a mark').toBe('\ufefftext,n,at,is\r\n,,,\r\n');
  expect(bytesOf([['a\nb', 0, 0, false]])).toBe('text,n,at,is\r\n"a\nb",0,1970-01-01T00:00:00.000Z,false\r\n');
});

describe('a CSV for Excel', () => {
  const types = new Map([
    ['created', 'time'],
    ['score', 'number'],
    ['flagged', 'boolean'],
    ['summary', 'text'],
    ['metadata', 'json'],
  ] as const);
  /** A second before the clocks of Berlin go back, and the second after. */
  const [before, after] = [Date.UTC(2026, 9, 25, 0, 59, 59), Date.UTC(2026, 9, 25, 1, 0, 0)];
  const write = (locale: 'en' | 'de', timezone: string, rows: (string | number | boolean | null)[][]) => {
    const writer = excelWriter(types, { locale, timezone }, ['=team', 'cost']);
    return Buffer.concat([...(writer.add(rows) as Iterable<Buffer>), ...(writer.end() as Iterable<Buffer>)]).toString();
  };
  const rows = [
    [before, -0.5, true, '=1+1', '{"=team":"@north","cost":-1.25,"other":1}'],
    [after, 1234.5, false, 'a;b,"c"', '{}'],
    [null, null, null, null, null],
  ];

  it('has the separator, the numbers and the local times of its language, and a column for each key', () => {
    const german = parse(write('de', 'Europe/Berlin', rows), { bom: true, delimiter: ';', record_delimiter: '\r\n' });
    expect(german).toEqual([
      ['Hochgeladen', 'Punktzahl', 'Markiert', 'Zusammenfassung', "'=team", 'cost'],
      ['25.10.2026 02:59:59', '-0,5', 'WAHR', "'=1+1", "'@north", '-1,25'],
      ['25.10.2026 02:00:00', '1234,5', 'FALSCH', 'a;b,"c"', '', ''],
      ['', '', '', '', '', ''],
    ]);
    const english = parse(write('en', 'UTC', rows), { bom: true, record_delimiter: '\r\n' });
    expect(english[0]).toEqual(['Uploaded', 'Score', 'Flagged', 'Summary', "'=team", 'cost']);
    expect(english[1]).toEqual(['2026-10-25 00:59:59', '-0.5', 'TRUE', "'=1+1", "'@north", '-1.25']);
  });

  it('gives every text back, with an apostrophe before what a spreadsheet takes for a formula', () => {
    const file = write(
      'de',
      'UTC',
      HOSTILE.map((text) => [0, 0, true, text, JSON.stringify({ cost: text })]),
    );
    const [, ...read] = parse(file, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
    for (const [n, wanted] of HOSTILE.entries())
      for (const cell of [read[n]?.[3], read[n]?.[5]]) expect(cell).toBe(FORMULA.test(wanted) ? `'${wanted}` : wanted);
  });

  it('has its columns where there is no row', () => {
    expect(write('en', 'UTC', [])).toBe("\ufeffUploaded,Score,Flagged,Summary,'=team,cost\r\n");
  });
});
