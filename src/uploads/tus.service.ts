// Answers the requests of tus clients.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import { OpenUploads } from '../platform/http/body/open-uploads.js';
import { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { ProviderError } from '../ports/provider-error.js';
import { uploadFailed } from '../recordings/receiving/recording-limits.js';
import { AppendToUpload } from './append-to-upload.js';
import { type TusAnswer, TusExchange, type TusParts } from './tus-exchange.js';
import { uploadLocked } from './upload-errors.js';
import { UploadRemains } from './upload-remains.js';
import { LockLost, type StoredUpload, type UploadOwner, UploadRows } from './upload-rows.js';

@Injectable()
export class Tus {
  private readonly logger = new Logger(Tus.name);
  private readonly parts: TusParts;

  constructor(
    private readonly rows: UploadRows,
    append: AppendToUpload,
    { accountUploads, http }: Config,
    private readonly openUploads: OpenUploads,
    private readonly remains: UploadRemains,
  ) {
    const path = `${new URL(http.publicUrl).pathname.replace(/\/+$/, '')}/api/v1/uploads`;
    this.parts = { rows, append, maxOpen: accountUploads, path };
  }

  /**
   * @returns the upload that the request makes, or that an earlier attempt with its Idempotency-Key has made
   * @throws ApiError 400, 404 where that one has ended, 412, 413, 429, 460; 500 when the store fails
   */
  async create(owner: UploadOwner, request: ServiceRequest): Promise<StoredUpload> {
    const idempotent = IdempotentRequest.of(request);
    if (idempotent?.created) {
      request.resume();
      return this.rows.get(idempotent.resourceId, owner);
    }
    const id = idempotent?.resourceId ?? randomUUID();
    const recordCreated = async (tx: EntityManager) => idempotent?.recordCreated(tx);
    const exchange = new TusExchange(this.parts, owner, request, null, {
      id,
      isKeyed: idempotent !== null,
      recordCreated,
    });
    await this.counted(owner, () => this.run(exchange));
    const upload = (await this.rows.find(id, owner)) ?? exchange.created;
    if (!upload) throw new Error('An upload was answered and not made');
    return upload;
  }

  /**
   * HEAD, PATCH and DELETE.
   * @throws ApiError 400, 404, 409, 410, 412, 413, 423, 429, 460; 500 when the store fails
   */
  async answer(owner: UploadOwner, request: ServiceRequest, id: string): Promise<TusAnswer> {
    const exchange = new TusExchange(this.parts, owner, request, id, null);
    if (request.method === 'PATCH') return this.counted(owner, () => this.run(exchange));
    const answer = await this.run(exchange);
    // Where this fails, the sweep deletes them.
    if (request.method === 'DELETE') await this.remains.delete().catch(() => undefined);
    return answer;
  }

  location(id: string): string {
    return `${this.parts.path}/${id}`;
  }

  /** A request that sends bytes holds a connection and a file, as a form does. */
  private counted<Answer>({ accountId }: UploadOwner, run: () => Promise<Answer>): Promise<Answer> {
    return this.openUploads.run(accountId, run);
  }

  private async run(exchange: TusExchange): Promise<TusAnswer> {
    try {
      return await exchange.run();
    } catch (error) {
      if (error instanceof LockLost) throw uploadLocked();
      if (!(error instanceof ProviderError)) throw error;
      this.logger.error({ err: error }, 'Storage failed during a resumable upload; the client gets a 500');
      throw uploadFailed();
    }
  }
}
