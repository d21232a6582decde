import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { readModelPrices } from '../../../src/platform/config/model-prices.js';

const PRICES = '{"gpt-6-luna":{"input":0.1,"output":0.5},"__proto__":{"input":1.25,"output":10}}';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'prices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'prices.json');
  writeFileSync(file, text);
  return file;
}

it('reads exact prices from the variable and from a file [scorecards 14]', () => {
  for (const given of [PRICES, ` ${PRICES}\n`, fileWith(PRICES)]) {
    const { prices, faults } = readModelPrices(given);
    expect(faults).toEqual([]);
    expect([...prices]).toEqual([
      ['gpt-6-luna', { inputMicros: 100_000n, outputMicros: 500_000n }],
      ['__proto__', { inputMicros: 1_250_000n, outputMicros: 10_000_000n }],
    ]);
  }
});

it('knows no prices where none are given', () => {
  for (const given of [undefined, '', '{}']) expect(readModelPrices(given)).toEqual({ prices: new Map(), faults: [] });
});

const AS_IN = 'write prices as in {"gpt-6-luna":{"input":0.1,"output":0.5}}';
const priced = (value: unknown) => JSON.stringify({ 'gpt-6-luna': value });

it.each<[string, readonly string[]]>([
  ['{"gpt', [`MODEL_PRICES: is no JSON object; ${AS_IN}`]],
  ['/no/such/prices.json', ['MODEL_PRICES: there is no such file']],
  ['[]', ['MODEL_PRICES: there is no such file']],
  [tmpdir(), [`MODEL_PRICES: ${tmpdir()} is not a file`]],
  [priced(5), ['MODEL_PRICES: gpt-6-luna: must be an object with input and output, dollars for a million tokens']],
  [
    priced({ input: 1, output: 2, cached: 0.1 }),
    ['MODEL_PRICES: gpt-6-luna: unknown member cached; a model has input and output'],
  ],
  [
    priced({ input: -1, output: 0.1234567 }),
    [
      'MODEL_PRICES: gpt-6-luna.input: must be at least 0',
      'MODEL_PRICES: gpt-6-luna.output: must have at most six decimals',
    ],
  ],
  [
    priced({ input: '1', output: 2e6 }),
    [
      'MODEL_PRICES: gpt-6-luna.input: must be a number of dollars',
      'MODEL_PRICES: gpt-6-luna.output: must be at most 1000000',
    ],
  ],
  [priced({ input: 1 }), ['MODEL_PRICES: gpt-6-luna.output: must be a number of dollars']],
])('names the faults of %s [scorecards 14]', (given, faults) => {
  expect(readModelPrices(given)).toEqual({ prices: new Map(), faults });
});

it('says what a file does not hold', () => {
  for (const text of ['', 'gpt-6-luna: 0.1', '[1]', 'null']) {
    const file = fileWith(text);
    expect(readModelPrices(file).faults).toEqual([`MODEL_PRICES: the file ${file} holds no JSON object; ${AS_IN}`]);
  }
});

it('is part of the configuration: the price of the model that judges calls, and every fault at start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prices-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const priceWith = (env: Readonly<Record<string, string>>) =>
    loadConfig({ DATA_DIR: dataDir, ...env }).openai.analysisPrice;
  expect(priceWith({ MODEL_PRICES: PRICES })).toEqual({
    inputMicros: 100_000n,
    outputMicros: 500_000n,
  });
  expect(priceWith({ MODEL_PRICES: PRICES, OPENAI_ANALYSIS_MODEL: 'qwen' })).toBeNull();
  expect(priceWith({})).toBeNull();
  const warningsWith = (env: Readonly<Record<string, string>>) => loadConfig({ DATA_DIR: dataDir, ...env }).warnings;
  expect(warningsWith({ MODEL_PRICES: PRICES })).toEqual([]);
  expect(warningsWith({ MODEL_PRICES: PRICES, OPENAI_ANALYSIS_MODEL: 'qwen' })).toEqual([
    'MODEL_PRICES has no price of qwen (OPENAI_ANALYSIS_MODEL): evaluations tell no cost',
  ]);
  expect(() => priceWith({ MODEL_PRICES: '{}}' })).toThrow('MODEL_PRICES: is no JSON object');
});
