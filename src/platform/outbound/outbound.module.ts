// Provides OutboundDoor, configured, to the features that send requests to URLs of clients.
import { Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { OutboundDoor } from './outbound-door.js';

@Module({
  providers: [
    {
      provide: OutboundDoor,
      inject: [Config],
      useFactory: ({ outbound, production }: Config) =>
        new OutboundDoor({ allowPrivate: outbound.allowPrivate, production }),
    },
  ],
  exports: [OutboundDoor],
})
export class OutboundModule {}
