// CPU time of processes with all below them, as Linux counts it in hundredths of a second.
import { readdir, readFile } from 'node:fs/promises';

const TICK_MS = 10;

/** @param {number[]} pids @returns milliseconds of them and of all below them, with those below that have ended */
export async function cpuOfTrees(pids) {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map(statOf))).filter((one) => one !== null);
  const sumOf = (pid) => {
    const own = all.find((one) => one.pid === pid)?.ms ?? 0;
    return all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + sumOf(child.pid), own);
  };
  return pids.reduce((sum, pid) => sum + sumOf(pid), 0);
}

/** @returns null where there is no such process */
export async function statOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The fields after the name of the program, which is in brackets: state, parent, …
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return {
    pid: Number(pid),
    parent: fields[1],
    ms: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS,
  };
}
