// Deletes what the store holds of uploads that ended without an analysis.
import { Injectable, Logger } from '@nestjs/common';
import { ObjectStore } from '../ports/object-store.js';
import { UploadRows } from './upload-rows.js';

@Injectable()
export class UploadRemains {
  private readonly logger = new Logger(UploadRemains.name);

  constructor(
    private readonly rows: UploadRows,
    private readonly store: ObjectStore,
  ) {}

  /** Two processes may do so at the same time: it can be repeated. */
  async delete(): Promise<void> {
    for (const { id, growing } of await this.rows.remains()) {
      try {
        await this.store.abandon(growing);
        await this.rows.forgetRemains(id);
      } catch (error) {
        this.logger.warn(
          { err: error, upload: id },
          'Could not delete the bytes of an upload; the next sweep tries again',
        );
      }
    }
  }
}
