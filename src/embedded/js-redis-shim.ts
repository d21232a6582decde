// Makes Bull work on the JavaScript Redis, whose blocked clients cannot be cancelled and which lacks BRPOPLPUSH.
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

const POLL_MS = 25;

/**
 * Replaces the blocking pop of Bull's blocking client (`createClient` of type `bclient`) by polling, on this client
 * only. A pop that is waiting rejects with "Connection is closed." as soon as the client disconnects, which is how
 * Bull stops fetching; pops made after a reconnection work again.
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
    const connection = disconnections;
    const giveUpAt = Date.now() + Number(timeoutSeconds) * 1000;
    while (connection === disconnections) {
      const element = await client.rpoplpush(source, destination);
      if (element !== null || Date.now() >= giveUpAt) return element;
      await delay(POLL_MS);
    }
    throw new Error('Connection is closed.');
  };
}
