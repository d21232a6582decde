import { type FactoryProvider, Module, type Type } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Metrics } from '../platform/operations/metrics/metrics.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { QueueConsumers } from '../platform/queue/queue-consumers.js';
import type { Claimed } from './claim.js';
import { DoorbellsModule } from './doorbells.js';
import { EnginePause } from './engines/engine-pause.js';
import { EnginePauseModule } from './engines/engine-pause.module.js';
import type { KindOfWork } from './kind-of-work.js';
import { Lanes } from './lanes.js';
import { Worker } from './worker.js';
import { WorkerHealth } from './worker-health.js';
import { WorkerSlots } from './worker-slots.js';

/** Parts shared by all kinds of work in one process. */
@Module({
  imports: [DoorbellsModule, EnginePauseModule, QueueModule],
  providers: [Lanes, WorkerHealth, WorkerSlots],
  exports: [DoorbellsModule, EnginePauseModule, Lanes, QueueModule, WorkerHealth, WorkerSlots],
})
export class WorkModule {}

/**
 * Has the processes that load the module work on this kind. @param kind a provider of the module, which imports {@link
 * WorkModule}
 */
export function workerOf<T extends Claimed>(kind: Type<KindOfWork<T>>): FactoryProvider<Worker<T>> {
  return {
    provide: Symbol(`worker of ${kind.name}`),
    inject: [kind, Config, EnginePause, WorkerHealth, Lanes, QueueConsumers, Metrics],
    useFactory: (...parts: ConstructorParameters<typeof Worker<T>>) => new Worker(...parts),
  };
}
