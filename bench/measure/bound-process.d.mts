import type { ChildProcess, SpawnOptions, StdioNull, StdioPipe } from 'node:child_process';

type Stream = StdioNull | StdioPipe;

export function spawnBound(
  command: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'> & { readonly stdio: readonly [Stream, Stream, Stream] },
): ChildProcess;
export function endWithNpm(): void;
