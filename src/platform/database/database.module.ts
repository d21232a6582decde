// The connection pool, which all features of a process share, and the replica for reading. The process migrates the schema before
// it opens the pool.
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { ConnectionCheck } from './connection-check.js';
import { dataSourceOptions } from './data-source.js';
import { ReadReplica } from './read-replica.js';
import { STATEMENT_TIMEOUT_MS } from './session-options.js';
import { silentConnectionTimeout } from './silent-connection-timeout.js';
import { StreamingReplica } from './streaming-replica.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => {
        const url = databaseUrl(config);
        const { directUrl, poolSize, poolerKeepsStatements } = config.database;
        const options = dataSourceOptions(url, poolSize);
        return {
          ...options,
          extra: {
            ...options.extra,
            ...(poolerKeepsStatements ? { Client: pg.Client } : {}),
            // The direct URL gives the role its time-outs.
            ...silentConnectionTimeout(directUrl ?? url, STATEMENT_TIMEOUT_MS),
          },
          migrations: [],
          autoLoadEntities: true,
          retryAttempts: 3,
          retryDelay: 1_000,
        };
      },
    }),
  ],
  providers: [
    ConnectionCheck,
    {
      provide: ReadReplica,
      inject: [DataSource, Config],
      useFactory: (primary: DataSource, { database: { readUrl, poolSize } }: Config) =>
        readUrl === null ? ReadReplica.NONE : new StreamingReplica(primary, readUrl, poolSize),
    },
  ],
  exports: [ReadReplica],
})
export class DatabaseModule {}

function databaseUrl(config: Config): string {
  if (config.database.url === null) throw new Error('The embedded database must be started before the modules');
  return config.database.url;
}
