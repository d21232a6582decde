// The table of scores, and the survivors.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { oneLine } from './changed-code.mjs';

/** Per cent of the mutants that the tests must kill. */
const MIN_SCORE = { all: 90, folder: 85 };
const REASONS = 'test/mutation/survivors';

/**
 * Each reason is followed by the code that it is about, indented by two, and that by the changes, indented by four. No path is named,
 * so that a file may move.
 * @returns {Promise<Map<string, string>>} reasons by code and change
 */
export async function readReasons() {
  const reasons = new Map();
  for (const name of existsSync(REASONS) ? await readdir(REASONS) : []) {
    let reason = '';
    let code = '';
    for (const line of (await readFile(join(REASONS, name), 'utf8')).split('\n')) {
      if (line.startsWith('    ')) reasons.set(`${code}\n${line.slice(4)}`, reason);
      else if (line.startsWith('  ')) code = line.slice(2);
      else if (line !== '') reason = line;
    }
  }
  return reasons;
}

/**
 * @param {ReadonlyMap<string, string>} found by id of the mutant: killed, timeout, survived or unreached
 * @returns {boolean} whether the scores reach the least
 */
export function printReport(mutants, found, reasons, all) {
  const rows = new Map();
  for (const mutant of mutants) {
    const file = relative('.', mutant.file);
    for (const name of [file, dirname(file), 'all']) {
      const row = rows.get(name) ?? { killed: 0, timeout: 0, survived: 0, unreached: 0 };
      row[found.get(mutant.id)] += 1;
      rows.set(name, row);
    }
  }
  const survivors = mutants.filter(({ id }) => ['survived', 'unreached'].includes(found.get(id)));
  let excused = 0;
  for (const mutant of survivors) {
    const reason = reasonOf(mutant, reasons);
    if (reason !== undefined) excused += 1;
    if (reason !== undefined && !all) continue;
    const place = `${relative('.', mutant.file)}:${mutant.line}`;
    process.stdout.write(
      `${place} ${mutant.mutator} ${found.get(mutant.id)}\n${reason ?? 'No reason'}\n  ${mutant.code}\n    ${changeOf(mutant)}\n`,
    );
  }
  process.stdout.write('\n   score  killed  timeout  survived  unreached\n');
  let passed = true;
  for (const [name, row] of [...rows].sort(([a], [b]) => a.localeCompare(b))) {
    const total = row.killed + row.timeout + row.survived + row.unreached;
    const per100 = (100 * (row.killed + row.timeout)) / total;
    const score = `${per100.toFixed(1)} %`;
    if (!name.endsWith('.ts') && per100 < (name === 'all' ? MIN_SCORE.all : MIN_SCORE.folder)) passed = false;
    const cells = [row.killed, row.timeout, row.survived, row.unreached].map((count) => String(count).padStart(8));
    process.stdout.write(`${score.padStart(8)}${cells.join(' ')}  ${name}\n`);
  }
  process.stdout.write(`${survivors.length} survivors, ${excused} of them with a reason\n`);
  return passed;
}

/** @returns {string | undefined} why no user could notice the mutant */
export function reasonOf(mutant, reasons) {
  return reasons.get(`${mutant.code}\n${changeOf(mutant)}`);
}

function changeOf({ before, after }) {
  return `${oneLine(before)} → ${oneLine(after)}`;
}
