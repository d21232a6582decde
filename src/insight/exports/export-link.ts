// Signed links to the files of exports.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../access/principal.js';
import { Config } from '../../platform/config/config.js';
import { invalidLink } from '../../platform/errors/api-error.js';
import { SignedLinks } from '../../platform/http/access/signed-links.js';
import type { ExportRow, StoredFormat } from '../../wire/export.response.js';

const LINK_SECONDS = 24 * 3_600;

/** Media types without parameters, as the API document names them. */
export const MEDIA_TYPES: Readonly<Record<StoredFormat, string>> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  parquet: 'application/vnd.apache.parquet',
  zip: 'application/zip',
};

/** Headers for serving a file. */
export function fileOf({ rows_of: of, format, as_of: asOf }: Pick<ExportRow, 'rows_of' | 'format' | 'as_of'>) {
  const at = asOf?.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-') ?? 'none';
  const contentType = format === 'csv' ? `${MEDIA_TYPES.csv}; charset=utf-8` : MEDIA_TYPES[format];
  return { contentType, fileName: `${of}-${at}Z.${format}` };
}

@Injectable()
export class ExportLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly config: Config,
  ) {}

  /** Null where no file exists. */
  urlOf({ id, status, storage_key: key, expires_at: expiresAt }: ExportRow): string | null {
    const now = Math.floor(Date.now() / 1000);
    const fileEnd = Math.floor((expiresAt?.getTime() ?? 0) / 1000);
    if (status !== 'completed' || key === null || fileEnd <= now) return null;
    const expires = Math.min(now + LINK_SECONDS, fileEnd);
    const url = new URL(`${this.config.http.publicUrl}/api/v1/exports/${id}/file`);
    url.searchParams.set('expires', String(expires));
    url.searchParams.set('signature', this.links.sign(claimsOf(id, expires)));
    return url.href;
  }

  /** @throws ApiError 403 for a link that is altered or has expired */
  holderOf(id: string, expires: number, signature: string): Principal {
    const holder = this.links.holder(claimsOf(id, expires), signature, 'export:open');
    if (!holder) throw invalidLink();
    return holder;
  }
}

/** Claims of a link. Only the id matters: the file under an id does not change. */
const claimsOf = (id: string, expiresAt: number) => ({ key: `export/${id}`, contentType: '', fileName: '', expiresAt });
