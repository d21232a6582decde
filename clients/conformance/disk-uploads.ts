// What the stand-in for the service keeps uploads in: a folder, so that they outlast it.
import { createWriteStream } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';

const EXPIRES_MS = 86_400_000;

export class DiskUploads extends DataStore {
  override extensions = ['creation', 'expiration', 'termination'];

  constructor(private readonly folder: string) {
    super();
  }

  /** @returns the ids of the uploads that are there */
  async ids(): Promise<readonly string[]> {
    return (await readdir(this.folder)).filter((name) => !name.endsWith('.json'));
  }

  pathOf(id: string): string {
    return join(this.folder, id);
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date().toISOString();
    await writeFile(this.pathOf(upload.id), '');
    await writeFile(`${this.pathOf(upload.id)}.json`, JSON.stringify(upload));
    return upload;
  }

  /** What arrived before a cut stays. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    await pipeline(stream, createWriteStream(this.pathOf(id), { flags: 'r+', start: offset }));
    return (await stat(this.pathOf(id))).size;
  }

  override async getUpload(id: string): Promise<Upload> {
    const text = await readFile(`${this.pathOf(id)}.json`, 'utf8').catch(() => null);
    if (text === null) throw ERRORS.FILE_NOT_FOUND;
    const { size } = await stat(this.pathOf(id));
    return new Upload({ ...JSON.parse(text), offset: size });
  }

  override async remove(id: string): Promise<void> {
    await this.getUpload(id);
    await Promise.all([rm(this.pathOf(id)), rm(`${this.pathOf(id)}.json`)]);
  }

  override getExpiration(): number {
    return EXPIRES_MS;
  }
}

/** Counts bytes and keeps none: for the measurement of memory, whose uploads are large. */
export class CountedUploads extends DataStore {
  override extensions = ['creation', 'termination'];
  readonly uploads = new Map<string, Upload>();

  override async create(upload: Upload): Promise<Upload> {
    this.uploads.set(upload.id, upload);
    return upload;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let count = offset;
    for await (const chunk of stream) count += chunk.length;
    const upload = this.uploads.get(id);
    if (upload) upload.offset = count;
    return count;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = this.uploads.get(id);
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ ...upload });
  }

  override async remove(id: string): Promise<void> {
    this.uploads.delete(id);
  }
}
