// Matroska as ffmpeg writes it to the service: samples with their times. Also for recordings that need blocks at given times.

export interface Block {
  readonly timeMs: number;
  readonly bytes: Buffer;
}

/** An element whose length takes four bytes. */
export function element(id: string, ...bodies: readonly Buffer[]): Buffer {
  const body = Buffer.concat(bodies);
  const size = Buffer.alloc(4);
  size.writeUInt32BE((0x10000000 | body.length) >>> 0);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

export function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return bytes;
}

const OPEN_SIZE = Buffer.from('01ffffffffffffff', 'hex');

/** @param codec the members of the track that tell its codec and its sound */
export function matroskaHeader(...codec: readonly Buffer[]): Buffer {
  const ebml = element('1a45dfa3', element('4282', Buffer.from('webm')), element('4287', Buffer.from([2])));
  const track = element('ae', element('d7', Buffer.from([1])), element('83', Buffer.from([2])), ...codec);
  return Buffer.concat([ebml, Buffer.from('18538067', 'hex'), OPEN_SIZE, element('1654ae6b', track)]);
}

/** One cluster for each block, so that its time may be any. */
export function matroskaBlock({ timeMs, bytes }: Block): Buffer {
  const head = Buffer.from([0x81, 0, 0, 0x80]);
  return element('1f43b675', element('e7', unsigned(timeMs)), element('a3', head, bytes));
}

function hertz(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

export function timedPcmHeader(channels: number): Buffer {
  const audio = element('e1', element('9f', Buffer.from([channels])), element('b5', hertz(16_000)));
  return matroskaHeader(element('86', Buffer.from('A_PCM/INT/LIT')), audio);
}

/** What an ffmpeg that decodes these samples writes. */
export function timedPcm(channels: number, blocks: readonly Block[]): Buffer {
  return Buffer.concat([timedPcmHeader(channels), ...blocks.map(matroskaBlock)]);
}

/** A WebM of Opus with packets of 20 ms of silence at these times. */
export function opusWebm(timesMs: readonly number[]): Buffer {
  const head = Buffer.from('4f707573486561640101000080bb0000000000', 'hex');
  const audio = element('e1', element('9f', Buffer.from([1])), element('b5', hertz(48_000)));
  const codec = [element('86', Buffer.from('A_OPUS')), element('63a2', head), audio];
  // A CELT frame of 20 ms whose decoder fills in what is not there.
  const bytes = Buffer.from([0xf8, 0xff, 0xfe]);
  return Buffer.concat([matroskaHeader(...codec), ...timesMs.map((timeMs) => matroskaBlock({ timeMs, bytes }))]);
}
