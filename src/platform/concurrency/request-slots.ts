// Slots for requests that cost their account no minutes, and the service a connection, a thread or the event loop: two an account
// and six a process, and the others wait. Each kind of request has slots of its own: a search of half a second must not wait for
// statistics that take seconds.
import { FairSemaphore } from './fair-semaphore.js';

/** Slots of a process. */
export const REQUESTS_RUNNING = 6;
const MAX_RUNNING_OF_ACCOUNT = 2;

/** The key of a slot is the id of the account; for requests without a known caller, the address of the client. */
export class RequestSlots extends FairSemaphore {
  /** @param maxRunning of a process; more for requests that wait for servers of clients and compute little */
  constructor(maxRunning = REQUESTS_RUNNING) {
    super({ maxRunning, maxRunningPerKey: MAX_RUNNING_OF_ACCOUNT });
  }
}
