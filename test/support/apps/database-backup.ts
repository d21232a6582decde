// A copy of a service's database, file by file, as an operator's snapshot of the disk.
import pg from 'pg';
import { inject } from 'vitest';

interface TakenDown {
  readonly env: Readonly<Record<string, string>>;
  /** Stops the service alone. @returns starts it again */
  takeDown(): Promise<() => Promise<void>>;
}

export class DatabaseBackup {
  constructor(private readonly service: TakenDown) {}

  /** Takes the service down for the time of the copy. */
  async make(): Promise<void> {
    const restart = await this.service.takeDown();
    await copy(this.name, this.copied);
    await restart();
  }

  /** @returns starts the service on the database of the backup */
  async restore(): Promise<() => Promise<void>> {
    const restart = await this.service.takeDown();
    await copy(this.copied, this.name);
    return restart;
  }

  async drop(): Promise<void> {
    await asAdmin(`DROP DATABASE IF EXISTS ${this.copied} WITH (FORCE)`);
  }

  private get name(): string {
    return new URL(this.service.env.DATABASE_URL ?? '').pathname.slice(1);
  }

  private get copied(): string {
    return `${this.name}_backup`;
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Copies a database as it is, in the place of another. No one may be connected to either. */
async function copy(from: string, to: string): Promise<void> {
  await asAdmin(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`);
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`);
  await asAdmin(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
}
