#!/usr/bin/env node
// The program for operators: `call-analysis COMMAND`. Signals reach the command, since it runs in this process.
import { readFileSync } from 'node:fs';
import { COMMANDS } from './command-table.js';
import { runProgram } from './run-program.js';

process.setSourceMapsEnabled(true);
const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
process.exitCode = await runProgram(
  process.argv.slice(2),
  { version: manifest.version, commands: COMMANDS },
  {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  },
);
