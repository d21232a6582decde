// Checks after a whole run that tests have seen and checked every answer and event of the OpenAPI document.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { documentedNames } from './responses.js';

/** The suites that together must see everything. */
const SUITES = /\/test\/(contract|e2e)\//;

/** Documented answers that no test can bring about, each with the reason. */
const NEVER_SEEN: Readonly<Record<string, string>> = {
  'GET /recordings/{recording_id} 503':
    'A recording on the disk of the service needs no server that can be down; a proxy in front of the service may answer 503.',
};

/** @throws Error that names what was never seen. Checks nothing when only some tests ran, or when tests failed. */
export async function expectAllSeen(project: TestProject, directory: string): Promise<void> {
  if (process.env.TEST_GATE === 'short' || !(await isWholeRun(project))) return;
  const files = await readdir(directory);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const seen = new Set(texts.join('').split('\n'));
  const documented = documentedNames();
  const never = documented.filter((name) => !seen.has(name) && !(name in NEVER_SEEN));
  const stale = Object.keys(NEVER_SEEN).filter((name) => seen.has(name) || !documented.includes(name));
  const faults = [
    ...never.map((name) => `${name}: documented, but seen by no test`),
    ...stale.map((name) => `${name}: listed as never seen, but seen or no longer documented`),
  ];
  if (faults.length > 0) {
    // The test runner prints what a teardown throws, but does not fail for it.
    process.exitCode = 1;
    throw new Error(`The OpenAPI document and the tests differ:\n${faults.join('\n')}`);
  }
  console.log(`All ${documented.length} documented answers and events were seen and checked.`);
}

async function isWholeRun(project: TestProject): Promise<boolean> {
  if (project.vitest.getGlobalTestNamePattern() !== undefined) return false;
  const wanted = (await project.globTestFiles()).testFiles.filter((file) => SUITES.test(file));
  const passed = project.vitest.state.getTestModules().filter((module) => module.state() === 'passed');
  const files = new Set(passed.map(({ moduleId }) => moduleId));
  return wanted.length > 0 && wanted.every((file) => files.has(file));
}
