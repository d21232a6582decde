// Loaded with `--import` into a process: appends each package that it loads, one a line, to the file PACKAGES_FILE. This file
// is also the hook that sees modules; CommonJS modules are seen as they are compiled.
import { appendFileSync } from 'node:fs';
import { Module, register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

function record(place) {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place) ?? [];
  if (name !== undefined) appendFileSync(process.env.PACKAGES_FILE, `${name}\n`);
}

export function load(url, context, nextLoad) {
  record(url);
  return nextLoad(url, context);
}

if (isMainThread) {
  register(import.meta.url);
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, path, ...rest) {
    record(path);
    return compile.call(this, source, path, ...rest);
  };
}
