// Prints the largest shares of CPU profiles, by package or module of the service, as a Markdown table.
//   node bench/measure/shares.mjs PROFILE.cpuprofile… [--top 12] [--by module|package|function] [--sort self|total]
// Profiles that are given together are added up. Idle time does not count. `Self` is the time in the code of the row itself;
// `with all it calls` has the time of what it called too, so that these shares add up to more than 100 %.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sharesOf } from './profile-shares.mjs';

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    top: { type: 'string', default: '12' },
    by: { type: 'string', default: 'module' },
    sort: { type: 'string', default: 'self' },
  },
});
if (files.length === 0) throw new Error('Name the profiles: node bench/measure/shares.mjs FILE.cpuprofile…');

const profiles = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))));
const { busyMs, rows } = sharesOf(profiles, given.by);
const percent = (ms) => `${((100 * ms) / busyMs).toFixed(1)} %`;
const sortBy = given.sort === 'total' ? 'totalMs' : 'selfMs';
const top = rows.sort((a, b) => b[sortBy] - a[sortBy]).slice(0, Number(given.top));
const lines = [
  `| ${(busyMs / 1000).toFixed(1)} s of CPU, by ${given.by} | Self | With all it calls |`,
  '|---|---|---|',
  ...top.map(({ name, selfMs, totalMs }) => `| ${name} | ${percent(selfMs)} | ${percent(totalMs)} |`),
];
process.stdout.write(`${lines.join('\n')}\n`);
