// Temporary files of one run on one stored call: the recording, what is decoded of it, and the masked one.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { CallRedactionClaims, type ClaimedCallRedaction } from './call-redaction-claims.js';

const PREFIX = 'redaction-';

@Injectable()
export class RedactionFolders {
  private readonly root: string;

  constructor(
    config: Config,
    private readonly claims: CallRedactionClaims,
  ) {
    this.root = join(config.dataDir, 'work');
  }

  /** It names the fence: a worker that lost its claim shares no files with the next one. */
  async open(redaction: Pick<ClaimedCallRedaction, 'id' | 'fence'>): Promise<string> {
    const dir = join(this.root, nameOf(redaction));
    // A decoder may open other files in the folder of its input.
    await mkdir(join(dir, 'recording'), { recursive: true });
    return dir;
  }

  async close(redaction: Pick<ClaimedCallRedaction, 'id' | 'fence'>): Promise<void> {
    await rm(join(this.root, nameOf(redaction)), { recursive: true, force: true });
  }

  /** Removes the folders of killed workers. */
  async sweep(): Promise<void> {
    const names = (await readdir(this.root).catch(() => [])).filter((name) => name.startsWith(PREFIX));
    if (names.length === 0) return;
    const ids = names.map((name) => name.slice(PREFIX.length).split('_')[0] ?? '');
    const live = new Set((await this.claims.findHeld(ids)).map(nameOf));
    for (const name of names) if (!live.has(name)) await rm(join(this.root, name), { recursive: true, force: true });
  }
}

const nameOf = ({ id, fence }: Pick<ClaimedCallRedaction, 'id' | 'fence'>) => `${PREFIX}${id}_${fence}`;
