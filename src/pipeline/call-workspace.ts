// Temporary files of one claim on one call: the recording, its PCM, and what an engine writes.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ClaimedCall } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { queryRows } from '../platform/database/sql.js';
import { ObjectStore } from '../ports/object-store.js';

/** Names what a worker's probe of the folder writes there. It works through its open file, so that any worker may delete it. */
export const PROBE_PREFIX = 'probe-';

/** Folders of one claim. The path holds the fence: a worker that lost its claim never shares files with the next one. */
export interface CallWorkspace {
  /** Holds the recording and nothing else, since a decoder may open other files in the folder of its input. */
  readonly recordingDir: string;
  readonly recordingPath: string;
  readonly pcmDir: string;
  readonly scratchDir: string;
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

  async open(call: ClaimedCall): Promise<CallWorkspace> {
    const home = join(this.root, `${call.id}_${call.fence}`);
    const workspace = {
      recordingDir: join(home, 'recording'),
      recordingPath: join(home, 'recording', 'recording.bin'),
      pcmDir: join(home, 'pcm'),
      scratchDir: join(home, 'scratch'),
    };
    for (const dir of [workspace.recordingDir, workspace.pcmDir, workspace.scratchDir])
      await mkdir(dir, { recursive: true });
    return workspace;
  }

  /** Copies the stored recording to `recordingPath`. A stream is not enough, since decoders seek. */
  async download(workspace: CallWorkspace, storageKey: string, signal: AbortSignal): Promise<void> {
    await this.store.copyTo(storageKey, workspace.recordingPath, signal);
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
