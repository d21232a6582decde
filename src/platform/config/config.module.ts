// Gives the process's settings to everything that asks for Config.
import { type DynamicModule, Module } from '@nestjs/common';
import { Config } from './config.js';

@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Config, useValue: config }],
      exports: [Config],
    };
  }
}
