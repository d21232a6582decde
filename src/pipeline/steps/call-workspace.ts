// Temporary files of one claim on one call: the recording, its PCM, and files of an engine. Files of a call that gave way are
// kept for its next turn in this process: decoding ten hours again takes minutes.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { queryRows } from '../../platform/database/sql.js';
import { DiskSpace } from '../../platform/operations/disk-space.js';
import { ObjectStore } from '../../ports/object-store.js';
import type { Claimed } from '../../work/claim.js';
import { PROBE_PREFIX } from '../../work/worker-health.js';

/** A claimed row whose steps need files. */
type HeldRow = Pick<Claimed, 'id' | 'fence'>;

/** Paths of one claim. They hold the fence: a worker that lost its claim never shares files with the next one. */
export interface CallWorkspace {
  /** Folder for the PCM of the tracks, and for files of an engine. It exists once the recording is there. */
  readonly dir: string;
  /** Separate folder, since a decoder may open other files in the folder of its input. */
  readonly recordingPath: string;
}

@Injectable()
export class CallWorkspaces implements OnApplicationShutdown {
  private readonly root: string;
  /** Maximum number of kept folders: the number of calls in progress at once. */
  private readonly maxKept: number;
  /** Folder names of calls that gave way, by call id; the oldest first. */
  private readonly kept = new Map<string, string>();
  private readonly withPcm = new Set<string>();
  /** Names of folders whose claims had ended at the last sweep. */
  private over: ReadonlySet<string> = new Set();

  constructor(
    config: Config,
    private readonly store: ObjectStore,
    private readonly dataSource: DataSource,
    private readonly disk: DiskSpace,
  ) {
    this.root = join(config.dataDir, 'work');
    this.maxKept = config.worker.concurrency;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.forgetKept(0);
  }

  /**
   * Reuses the files of the call's last turn, where this process has kept them. Otherwise creates nothing: file systems are slow
   * to create folders, and a run that resumes late may need none.
   */
  async open(call: HeldRow): Promise<CallWorkspace> {
    const name = nameOf(call);
    const dir = join(this.root, name);
    const kept = this.kept.get(call.id);
    if (kept !== undefined) {
      this.kept.delete(call.id);
      this.withPcm.delete(kept);
      const isThere = await rename(join(this.root, kept), dir).then(
        () => true,
        () => false,
      );
      if (isThere) this.withPcm.add(name);
    }
    return { dir, recordingPath: join(dir, 'recording', 'recording.bin') };
  }

  /** Whether this workspace has the decoded recording. */
  holdsPcm({ dir }: CallWorkspace): boolean {
    return this.withPcm.has(basename(dir));
  }

  notePcm({ dir }: CallWorkspace): void {
    this.withPcm.add(basename(dir));
  }

  /** Brings the stored recording to `recordingPath`. A stream is not enough, since decoders seek. */
  async download({ recordingPath }: CallWorkspace, storageKey: string, signal: AbortSignal): Promise<void> {
    await mkdir(dirname(recordingPath), { recursive: true });
    await this.store.fetchTo(storageKey, recordingPath, signal);
  }

  async close(call: HeldRow): Promise<void> {
    await this.remove(nameOf(call));
  }

  /** Also removes files of the call's earlier claims that were killed on this machine: the sweep would find them only later. */
  async closeAll({ id }: HeldRow): Promise<void> {
    const names = await readdir(this.root).catch(() => []);
    for (const name of names) if (name.startsWith(`${id}_`)) await this.remove(name);
  }

  /** Ends the claim like `close`, and keeps the decoded files for the next one. */
  async keep(call: HeldRow): Promise<void> {
    const name = nameOf(call);
    const isRoomy = this.withPcm.has(name) && (await this.isDiskRoomy());
    if (!isRoomy) return this.close(call);
    this.kept.set(call.id, name);
    await this.forgetKept(this.maxKept);
  }

  /**
   * Removes every folder whose claim has ended, and all probes: killed workers leave theirs. The folder of a call that gave way
   * stays until the next claim, which renames it soon: so it is removed only when two sweeps in a row find it.
   */
  async sweep(): Promise<void> {
    if (!(await this.isDiskRoomy())) await this.forgetKept(0);
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
      `${heldIn('analysis')} UNION ALL ${heldIn('engine_trial_item')}`,
      [claims.map(({ id }) => id)],
    );
    const live = new Set(held.map(nameOf));
    const over = claims.filter(({ name }) => !live.has(name)).map(({ name }) => name);
    for (const name of over) if (this.over.has(name)) await this.remove(name);
    this.over = new Set(over);
    for (const [id, name] of this.kept) if (this.over.has(name)) this.kept.delete(id);
  }

  private async isDiskRoomy(): Promise<boolean> {
    return (await this.disk.level().catch(() => 'low')) === 'ok';
  }

  private async forgetKept(leave: number): Promise<void> {
    for (const [id, name] of [...this.kept].slice(0, Math.max(0, this.kept.size - leave))) {
      this.kept.delete(id);
      await this.remove(name);
    }
  }

  private async remove(name: string): Promise<void> {
    this.withPcm.delete(name);
    await rm(join(this.root, name), { recursive: true, force: true });
  }
}

const heldIn = (table: string) =>
  `SELECT id, fence FROM ${table}
   WHERE id = ANY($1::uuid[]) AND status = 'processing' AND (lease_until IS NULL OR lease_until > now())`;

const nameOf = ({ id, fence }: HeldRow) => `${id}_${fence}`;
