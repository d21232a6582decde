// The table of the checked engines, for a terminal.
import { styleText } from 'node:util';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { ENGINE_TASKS, type EngineTask } from '../../ports/engine-trouble.js';
import { wrapped } from '../command.js';
import type { CheckedEngine } from './checked-engine.js';

/**
 * A call of five minutes, of 150 words a minute in 60 turns, has 6,500 characters as it is sent, twice; instructions and schemas
 * have 11,900. Four characters are a token.
 */
const [MINUTES, INPUT_TOKENS, OUTPUT_TOKENS] = [5, 6_200, 1_300];
const PARTS: Readonly<Record<EngineTask, { title: string; columns: readonly string[]; note: string }>> = {
  transcription: {
    title: 'Speech to text',
    columns: ['TIMES', 'SPEAKERS', 'CHANNELS', 'LANGUAGE', 'USAGE', 'SECONDS'],
    note: 'A call: five minutes, mono. Of two parties each channel is sent, and costs its own minutes.',
  },
  analysis: {
    title: 'Language models',
    columns: ['SCHEMA', 'LIMIT', 'USAGE', 'SECONDS'],
    note: `A call: five minutes, some ${INPUT_TOKENS} tokens read and ${OUTPUT_TOKENS} written; what a model thinks before comes on top.`,
  },
};

export function checkTable(checked: readonly CheckedEngine[]): string {
  const silent = checked.filter(({ answers }) => !answers).map(({ spec }) => spec.name);
  const tables = ENGINE_TASKS.map((task) =>
    tableOf(
      task,
      checked.filter(({ spec }) => spec.task === task),
    ),
  );
  const summary = silent.length === 0 ? 'All engines answered.' : `No answer from ${silent.join(', ')}.`;
  return [...tables.flat(), ...wrapped(summary)].join('\n');
}

function tableOf(task: EngineTask, engines: readonly CheckedEngine[]): string[] {
  if (engines.length === 0) return [];
  const { title, columns, note } = PARTS[task];
  const head = ['ENGINE', 'PROVIDER', 'MODEL', ...columns, 'A CALL'];
  const rows = engines.map(({ spec, cells }) => {
    const found = columns.map((column) => cells[column] ?? '-');
    return [spec.name, spec.provider, spec.model ?? '-', ...found, costOf(spec)];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  const lines = engines.flatMap((engine, at) => [line(rows[at] ?? []), ...remarksOf(engine)]);
  return [styleText('bold', title), styleText('dim', line(head)), ...lines, ...wrapped(note, '  '), ''];
}

function remarksOf({ answers, remarks }: CheckedEngine): string[] {
  return remarks.flatMap((remark, place) => {
    const [first = '', ...more] = wrapped(remark, ' '.repeat(11));
    const mark = !answers && place === 0 ? styleText('red', 'wrong:') : styleText('yellow', 'note: ');
    return [`    ${mark} ${first.trimStart()}`, ...more];
  });
}

function costOf({ baseUrl, price, minuteMicros }: EngineSpec): string {
  if (baseUrl === null) return 'nothing';
  if (minuteMicros !== null) return dollars(minuteMicros * MINUTES);
  if (price === null) return 'no price stated';
  const { inputMicros, outputMicros } = price;
  return `about ${dollars((Number(inputMicros) * INPUT_TOKENS + Number(outputMicros) * OUTPUT_TOKENS) / 1_000_000)}`;
}

const dollars = (micros: number) => `$${(micros / 1_000_000).toFixed(4)}`;
