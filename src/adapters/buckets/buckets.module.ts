import { Global, Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { type Bucket, type BucketAddress, Buckets } from '../../ports/buckets.js';
import type { AssumingService } from './s3.buckets.js';

/** The SDK is loaded when the first bucket is opened: a process starts sooner without it. */
class LazyBuckets extends Buckets {
  private opened: Promise<Buckets> | null = null;

  constructor(
    private readonly door: OutboundDoor,
    private readonly assuming: AssumingService,
  ) {
    super();
  }

  override async open(address: BucketAddress): Promise<Bucket> {
    return (await this.load()).open(address);
  }

  override async isOpenToAll(roleArn: string, accountId: string): Promise<boolean> {
    return (await this.load()).isOpenToAll(roleArn, accountId);
  }

  private load(): Promise<Buckets> {
    this.opened ??= import('./s3.buckets.js').then(({ S3Buckets }) => new S3Buckets(this.door, this.assuming));
    return this.opened;
  }
}

/** Global, so that features can inject the port without importing this folder. */
@Global()
@Module({
  imports: [OutboundModule],
  providers: [
    {
      provide: Buckets,
      inject: [Config, OutboundDoor],
      useFactory: ({ storage }: Config, door: OutboundDoor): Buckets => {
        const { region, accessKeyId, secretAccessKey } =
          storage.kind === 's3' ? storage : { region: 'us-east-1', accessKeyId: null, secretAccessKey: null };
        const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
        return new LazyBuckets(door, { region, credentials, endpoint: null });
      },
    },
  ],
  exports: [Buckets],
})
export class BucketsModule {}
