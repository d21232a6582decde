// Temporary files of one claim on one call: the recording, its PCM, and what an engine writes.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ClaimedCall } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { queryRows } from '../platform/database/sql.js';
import { ObjectStore } from '../ports/object-store.js';

/** Names what a worker's probe of the folder writes there. It works through its open file, so that any worker may delete it. */
export const PROBE_PREFIX = 'probe-';

/** Paths of one claim. They hold the fence: a worker that lost its claim never shares files with the next one. */
export interface CallWorkspace {
  /** Folder of the PCM of the tracks, and of what an engine writes. It exists once the recording is there. */
  readonly dir: string;
  /** In a folder of its own, since a decoder may open other files in the folder of its input. */
  readonly recordingPath: string;
}

@Injectable()
export class CallWorkspaces {
  private readonly root: string;

  constructor(
    config: Config,
    private readonly store: ObjectStore,
    private readonly dataSource: DataSource,
  ) {
    this.root = join(config.dataDir, 'work');
  }

  /** Creates nothing yet: file systems are slow to make folders, and a run that resumes late may need none. */
  of(call: ClaimedCall): CallWorkspace {
    const dir = join(this.root, `${call.id}_${call.fence}`);
    return { dir, recordingPath: join(dir, 'recording', 'recording.bin') };
  }

  /** Brings the stored recording to `recordingPath`. A stream is not enough, since decoders seek. */
  async download({ recordingPath }: CallWorkspace, storageKey: string, signal: AbortSignal): Promise<void> {
    await mkdir(dirname(recordingPath), { recursive: true });
    await this.store.fetchTo(storageKey, recordingPath, signal);
  }

  async close(call: ClaimedCall): Promise<void> {
    await rm(join(this.root, `${call.id}_${call.fence}`), { recursive: true, force: true });
  }

  /** Removes every folder whose claim is over, and all probes: killed workers leave theirs. */
  async sweep(): Promise<void> {
    const names = await readdir(this.root).catch(() => []);
    for (const name of names) {
      if (name.startsWith(PROBE_PREFIX)) await rm(join(this.root, name), { force: true });
    }
    const claims = names.flatMap((name) => {
      const [id, fence] = name.split('_');
      return id && /^[0-9a-f-]{36}$/.test(id) ? [{ name, id, fence: Number(fence) }] : [];
    });
    if (claims.length === 0) return;
    const held = await queryRows<{ id: string; fence: number }>(
      this.dataSource,
      "SELECT id, fence FROM analysis WHERE id = ANY($1::uuid[]) AND status = 'processing' AND lease_until > now()",
      [claims.map(({ id }) => id)],
    );
    const live = new Set(held.map(({ id, fence }) => `${id}_${fence}`));
    for (const { name } of claims) {
      if (!live.has(name)) await rm(join(this.root, name), { recursive: true, force: true });
    }
  }
}
