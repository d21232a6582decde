// How many uploads each account has open in this process. A slow sender holds a connection, a file and an upload to storage;
// where it repeats an Idempotency-Key, only the connection.
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { tooManyRequests } from '../../errors/api-error.js';

const RETRY_AFTER_SECONDS = 5;

@Injectable()
export class OpenUploads {
  private readonly open = new Map<string, number>();

  constructor(private readonly config: Config) {}

  /**
   * Counts the upload until it has settled.
   * @throws ApiError 429 when the account has as many open as it may have
   */
  async run<T>(accountId: string, upload: () => Promise<T>): Promise<T> {
    const others = this.open.get(accountId) ?? 0;
    const { accountUploads } = this.config;
    if (accountUploads > 0 && others >= accountUploads) throw tooManyRequests(RETRY_AFTER_SECONDS);
    this.open.set(accountId, others + 1);
    try {
      return await upload();
    } finally {
      const left = (this.open.get(accountId) ?? 1) - 1;
      if (left > 0) this.open.set(accountId, left);
      else this.open.delete(accountId);
    }
  }
}
