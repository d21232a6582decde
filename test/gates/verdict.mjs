// What the outcome of a run means for its gate. Pure.

/** A file above it should stand in `long-files.mjs`, and is named where it does not. */
const MAX_CPU_SECONDS_A_FILE = 20;
/** On a busy machine the same tests take up to twice as much, so what takes too much is named, and fails the gate only from here. */
const REFUSED_TIMES = 2;
/** Shown at the end of each run. */
const SHOWN = 10;

/** The types stand in `verdict.d.mts`. */
export function verdictOn({ ranThrough, cpuSeconds, maxCpuSeconds, longFiles, failed, unsteady }) {
  const total = cpuSeconds.reduce((sum, [, seconds]) => sum + seconds, 0);
  const costly = cpuSeconds.toSorted(([, a], [, b]) => b - a);
  const unreasoned = longFiles === null ? [] : costly.filter(([path]) => !(path in longFiles));
  const tooMuch = `The test files took more than ${maxCpuSeconds} CPU seconds.`;
  const faults = [
    ...(ranThrough ? [] : ['The run ended with an error that belongs to no test file.']),
    ...failed.map((path) => `${path} failed.`),
    ...(total > REFUSED_TIMES * maxCpuSeconds ? [tooMuch] : []),
    ...withMoreThan(REFUSED_TIMES * MAX_CPU_SECONDS_A_FILE, unreasoned),
  ];
  return {
    isGreen: faults.length === 0,
    sentences: [
      `${Math.round(total)} CPU seconds in ${cpuSeconds.length} test files. The most costly:`,
      ...costly.slice(0, SHOWN).map(([path, seconds]) => `  ${seconds} s  ${path}`),
      ...unsteady.map((path) => `Unsteady: ${path} failed beside the others and passed alone.`),
      ...[...withMoreThan(MAX_CPU_SECONDS_A_FILE, unreasoned), ...(total > maxCpuSeconds ? [tooMuch] : [])].filter(
        (sentence) => !faults.includes(sentence),
      ),
      ...faults,
    ],
  };
}

function withMoreThan(bound, files) {
  return files
    .filter(([, seconds]) => seconds > bound)
    .map(
      ([path, seconds]) => `${path} took ${seconds} CPU seconds: more than ${MAX_CPU_SECONDS_A_FILE} without a reason.`,
    );
}
