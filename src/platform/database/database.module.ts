// The connection pool, which all features of a process share. The process migrates the schema before it opens the pool.
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.js';
import { dataSourceOptions, STATEMENT_TIMEOUT_MS } from './data-source.js';
import { silentConnectionTimeout } from './silent-connection-timeout.js';

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => {
        const url = databaseUrl(config);
        const options = dataSourceOptions(url, config.database.poolSize);
        return {
          ...options,
          extra: { ...options.extra, ...silentConnectionTimeout(url, STATEMENT_TIMEOUT_MS) },
          migrations: [],
          autoLoadEntities: true,
          retryAttempts: 3,
          retryDelay: 1_000,
        };
      },
    }),
  ],
})
export class DatabaseModule {}

function databaseUrl(config: Config): string {
  if (config.database.url === null) throw new Error('The embedded database must be started before the modules');
  return config.database.url;
}
