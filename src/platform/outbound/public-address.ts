// Decides whether an IP address belongs to the public Internet. OutboundDoor connects to no other address,
// unless private addresses are allowed.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The block that IANA has given to global unicast; every other IPv6 block is special, translated or not yet allocated. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Looks public, but serves credentials to virtual machines on Azure. */
const AZURE_METADATA = '168.63.129.16';

/**
 * True only for a public unicast address in canonical text form. Loopback, private, shared (carrier-grade NAT),
 * link-local, metadata, multicast, documentation, benchmarking and reserved ranges are not public. Neither is an IPv6
 * address that contains an IPv4 address (mapped, NAT64, 6to4, Teredo), because it may lead to any IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === AZURE_METADATA) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (!parsed.zoneId && parsed.match(GLOBAL_UNICAST_V6));
}
