// Recordings that no one may hear any more, while a worker writes a masked one or the store has not deleted them: links to them
// were given out before the call was masked.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';

@Injectable()
export class WithheldRecordings {
  constructor(private readonly dataSource: DataSource) {}

  async has(key: string): Promise<boolean> {
    return (await queryPrepared(this.dataSource, WITHHELD, [key])).length > 0;
  }
}

/** One that is kept is heard by those who may: their links are as any other. */
const WITHHELD: PreparedStatement = {
  name: 'recording-withheld',
  text: `SELECT FROM analysis WHERE original_key = $1 AND redact::json ->> 'original' = 'delete'
         UNION ALL SELECT FROM recording_deletion WHERE storage_key = $1`,
};
