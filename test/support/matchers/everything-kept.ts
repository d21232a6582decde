// All that a service keeps, as one text to search: what no client may find must not stand in it.
import type { Redis } from 'ioredis';
import type pg from 'pg';

export async function everythingIn(redis: Redis): Promise<string> {
  const texts: string[] = [];
  for (const key of await redis.keys('*')) {
    texts.push(key);
    switch (await redis.type(key)) {
      case 'string':
        texts.push((await redis.get(key)) ?? '');
        break;
      case 'hash':
        texts.push(JSON.stringify(await redis.hgetall(key)));
        break;
      case 'list':
        texts.push(...(await redis.lrange(key, 0, -1)));
        break;
      case 'set':
        texts.push(...(await redis.smembers(key)));
        break;
      case 'zset':
        texts.push(...(await redis.zrange(key, 0, -1)));
        break;
      case 'stream':
        texts.push(JSON.stringify(await redis.xrange(key, '-', '+')));
        break;
    }
  }
  return texts.join('\n');
}

/** Every row of every table as text; bytea values are decoded as UTF-8.  */
export async function everythingOf(db: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    for (const row of rows)
      for (const value of Object.values(row))
        texts.push(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value));
  }
  return texts.join('\n');
}
