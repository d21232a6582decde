// Agents of Node for packages that bring their own HTTP client. A name is resolved and checked at each connection, which then
// goes to the checked addresses: against DNS rebinding. A literal address is checked with the URL, before.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { ResolvedAddress } from './name-lookup.js';

export interface CheckedAgents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

/** From the look-up to its answer. */
const LOOKUP_TIMEOUT_MS = 10_000;
const MAX_SOCKETS = 8;

/** @param resolve gives checked addresses alone */
export function checkedAgents(resolve: Resolve): CheckedAgents {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || !first) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS, lookup };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}
