// A disk store whose links work: they point to the controller of the service that serves recordings.
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import { SignedLinks } from '../../../src/platform/http/access/signed-links.js';
import { ObjectStore } from '../../../src/ports/object-store.js';
import { RecordingLinkController } from '../../../src/recordings/recording-link.controller.js';
import { WithheldRecordings } from '../../../src/recordings/withheld-recordings.js';

export interface ServedStore {
  readonly store: DiskObjectStore;
  readonly links: SignedLinks;
  close(): Promise<void>;
}

/** @param directory the store lies in its folder `objects` */
export async function serveDiskStore(directory: string): Promise<ServedStore> {
  const links = new SignedLinks(loadConfig({ DATA_DIR: directory }));
  // The address is known once the server listens.
  const options = { directory: join(directory, 'objects'), publicUrl: '' };
  const store = new DiskObjectStore(options, links);

  @Module({
    controllers: [RecordingLinkController],
    providers: [
      { provide: SignedLinks, useValue: links },
      { provide: ObjectStore, useValue: store },
      { provide: WithheldRecordings, useValue: { has: async () => false } },
    ],
  })
  class LinkModule {}

  const app = await NestFactory.create(LinkModule, { logger: false, forceCloseConnections: true });
  app.setGlobalPrefix('api/v1');
  app.useGlobalFilters({
    catch(error: unknown, host) {
      const response = host.switchToHttp().getResponse();
      const known = error instanceof ApiError ? error : new ApiError(500, String(error));
      response.status(known.status).set(known.headers).json({ detail: known.detail });
    },
  });
  await app.listen(0, '127.0.0.1');
  // On a slow machine the server must not close the connections that fetch keeps open.
  app.getHttpServer().keepAliveTimeout = 60_000;
  options.publicUrl = (await app.getUrl()).replace(/\/$/, '');
  return { store, links, close: () => app.close() };
}
