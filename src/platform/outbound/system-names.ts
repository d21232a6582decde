// Names that the machine itself defines: the addresses in /etc/hosts, and the search domains in /etc/resolv.conf. c-ares asks
// name servers only, so both files are read here.
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Interval between two checks of a file. A check takes microseconds, so it may run on the event loop. */
const LOOK_INTERVAL_MS = 1_000;
/** Limit of the system's resolver. */
const MAX_NDOTS = 15;

export interface SearchRules {
  readonly domains: readonly string[];
  /** Dots from which on a name is looked up as it is first. A name with fewer dots is tried with the search domains first. */
  readonly ndots: number;
}

interface SystemFiles {
  readonly hosts: string;
  readonly resolvConf: string;
}

export class SystemNames {
  private readonly hosts: WatchedFile<ReadonlyMap<string, readonly string[]>>;
  private readonly rules: WatchedFile<SearchRules>;

  constructor({ hosts, resolvConf }: SystemFiles = { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' }) {
    this.hosts = new WatchedFile(hosts, parseHosts);
    this.rules = new WatchedFile(resolvConf, parseSearchRules);
  }

  /** @param name in lower case, without a dot at its end @returns none where the file does not have the name */
  addressesOf(name: string): readonly string[] {
    const found = this.hosts.read().get(name);
    if (found) return found;
    // RFC 6761: these names mean this machine, whatever a name server says.
    return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : [];
  }

  /** The names to ask name servers for, in order. */
  candidatesFor(name: string): readonly string[] {
    if (name.endsWith('.')) return [name];
    const { domains, ndots } = this.rules.read();
    const inDomains = domains.map((domain) => `${name}.${domain}`);
    return name.split('.').length - 1 >= ndots ? [name, ...inDomains] : [...inDomains, name];
  }
}

/** A file that an operator or a container may change while the process runs. A file that cannot be read counts as empty. */
class WatchedFile<Content> {
  private content: Content;
  private version = '';
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly path: string,
    private readonly parse: (text: string) => Content,
  ) {
    this.content = parse('');
  }

  read(): Content {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_INTERVAL_MS) return this.content;
    this.lookedAt = now;
    try {
      const { mtimeMs, size, ino } = statSync(this.path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (version === this.version) return this.content;
      this.content = this.parse(readFileSync(this.path, 'utf8'));
      this.version = version;
    } catch {
      this.content = this.parse('');
      this.version = '';
    }
    return this.content;
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const addresses = new Map<string, string[]>();
  for (const [address = '', ...names] of linesOf(text)) {
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      addresses.set(key, [...(addresses.get(key) ?? []), address]);
    }
  }
  return addresses;
}

/** Parses a file as described in resolv.conf(5): the last `search` or `domain` applies. */
function parseSearchRules(text: string): SearchRules {
  let domains: readonly string[] = [];
  let ndots = 1;
  for (const [keyword, ...values] of linesOf(text)) {
    if (keyword === 'search') domains = values;
    if (keyword === 'domain') domains = values.slice(0, 1);
    const given = keyword === 'options' && values.findLast((option) => /^ndots:\d{1,3}$/.test(option));
    if (given) ndots = Math.min(MAX_NDOTS, Number(given.slice('ndots:'.length)));
  }
  return { domains: domains.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== ''), ndots };
}

function linesOf(text: string): string[][] {
  return text.split('\n').map((line) => line.replace(/[#;].*/, '').match(/\S+/g) ?? []);
}
