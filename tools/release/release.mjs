// Makes the files of a release from its tag, signs them, and prints what is left to do for the image.
//   npm run release -- KEY [FOLDER]
// KEY is a private key of OpenSSH whose public half (KEY.pub) stands in tools/release/allowed_signers; FOLDER is `release` where
// none is named. Nothing is built here, and nothing leaves this machine.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const SIGNERS = 'tools/release/allowed_signers';
const CHART = 'docker/helm/call-analysis';
const SUMS = 'SHA256SUMS';
/** Signatures of this namespace are good for nothing else. */
const NAMESPACE = 'call-analysis';
/** Files that name the version, and where. */
const NAMED = [
  ['docker/Dockerfile', /call-analysis:(\d\S*)/g],
  ['docker/compose.yaml', /image: call-analysis:(\S+)/g],
  ['docker/kubernetes/base/api.yaml', /image: call-analysis:(\S+)/g],
  ['docker/kubernetes/base/worker.yaml', /image: call-analysis:(\S+)/g],
  ['docker/kubernetes/base/kustomization.yaml', /newTag: (\S+)/g],
  [`${CHART}/Chart.yaml`, /^(?:version|appVersion): (\S+)$/gm],
];

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const read = (/** @type {string} */ path) => readFileSync(path, 'utf8');

const [key, folder = 'release'] = process.argv.slice(2);
const { name, version } = JSON.parse(read('package.json'));
const faults = findFaults();
if (faults.length > 0) {
  process.stderr.write(`There is no release yet:\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  process.exitCode = 1;
} else {
  makeRelease();
}

/** @returns {string[]} a sentence for each */
function findFaults() {
  const changes = read('CHANGELOG.md');
  const sections = changes.split(/^## /m);
  const unreleased = sections
    .find((section) => section.startsWith('[Unreleased]'))
    ?.replace('[Unreleased]', '')
    .trim();
  return [
    ...(git('status', '--porcelain') === '' ? [] : ['Files differ from the commit: commit or discard them']),
    ...(git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
      ? []
      : [`HEAD is not tagged v${version}`]),
    ...(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm').test(changes)
      ? []
      : [`CHANGELOG.md has no heading for ${version} with a date`]),
    ...(unreleased
      ? ['CHANGELOG.md has changes under Unreleased: they belong to this release, or to a later commit']
      : []),
    ...NAMED.flatMap(([file, pattern]) => faultsOfVersion(file, [...read(file).matchAll(pattern)])),
    ...faultsOfKey(),
  ];
}

/** @param {string} file @param {RegExpExecArray[]} named @returns {string[]} */
function faultsOfVersion(file, named) {
  if (named.length === 0) return [`${file} names no version`];
  return named.filter(([, found]) => found !== version).map(([, found]) => `${file} names ${found}, not ${version}`);
}

/** @returns {string[]} */
function faultsOfKey() {
  if (!key) return ['Name the key that signs: npm run release -- KEY'];
  if (!existsSync(`${key}.pub`)) return [`There is no ${key}.pub beside the key`];
  const [type, value] = read(`${key}.pub`).split(' ');
  const known = read(SIGNERS).split('\n');
  return known.some((line) => !line.startsWith('#') && line.includes(`${type} ${value?.trim()}`))
    ? []
    : [`${SIGNERS} does not have the key, so that no user could verify the release`];
}

function makeRelease() {
  mkdirSync(folder, { recursive: true });
  const source = `${name}-${version}.tar.gz`;
  const chart = `call-analysis-chart-${version}.tgz`;
  const sbom = `${name}-${version}.cdx.json`;
  git('archive', '--format=tar.gz', `--prefix=${name}-${version}/`, '-o', join(folder, source), 'HEAD');
  git('archive', '--format=tar.gz', '--prefix=call-analysis/', '-o', join(folder, chart), `HEAD:${CHART}`);
  writeFileSync(join(folder, sbom), execFileSync(process.execPath, [join(HERE, 'sbom.mjs')], { maxBuffer: 1 << 26 }));
  const sums = [source, chart, sbom].map((file) => `${sha256(join(folder, file))}  ${file}\n`).join('');
  writeFileSync(join(folder, SUMS), sums);
  // Asks for the passphrase of the key on the terminal.
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', NAMESPACE, join(folder, SUMS)], {
    stdio: 'inherit',
  });
  process.stdout.write(`${sums}${folder}/${SUMS}.sig\n\n${imageCommands(join(folder, sbom))}`);
}

/** @param {string} sbom */
function imageCommands(sbom) {
  const repository = /newName: (\S+)/.exec(read('docker/kubernetes/base/kustomization.yaml'))?.[1];
  const image = `${repository}:${version}`;
  return `Then the image:
  docker build -f docker/Dockerfile -t ${image} .
  docker push ${image}
  digest=$(docker inspect --format '{{index .RepoDigests 0}}' ${image})
  cosign sign "$digest"
  cosign attest --type cyclonedx --predicate ${sbom} "$digest"
`;
}

/** @param {string} path */
function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
