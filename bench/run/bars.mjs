// What the benches' figures are held to. A figure's key is the one that its bench prints with `--json`.

/**
 * `max` or `min` is the bar; a figure with neither is told without one. `unit` stands behind the figure.
 * @type {readonly {figure: string, path: string, unit: string, max?: number, min?: number}[]}
 */
export const BARS = [
  { figure: 'pipeline.cpu.burst', path: 'A call of 30 s: own CPU, burst', unit: 'ms', max: 45 },
  { figure: 'pipeline.cpu.single', path: 'A call of 30 s: own CPU, one at a time', unit: 'ms', max: 50 },
  { figure: 'pipeline.completed.p50', path: 'Submission to completed, p50', unit: 'ms', max: 80 },
  { figure: 'pipeline.completed.p99', path: 'Submission to completed, p99', unit: 'ms', max: 160 },
  { figure: 'first-calls.cpu', path: 'The first 60 calls after a start: CPU to later ones', unit: '×', max: 1.3 },
  { figure: 'first-calls.start', path: 'Start of a process: CPU until it is ready', unit: 's' },
  { figure: 'get.key.cpu', path: 'GET one, by key: CPU to bare', unit: '×', max: 2 },
  { figure: 'get.token.cpu', path: 'GET one, by token: CPU to bare', unit: '×', max: 2 },
  { figure: 'get.poll.cpu', path: 'GET one, poll: CPU to bare', unit: '×', max: 2 },
  { figure: 'get.unknown.cpu', path: 'GET one, 404: CPU to bare', unit: '×', max: 2 },
  { figure: 'get.key.rate', path: 'GET one, by key: requests a second to bare', unit: '×', min: 0.75 },
  { figure: 'get.token.rate', path: 'GET one, by token: requests a second to bare', unit: '×', min: 0.75 },
  { figure: 'get.poll.rate', path: 'GET one, poll: requests a second to bare', unit: '×', min: 0.75 },
  { figure: 'get.unknown.rate', path: 'GET one, 404: requests a second to bare', unit: '×', min: 0.75 },
  { figure: 'webhooks.short.cpu', path: "Notifications of 1.9 kB: sender's CPU to bare", unit: '×', max: 3 },
  { figure: 'webhooks.long.cpu', path: "Notifications of 13.5 kB: sender's CPU to bare", unit: '×', max: 3 },
  { figure: 'upload.small.rate', path: 'Uploads of 5 MB, 16 at once: MB a second to busboy', unit: '×', min: 0.85 },
  { figure: 'upload.large.rate', path: 'Uploads of 500 MB, 8 at once: MB a second to busboy', unit: '×', min: 0.85 },
  { figure: 'upload.large.memory', path: 'Uploads of 500 MB, 8 at once: memory', unit: 'MB', max: 30 },
  { figure: 'upload.large.others-p99', path: 'Uploads of 500 MB: other requests, p99', unit: 'ms', max: 100 },
  {
    figure: 'upload.large.tus-rate',
    path: 'Resumable uploads of 500 MB, 8 at once: MB a second to forms',
    unit: '×',
    min: 0.8,
  },
  { figure: 'upload.large.tus-memory', path: 'Resumable uploads of 500 MB, 8 at once: memory', unit: 'MB', max: 30 },
  {
    figure: 'upload.large.tus-others-p99',
    path: 'Resumable uploads of 500 MB, 8 at once: p99 of other requests to forms',
    unit: '×',
    max: 1.3,
  },
  { figure: 'upload.guessers.rate', path: 'Uploads of 5 MB beside password guessing, to without', unit: '×', min: 0.5 },
  {
    figure: 'list.search-with-filter.p95',
    path: 'Search of three characters or more with a filter at 1M, p95',
    unit: 'ms',
    max: 100,
  },
  { figure: 'list.short-search.p95', path: 'Search of one or two characters at 1M, p95', unit: 'ms', max: 1_000 },
  { figure: 'list.limit-100.cpu', path: 'List over HTTP, limit 100: CPU to bare', unit: '×', max: 1.4 },
  { figure: 'list.limit-1000.memory', path: 'Lists of 1,000, 4 at once: memory', unit: 'MB', max: 120 },
  {
    figure: 'accept.full-period.p50',
    path: 'POST one, 300,000 calls billed in the period: p50 to none',
    unit: '×',
  },
  { figure: 'evaluations.list.p95', path: 'Lists of evaluations, slowest filter, p95', unit: 'ms', max: 50 },
  {
    figure: 'review-queue.plain.p95',
    path: 'The review queue, 200,000 in it: p95 to GET /analysis',
    unit: '×',
    max: 2,
  },
  { figure: 'review-queue.list.p95', path: 'The same, slowest filter', unit: '×', max: 2 },
  { figure: 'review-queue.claimed-twice', path: '50 reviewers claim 500 calls: given twice', unit: '', max: 0 },
  { figure: 'costly.health.p99', path: '/health/live beside the dearest form on ten hours', unit: 'ms', max: 100 },
  { figure: 'costly.read.p99', path: 'GET one beside the dearest form on ten hours', unit: 'ms', max: 100 },
  { figure: 'turns.beside-queue.p50', path: "A call beside another account's queue, to alone", unit: '×', max: 2 },
  { figure: 'turns.beside-drips.p50', path: 'A call beside recordings that drip, to alone', unit: '×', max: 2 },
  { figure: 'yield.beside-job.p50', path: 'A call beside a job that judges again, to alone', unit: '×', max: 1.2 },
];

/**
 * Reads the lines that a bench prints with `--json`. Tables and lines of other programs are skipped.
 * @param {string} output
 * @returns {Map<string, {value: number | null, isCut: boolean}>} by figure; null for one that this system cannot measure, `isCut`
 *   for one of fewer rounds than it should have
 */
export function readFigures(output) {
  const figures = new Map();
  for (const line of output.split('\n')) {
    const read = line.startsWith('{"figure":') ? JSON.parse(line) : null;
    if (read)
      figures.set(read.figure, {
        value: typeof read.value === 'number' ? read.value : null,
        isCut: read.isCut === true,
      });
  }
  return figures;
}

/** Bars in ms tell as much of the machine as of the service: what a slower machine needed is divided by how much slower it is. */
function dividerOf({ figure, unit }, slower) {
  if (unit !== 'ms' || slower === undefined) return 1;
  return Math.max(1, figure.includes('.cpu.') ? slower.cpu : slower.wall);
}

/**
 * @param {ReadonlyMap<string, {value: number | null, isCut: boolean}>} figures
 * @param {ReadonlyMap<string, {cpu: number, wall: number}>} benches those that ran, by how much slower the machine was meanwhile;
 *   the bars of others are left out
 * @returns the bars with `value`, null for a figure that was not measured; `dividedBy`, 1 where nothing is scaled; `met`, null
 *   also where there is no limit; and `missed`, true also where there is a limit and no value
 */
export function compareWithBars(figures, benches) {
  return BARS.filter(({ figure }) => benches.has(benchOf(figure))).map((bar) => {
    const { value, isCut } = figures.get(bar.figure) ?? { value: null, isCut: false };
    const dividedBy = dividerOf(bar, benches.get(benchOf(bar.figure)));
    const hasLimit = bar.max !== undefined || bar.min !== undefined;
    const scaled = value === null ? null : value / dividedBy;
    const met = scaled === null || !hasLimit ? null : scaled <= (bar.max ?? scaled) && scaled >= (bar.min ?? scaled);
    return { ...bar, value, isCut, dividedBy, met, missed: hasLimit && met !== true };
  });
}

/** The bench that measures a figure. */
export function benchOf(figure) {
  return figure.slice(0, figure.indexOf('.'));
}
