// Answers the requests of tus clients.
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { ServiceRequest } from '../platform/http/access/caller.js';
import { OpenUploads } from '../platform/http/body/open-uploads.js';
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
   * @param id that the upload gets
   * @throws ApiError 400, 412, 413, 429, 460, 501; 500 when the store fails
   */
  async create(owner: UploadOwner, request: ServiceRequest, id: string): Promise<CreatedUpload> {
    const exchange = new TusExchange(this.parts, owner, request, null, id);
    const answer = await this.counted(owner, () => this.run(exchange));
    const upload = (await this.rows.find(id, owner)) ?? exchange.created;
    if (!upload) throw new Error('An upload was answered and not made');
    return { answer, upload };
  }

  /**
   * HEAD, PATCH, DELETE and OPTIONS.
   * @param id null for the path of all uploads
   * @throws ApiError 400, 404, 409, 410, 412, 413, 423, 429, 460; 500 when the store fails
   */
  async answer(owner: UploadOwner, request: ServiceRequest, id: string | null): Promise<TusAnswer> {
    const exchange = new TusExchange(this.parts, owner, request, id);
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

export interface CreatedUpload {
  readonly answer: TusAnswer;
  readonly upload: StoredUpload;
}
