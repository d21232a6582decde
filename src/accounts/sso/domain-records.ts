// TXT records of a domain, asked from the system's name servers.
import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { signInErrors } from './sign-in-errors.js';

const TRY_TIMEOUT_MS = 2_000;
const TRIES = 2;
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);

@Injectable()
export class DomainRecords {
  /** Name servers to ask, as `address:port`; null: those of the system. */
  nameServers: readonly string[] | null = null;

  /** @throws ApiError 503 when the name servers are silent or fail */
  async of(domain: string): Promise<readonly string[]> {
    const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
    if (this.nameServers !== null) resolver.setServers(this.nameServers);
    try {
      // A long record comes in parts.
      return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
    } catch (error) {
      if (error instanceof Error && 'code' in error && UNKNOWN.has(String(error.code))) return [];
      throw signInErrors.dnsAway();
    }
  }
}
