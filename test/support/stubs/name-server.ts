// A name server of the test over UDP (RFC 1035), as small as the tests need: it answers questions for addresses, and is silent
// about some zones, as the name servers of a client may be.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

interface NameRecords {
  readonly addresses: readonly string[];
  /** TXT records, each of one part. */
  readonly texts?: readonly string[];
  readonly ttlSeconds?: number;
  /** Of single addresses. */
  readonly ttlSecondsOf?: Readonly<Record<string, number>>;
}

export interface NameServer {
  /** As `address:port`. */
  readonly address: string;
  /** By name in lower case. A name that is not there does not exist. */
  readonly names: Map<string, NameRecords>;
  /** Names under these are not answered. */
  readonly silentZones: Set<string>;
  /** Questions, as `name kind`, that are refused. */
  readonly refused: Set<string>;
  /** `name kind`, in the order in which they came; repeats of a question too. */
  readonly questions: string[];
  close(): Promise<void>;
}

const KINDS: Readonly<Record<number, string>> = { 1: 'A', 16: 'TXT', 28: 'AAAA' };
const ANSWER = 0x8180;
const NO_SUCH_NAME = 3;
const REFUSED = 5;

/** @param port 0 for a free one */
export async function startNameServer(port = 0): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    address: '',
    names: new Map(),
    silentZones: new Set(),
    refused: new Set(),
    questions: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, from) => {
    const { name, kind, end } = readQuestion(query);
    server.questions.push(`${name} ${KINDS[kind]}`);
    if ([...server.silentZones].some((zone) => name === zone || name.endsWith(`.${zone}`))) return;
    const known = server.names.get(name);
    const ofKind = (address: string) => (KINDS[kind] === 'AAAA') === address.includes(':');
    const records =
      KINDS[kind] === 'TXT' ? (known?.texts ?? []) : (known?.addresses ?? []).filter((address) => ofKind(address));
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    const fault = server.refused.has(`${name} ${KINDS[kind]}`) ? REFUSED : known ? 0 : NO_SUCH_NAME;
    head.writeUInt16BE(ANSWER | fault, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    const answers = records.map((address) =>
      record(
        kind,
        KINDS[kind] === 'TXT' ? part(address) : bytesOf(address),
        known?.ttlSecondsOf?.[address] ?? known?.ttlSeconds ?? 60,
      ),
    );
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return Object.assign(server, { address: `127.0.0.1:${socket.address().port}` });
}

function readQuestion(query: Buffer): { name: string; kind: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), kind: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(kind: number, data: Buffer, ttlSeconds: number): Buffer {
  const head = Buffer.alloc(12);
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(kind, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttlSeconds, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** RFC 1035, 3.3.14. */
const part = (text: string) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [left = '', right = ''] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = 8 - groups(left).length - groups(right).length;
  const all = [
    ...groups(left),
    ...Array.from({ length: address.includes('::') ? missing : 0 }, () => '0'),
    ...groups(right),
  ];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
