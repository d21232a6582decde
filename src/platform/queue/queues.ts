// The queues of this process, by their names.
import type { Queue } from 'bull';
import type { QueueName } from './queue-names.js';

export class Queues {
  private readonly byName: ReadonlyMap<string, Queue>;

  constructor(queues: readonly Queue[]) {
    this.byName = new Map(queues.map((queue) => [queue.name, queue]));
  }

  of(name: QueueName): Queue {
    const queue = this.byName.get(name);
    if (!queue) throw new Error(`This process has no queue of the name ${name}`);
    return queue;
  }
}
