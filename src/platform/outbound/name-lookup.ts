// One look-up of a host name with c-ares. Node's `lookup` would ask the system's getaddrinfo on one of libuv's few threads, where
// it cannot be cancelled: the silent name servers of one client would hold up every other look-up of the process.
import { Resolver } from 'node:dns/promises';
import { OutboundError } from './outbound-error.js';
import { SystemNames } from './system-names.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface NameAnswer {
  readonly addresses: readonly ResolvedAddress[];
  /** Time for which the response may be cached, as set by the name servers. */
  readonly ttlMs: number;
}

/** @throws OutboundError `dns`; the signal's reason when the signal aborts */
export type LookUpName = (hostname: string, signal: AbortSignal) => Promise<NameAnswer>;

interface LookupOptions {
  /** Tries the search domains of the system, so that an operator can name an internal host in short. */
  readonly useSearchDomains: boolean;
  /** Name servers, as `address:port`. Default: those of the system. */
  readonly nameServers?: readonly string[];
  readonly system?: SystemNames;
}

const TRY_TIMEOUT_MS = 2_000;
const TRIES_PER_SERVER = 2;
/** Time for which a response from /etc/hosts may be cached. */
const HOSTS_TTL_MS = 1_000;

export function nameLookup({ useSearchDomains, nameServers, system = new SystemNames() }: LookupOptions): LookUpName {
  return async (hostname, signal) => {
    const name = hostname.toLowerCase();
    const local = system.addressesOf(name.replace(/\.$/, ''));
    if (local.length > 0) return { addresses: local.map(withFamily), ttlMs: HOSTS_TTL_MS };
    signal.throwIfAborted();
    // Each look-up has its own c-ares channel: cancelling a channel cancels all its queries. It reads the system's name servers
    // again, as they may change.
    const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES_PER_SERVER });
    if (nameServers) resolver.setServers(nameServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      return await askForFirst(resolver, useSearchDomains ? system.candidatesFor(name) : [name]);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Tries the next name when name servers know no address. A name server that is silent or refuses ends the look-up. */
async function askForFirst(resolver: Resolver, names: readonly string[]): Promise<NameAnswer> {
  let failure: unknown;
  for (const name of names) {
    try {
      return await ask(resolver, name);
    } catch (error) {
      failure = error;
      if (!isUnknownName(error)) break;
    }
  }
  throw new OutboundError('dns', undefined, { cause: failure });
}

/** Looks up both kinds of address together. One kind is enough: some name servers never answer about the other. */
async function ask(resolver: Resolver, name: string): Promise<NameAnswer> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  // IPv4 first: many machines have no way out over IPv6, and most receivers have both.
  const records = [v4, v6].flatMap((asked) => (asked.status === 'fulfilled' ? asked.value : []));
  if (records.length > 0) {
    const ttlMs = Math.min(...records.map(({ ttl }) => ttl)) * 1_000;
    return { addresses: records.map(({ address }) => withFamily(address)), ttlMs };
  }
  const failures = [v4, v6].flatMap((asked) => (asked.status === 'rejected' ? [asked.reason] : []));
  // A silent server is a better reason than one that knows no address of the other kind.
  throw failures.find((failure) => !isUnknownName(failure)) ?? failures[0];
}

function isUnknownName(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}

function withFamily(address: string): ResolvedAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}
