// `call-analysis watch` as a process of its own, which tests can kill.
import { once } from 'node:events';
import { spawnBound } from '../../../bench/measure/bound-process.mjs';
import { builtFile } from './build.js';
import { until } from './until.js';

export interface WatchProcess {
  readonly output: () => string;
  /** Resolves once the output holds this text. */
  says(text: string): Promise<string>;
  /** Its exit code, once it has ended by itself. */
  ended(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** @param service the address, without `/api/v1`, and a key */
export function startWatch(
  folder: string,
  options: readonly string[],
  service: { readonly url: string; readonly key?: string },
): WatchProcess {
  const child = spawnBound(process.execPath, [builtFile('program/call-analysis.js'), 'watch', folder, ...options], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CALL_ANALYSIS_URL: service.url,
      CALL_ANALYSIS_API_KEY: service.key ?? 'sk_test_key',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const gone = once(child, 'close').then(() => child.exitCode);
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return gone;
  };
  return {
    output: () => output,
    says: (text) =>
      until(async () => {
        if (!output.includes(text) && child.exitCode !== null) throw new Error(`It ended without ${text}:\n${output}`);
        return output.includes(text) && output;
      }, `${text} in:\n${output}`),
    ended: () => gone,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Until it has ended. */
export async function watchOnce(
  folder: string,
  options: readonly string[],
  service: { readonly url: string; readonly key?: string },
): Promise<{ code: number | null; output: string }> {
  const watch = startWatch(folder, ['--once', '--settle', '0', ...options], service);
  return { code: await watch.ended(), output: watch.output() };
}
