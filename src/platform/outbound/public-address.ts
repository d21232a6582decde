// Tells the public Internet from everything near us: the heart of the outbound door.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Allocated to global unicast by IANA; every other IPv6 block is special, translated or not yet given out. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Serves credentials to virtual machines on Azure although it looks public. */
const AZURE_METADATA = '168.63.129.16';

/**
 * True only for a public unicast address in canonical text form. Loopback, private, shared (carrier-grade NAT),
 * link-local, metadata, multicast, documentation, benchmarking and reserved ranges are not public; nor is any IPv6
 * form that carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo), since it may lead anywhere.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === AZURE_METADATA) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (!parsed.zoneId && parsed.match(GLOBAL_UNICAST_V6));
}
