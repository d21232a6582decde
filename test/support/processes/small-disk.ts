// A small file system of its own, to see what the service does when it is full. Most containers may not mount one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all room but this share, 0 to 1. */
  leave(share: number): Promise<void>;
  /** Gives back what `leave` took. */
  empty(): Promise<void>;
  makeReadOnly(): void;
  unmount(): void;
}

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });

/** @throws when this process may not mount */
export function smallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    mount('-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', folder);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    async leave(share) {
      await rm(ballast, { force: true });
      const { bsize, bavail, blocks } = await statfs(folder);
      await writeFile(ballast, Buffer.alloc(bsize * Math.floor(bavail - blocks * share)));
    },
    empty: () => rm(ballast, { force: true }),
    makeReadOnly: () => void mount('-o', 'remount,ro', folder),
    unmount() {
      execFileSync('umount', [folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true });
    },
  };
}

/** Why a test of a small disk cannot run here; null where it can. */
export const noSmallDisk: string | null = (() => {
  try {
    smallDisk(1).unmount();
    return null;
  } catch {
    return 'this process may not mount a file system';
  }
})();
