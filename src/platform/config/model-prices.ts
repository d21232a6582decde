// Prices of the language models, set by the operator: MODEL_PRICES holds the prices, or the path of a file that holds them.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ModelPrice } from './engines/engine-spec.js';
import { fileFault } from './file-fault.js';

export interface ModelPrices {
  /** Prices by model name. */
  readonly prices: ReadonlyMap<string, ModelPrice>;
  /** One sentence for each fault, which starts with the name of the variable. */
  readonly faults: readonly string[];
}

const NAME = 'MODEL_PRICES';
const FORM = '{"gpt-6-luna":{"input":0.1,"output":0.5}}';
const MAX_DOLLARS = 1_000_000;
const MICROS = 1_000_000;

/** Rounding gives an exact number: below the maximum, a double is much finer than a millionth. */
const price = z
  .number('must be a number of dollars')
  .min(0, 'must be at least 0')
  .max(MAX_DOLLARS, `must be at most ${MAX_DOLLARS}`)
  .refine((dollars) => Math.round(dollars * MICROS) / MICROS === dollars, 'must have at most six decimals');

const priceOfModel = z.strictObject({ input: price, output: price }, { error: describeFault });

function describeFault({ code, ...issue }: { readonly code: string; readonly keys?: unknown }): string {
  if (code === 'unrecognized_keys' && Array.isArray(issue.keys))
    return `unknown member ${issue.keys.join(', ')}; a model has input and output`;
  return 'must be an object with input and output, dollars for a million tokens';
}

/** @param given the text of the variable; undefined where it is not set */
export function readModelPrices(given: string | undefined): ModelPrices {
  const none = new Map<string, ModelPrice>();
  if (given === undefined || given.trim() === '') return { prices: none, faults: [] };
  const isFile = !given.trim().startsWith('{');
  const fault = isFile ? fileFault(NAME, given) : null;
  if (fault !== null) return { prices: none, faults: [fault] };
  const json = parseJson(isFile ? readFileSync(given, 'utf8') : given);
  if (json === null) {
    const holder = isFile ? `the file ${given} holds no JSON object` : 'is no JSON object';
    return { prices: none, faults: [`${NAME}: ${holder}; write prices as in ${FORM}`] };
  }
  return readPrices(json);
}

function readPrices(json: object): ModelPrices {
  const faults: string[] = [];
  const prices = new Map<string, ModelPrice>();
  for (const [model, value] of Object.entries(json)) {
    const { data, error } = priceOfModel.safeParse(value);
    if (data) prices.set(model, { inputMicros: microsOf(data.input), outputMicros: microsOf(data.output) });
    for (const { path, message } of error?.issues ?? [])
      faults.push(`${NAME}: ${[model, ...path].join('.')}: ${message}`);
  }
  return { prices, faults };
}

const microsOf = (dollars: number) => BigInt(Math.round(dollars * MICROS));

function parseJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
