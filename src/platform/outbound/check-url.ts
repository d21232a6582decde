// The rules for a URL that a client gives. They are checked before the name is resolved or a connection is made.
import { isIP } from 'node:net';
import { bare, parseUrl } from './parse-url.js';
import { isPublicAddress } from './public-address.js';

export interface UrlPolicy {
  /** Allows private addresses; the other rules stay in force. */
  readonly allowPrivate: boolean;
  readonly httpsOnly: boolean;
}

export interface UrlFault {
  readonly type: 'url_parsing' | 'value_error';
  /** One sentence for the client; does not contain the URL. */
  readonly msg: string;
}

const MAX_URL_LENGTH = 2048;

/**
 * Ports from 1024 on that are not allowed: well-known services that could take a request for their own protocol. Below 1024
 * only 80 and 443 are allowed.
 */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  1080, 1433, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 4369, 5060, 5061, 5432, 5433, 5672,
  5900, 5984, 5985, 5986, 6000, 6379, 6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 7000, 7001, 8086, 8500,
  9042, 9092, 9200, 9300, 10080, 10250, 11211, 15672, 25565, 26379, 27017, 27018, 28017, 50000, 61616,
]);

/** Names that mean this machine or its network, whichever resolver is asked. A name without a dot is never public. */
const LOCAL_NAME = /\.(localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion)$/;

/**
 * Returns null when the URL may be used. Checks what is known when a client submits the URL; OutboundDoor checks the
 * addresses of the host name at every connection.
 */
export function checkUrl(url: string, policy: UrlPolicy): UrlFault | null {
  if (url.length > MAX_URL_LENGTH) return valueError(`URL should have at most ${MAX_URL_LENGTH} characters`);
  // The URL parser removes tabs, line breaks and surrounding blanks without an error: the checked URL would not be the given one.
  if (/[\s\p{Cc}\p{Cs}]/u.test(url) || parseUrl(url) === null)
    return { type: 'url_parsing', msg: 'Input should be a valid URL' };

  const { protocol, username, password, port, hostname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return valueError("URL scheme should be 'http' or 'https'");
  if (policy.httpsOnly && protocol !== 'https:') return valueError("URL scheme should be 'https'");
  if (username !== '' || password !== '') return valueError('URL should not contain a user name or password');
  if (!isAllowedPort(port)) return valueError('URL port is not allowed');
  if (!policy.allowPrivate && !mayBePublic(hostname)) return valueError('URL should point to a public address');
  return null;
}

function valueError(msg: string): UrlFault {
  return { type: 'value_error', msg };
}

function isAllowedPort(port: string): boolean {
  // Empty: the default port of the scheme.
  if (port === '' || port === '80' || port === '443') return true;
  return Number(port) >= 1024 && !SERVICE_PORTS.has(Number(port));
}

/** @param hostname as the URL parser gives it: in lower case, every spelling of an IPv4 address as four decimal numbers */
function mayBePublic(hostname: string): boolean {
  const host = bare(hostname).replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !LOCAL_NAME.test(host);
}
