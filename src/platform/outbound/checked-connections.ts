// Opens connections for OutboundDoor: only when every address of the name is allowed, and only to the checked addresses. Every
// connection is checked, against DNS rebinding.
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { LookUpName, ResolvedAddress } from './name-lookup.js';
import { NameResolver } from './name-resolver.js';
import { OutboundError } from './outbound-error.js';
import { bare } from './parse-url.js';

/** Time from the look-up to the connection. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Host names whose last account is remembered. */
const MAX_ASKERS = 10_000;

export class CheckedConnections {
  private readonly names: NameResolver;
  /** Open connections by origin. */
  private readonly open = new Map<string, number>();
  /** Account that last requested each host. When a connection needs a look-up, the look-up is charged to this account's turn. */
  private readonly askers = new Map<string, string>();
  /** Checked addresses of the connection that is being opened in this tick. */
  private checked: { readonly hostname: string; readonly addresses: readonly ResolvedAddress[] } = {
    hostname: '',
    addresses: [],
  };
  private readonly connectToChecked: buildConnector.connector;

  constructor(
    lookUp: LookUpName,
    private readonly mayConnectTo: (address: string) => boolean,
  ) {
    this.names = new NameResolver(lookUp);
    this.connectToChecked = buildConnector({
      lookup: this.lookup,
      timeout: CONNECT_TIMEOUT_MS,
      autoSelectFamily: true,
    });
  }

  close(): void {
    this.names.close();
  }

  /** True when a request to this origin need not wait for a look-up: a connection is open, or the host is an IP address. */
  isReady({ origin, hostname }: Pick<URL, 'origin' | 'hostname'>, accountId: string): boolean {
    if (isIP(bare(hostname)) !== 0) return true;
    if (this.askers.size >= MAX_ASKERS) this.askers.clear();
    this.askers.set(hostname, accountId);
    return this.open.has(origin);
  }

  /** @throws OutboundError; the signal's reason when the signal aborts */
  async resolve(hostname: string, accountId: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    const addresses = await this.names.resolve(hostname, accountId, signal);
    if (addresses.length === 0) throw new OutboundError('dns');
    // A private address among public ones is treated as an attack: the name could lead to the private one later.
    if (!addresses.every(({ address }) => this.mayConnectTo(address))) throw new OutboundError('refused-address');
    return addresses;
  }

  /** Connector that undici calls for each connection. */
  readonly connect: buildConnector.connector = (target, callback) => {
    const connected: buildConnector.Callback = (...[error, socket]) => {
      if (error) return callback(error, null);
      this.count(`${target.protocol}//${target.host}`, socket);
      callback(null, socket);
    };
    this.addressesOf(target.hostname)
      .then((addresses) => {
        this.checked = { hostname: target.hostname, addresses };
        this.connectToChecked(target, connected);
      })
      .catch((error: Error) => callback(error, null));
  };

  private async addressesOf(hostname: string): Promise<readonly ResolvedAddress[]> {
    const host = bare(hostname);
    const family = isIP(host);
    if (family === 0) {
      const accountId = this.askers.get(hostname) ?? hostname;
      return this.resolve(hostname, accountId, AbortSignal.timeout(CONNECT_TIMEOUT_MS));
    }
    if (!this.mayConnectTo(host)) throw new OutboundError('refused-address');
    return [{ address: host, family }];
  }

  /** Node asks in the same tick in which `connectToChecked` is called, and does not ask for an address. */
  private readonly lookup: LookupFunction = (hostname, _, callback) => {
    const { addresses, hostname: checkedName } = this.checked;
    if (hostname !== checkedName) callback(new OutboundError('dns'), '');
    // Node takes all addresses with `autoSelectFamily`.
    else callback(null, [...addresses]);
  };

  private count(origin: string, socket: Socket): void {
    this.open.set(origin, (this.open.get(origin) ?? 0) + 1);
    socket.once('close', () => {
      const left = (this.open.get(origin) ?? 1) - 1;
      if (left > 0) this.open.set(origin, left);
      else this.open.delete(origin);
    });
  }
}
