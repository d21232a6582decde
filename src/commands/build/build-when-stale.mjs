// Builds the service where its sources are newer than the build. `run` starts it; not where there are no sources, as in the
// image.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { staleSource } from './stale-source.mjs';

const reason = staleSource();
if (reason !== null) {
  if (existsSync(join('node_modules', 'rolldown'))) {
    process.exitCode = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status ?? 1;
  } else {
    process.stderr.write(`The service must be built (${reason}), and the bundler is not installed: run npm ci\n`);
    process.exitCode = 1;
  }
}
