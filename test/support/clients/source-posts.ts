// Each POST of sources and of uploads, with a count of what it changed.
import type pg from 'pg';
import { expect } from 'vitest';
import type { PostScenario } from './post-scenario.js';

interface Owner {
  readonly accountId: string;
  readonly credential: string;
}

const SOURCE = {
  name: 'Calls',
  kind: 's3',
  bucket: 'acme-recordings',
  // Nothing answers there.
  endpoint: 'http://127.0.0.1:1999',
  credentials: { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'secret' },
  naming: { preset: 'amazon_connect' },
};

/** @param open opens an account: each POST has its own, because requests of one account wait for each other's locks */
export async function sourcePosts(db: pg.Pool, baseUrl: string, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const count = async (table: 'source' | 'upload', condition: string, { accountId }: Owner) =>
    Number(
      (await db.query(`SELECT count(*) AS n FROM ${table} WHERE account_id = $1 AND ${condition}`, [accountId])).rows[0]
        .n,
    );
  const ask = async (path: string, { credential }: Owner, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    await expect(response).toAnswer([200, 201]);
    return JSON.parse(text);
  };
  const act = async (name: 'pause' | 'resume' | 'rescan', effect: string): Promise<PostScenario> => {
    const owner = await open();
    const { id } = await ask('/sources', owner, SOURCE);
    if (name === 'resume') await ask(`/sources/${id}/pause`, owner);
    return {
      route: `/sources/{id}/${name}`,
      path: `/sources/${id}/${name}`,
      body: name === 'rescan' ? {} : null,
      credential: owner.credential,
      status: 200,
      countEffects: () => count('source', effect, owner),
    };
  };
  const [making, uploading] = [await open(), await open()];
  return [
    {
      route: '/sources',
      path: '/sources',
      body: SOURCE,
      credential: making.credential,
      status: 201,
      countEffects: () => count('source', 'true', making),
    },
    await act('pause', 'paused_at IS NOT NULL'),
    await act('resume', 'paused_at IS NULL'),
    await act('rescan', "place ? 'backfill'"),
    {
      route: '/uploads',
      path: '/uploads',
      body: null,
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': 'filename Y2FsbC53YXY=' },
      credential: uploading.credential,
      status: 201,
      countEffects: () => count('upload', 'true', uploading),
    },
  ];
}
