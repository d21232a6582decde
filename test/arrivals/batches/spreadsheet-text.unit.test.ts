import { describe, expect, it } from 'vitest';
import { asText, fromText } from '../../../src/arrivals/batches/spreadsheet-text.js';

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1', "'+49 30 1"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ["'=1", "''=1"],
    ['agent-7', 'agent-7'],
    ["'quoted'", "'quoted'"],
    ['', ''],
  ])('%j is written as %j, and read as it was', (cell, written) => {
    expect(asText(cell)).toBe(written);
    expect(fromText(written)).toBe(cell);
  });
});
