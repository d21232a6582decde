// Prints the bill of materials of the service in CycloneDX: every package that the image may hold, with its licence.
//   npm run --silent sbom > sbom.cdx.json
// `npm sbom --omit dev` leaves out each package that something of development needs too, express and pg among them. So npm
// describes a copy of the manifest and the lock file in which there is no development.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Packages whose manifests name no licence in today's form, and what they say elsewhere. */
const LICENSES = {
  'busboy@1.6.0': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
  'streamsearch@1.1.0': 'MIT',
};

/** Packages of development that the build puts into the console. */
const IN_CONSOLE = ['@preact/signals', '@tanstack/virtual-core', 'preact'];

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

const { devDependencies, ...manifest } = read('package.json');
const lock = read('package-lock.json');
const { devDependencies: __, ...top } = lock.packages[''];
const dependencies = {
  ...manifest.dependencies,
  ...Object.fromEntries(IN_CONSOLE.map((name) => [name, devDependencies[name]])),
};
const inConsole = new Set(IN_CONSOLE.flatMap(withNeeded));
const others = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && (!dev || inConsole.has(path)))
  .map(([path, { dev: _, ...entry }]) => [path, entry]);

const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  // The name of the folder becomes that of the component.
  const copy = join(folder, manifest.name);
  mkdirSync(copy);
  const packages = { '': { ...top, dependencies }, ...Object.fromEntries(others) };
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
  writeFileSync(join(copy, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const sbom = JSON.parse(execFileSync('npm', command, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 26 }));
  for (const component of sbom.components) {
    if (component.licenses?.length > 0) continue;
    const id = LICENSES[`${component.name}@${component.version}`];
    if (!id) throw new Error(`${component.name}@${component.version} names no licence: add it to LICENSES`);
    component.licenses = [{ license: { id } }];
  }
  process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {string} name @returns {string[]} the paths of a package and of all that it needs, in the lock file */
function withNeeded(name) {
  const path = `node_modules/${name}`;
  return [path, ...Object.keys(lock.packages[path].dependencies ?? {}).flatMap(withNeeded)];
}
