// Does one account slow another one down? One API process and one worker at default settings, and a provider that takes half a
// second for a piece and for an answer. One account does its worst in each of these ways, one after the other, at most 100
// requests a minute beside its uploads, and at last ten accounts together; the other reads and has a call analysed, alone and
// beside it. Both may take twice as long. Buckets in trouble may add a fifth to the slowest reads, of which that needs some
// thousand.
//   npm run bench -- --only neighbours -- [--only slow-calls,tries] [--rounds 3] [--reads 60] [--hours 10]
//     [--overdue 1000000] [--json]
import { parseArgs } from 'node:util';
import { quantile } from '../measure/load.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { WAYS } from './ways.mjs';
import { openWorld } from './world.mjs';

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    reads: { type: 'string', default: '60' },
    hours: { type: 'string', default: '10' },
    overdue: { type: 'string', default: '1000000' },
    json: { type: 'boolean' },
  },
});

const names = given.only?.split(',') ?? WAYS.map(({ name }) => name);
const unknown = names.filter((name) => !WAYS.some((way) => way.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no way ${unknown}. There are ${WAYS.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}
const rows = [];
const figures = {};
for (const { name, title, prepare, begin, readsP99, fields } of WAYS.filter((way) => names.includes(way.name))) {
  reportProgress(title);
  // A world of its own, so that no way is measured beside what another one left.
  const world = await openWorld({ hours: Number(given.hours), overdue: Number(given.overdue) });
  try {
    await prepare?.(world);
    await measure(world, fields);
    const alone = await measure(world, fields);
    const end = await begin(world);
    const beside = await measure(world, fields).finally(end);
    const ratios = {
      reads: beside.readMs / alone.readMs,
      calls: beside.callMs / alone.callMs,
      p99: beside.readP99Ms / alone.readP99Ms,
    };
    rows.push({
      way: title,
      'reads alone, ms': alone.readMs,
      'beside it': beside.readMs,
      'to alone (bar 2)': ratios.reads,
      'p99 alone, ms': alone.readP99Ms,
      'p99 beside, ms': beside.readP99Ms,
      'p99 to alone': `${ratios.p99.toFixed(2)}${readsP99 === undefined ? '' : ` (bar ${readsP99})`}`,
      'call alone, ms': alone.callMs,
      'beside, ms': beside.callMs,
      'its ratio (bar 2)': ratios.calls,
    });
    figures[`neighbours.${name}.reads`] = ratios.reads;
    figures[`neighbours.${name}.reads-p99`] = ratios.p99;
    figures[`neighbours.${name}.call`] = ratios.calls;
  } catch (error) {
    // A way that cannot be measured does not keep the others from it.
    rows.push({ way: title, 'reads alone, ms': error.message.slice(0, 100) });
  } finally {
    await world.close();
  }
}
printTable(`Another account beside it, ${given.rounds} calls and ${given.reads} reads a row, medians`, rows);
printFigures(figures);
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** Of the quiet account. */
async function measure({ quiet }, fields) {
  const reads = [];
  for (let n = 0; n < Number(given.reads); n++) {
    const sentAt = performance.now();
    await quiet.ask(n % 2 === 0 ? '/analysis/?limit=10' : `/analysis/${quiet.callId}`);
    reads.push(performance.now() - sentAt);
  }
  const calls = [];
  for (let n = 0; n < Number(given.rounds); n++) calls.push(await quiet.timedCall(fields));
  return { readMs: quantile(reads, 0.5), readP99Ms: quantile(reads, 0.99), callMs: quantile(calls, 0.5) };
}
