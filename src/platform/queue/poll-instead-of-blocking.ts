// Makes Bull work on the JavaScript Redis of the embedded servers: that server cannot cancel a client that is blocked, and
// it lacks BRPOPLPUSH.
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

const POLL_INTERVAL_MS = 25;

/**
 * Replaces the blocking pop (BRPOPLPUSH) of this one client by polling with RPOPLPUSH. It is meant for Bull's blocking
 * client (`createClient` of type `bclient`). A pop that waits rejects with "Connection is closed." as soon as the client
 * disconnects; Bull relies on that to stop fetching jobs. Pops after a reconnection work again.
 */
export function pollInsteadOfBlocking(client: Redis): void {
  let disconnections = 0;
  const disconnect = client.disconnect.bind(client);
  client.disconnect = (reconnect) => {
    disconnections++;
    disconnect(reconnect);
  };
  client.on('end', () => {
    disconnections++;
  });
  client.brpoplpush = async (source, destination, timeoutSeconds) => {
    const disconnectionsAtStart = disconnections;
    const deadline = Date.now() + Number(timeoutSeconds) * 1000;
    while (disconnectionsAtStart === disconnections) {
      const element = await client.rpoplpush(source, destination);
      if (element !== null || Date.now() >= deadline) return element;
      await delay(POLL_INTERVAL_MS);
    }
    throw new Error('Connection is closed.');
  };
}
