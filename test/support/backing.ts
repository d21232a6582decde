// A database and a Redis key space of one's own, in the servers that the run's set-up started.
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './global-setup.js';

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database. Drop it when the file is done. */
export async function freshDatabase(options: { migrated?: boolean } = {}): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.migrated === false ? 'template0' : TEMPLATE;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** An empty Redis database; numbers are reused, and two test files run at once, so each is emptied when taken. */
export async function freshRedis(): Promise<string> {
  const counter = new Redis(inject('redisUrl'));
  const number = ((await counter.incr('test:database')) % 15) + 1;
  await counter.select(number);
  await counter.flushdb();
  counter.disconnect();
  return `${inject('redisUrl').replace(/\/\d*$/, '')}/${number}`;
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
