// What recorders, taggers and cutters do to the bytes of a recording.

/** A WAV whose length fields hold something else than the length. */
export function withWavLength(wav: Buffer, length: number): Buffer {
  const changed = Buffer.from(wav);
  changed.writeUInt32LE(length, 4);
  changed.writeUInt32LE(length, changed.indexOf('data', 0, 'latin1') + 4);
  return changed;
}

/** RIFX: every number of a WAV of 16 bits the other way round. */
export function bigEndianWav(wav: Buffer): Buffer {
  const turned = Buffer.from(wav);
  turned.write('RIFX', 'latin1');
  for (const at of [4, 16, 24, 28, 40]) turned.writeUInt32BE(wav.readUInt32LE(at), at);
  for (const at of [20, 22, 32, 34]) turned.writeUInt16BE(wav.readUInt16LE(at), at);
  turned.subarray(44).swap16();
  return turned;
}

export function id3v1(): Buffer {
  return Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
}

/** With a cover whose bytes look like MPEG frames. */
export function id3v2(coverBytes: number): Buffer {
  const cover = Buffer.alloc(coverBytes, Buffer.from('fffb9064', 'hex'));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(cover.length);
  const frame = Buffer.concat([Buffer.from('APIC'), size, Buffer.alloc(2), cover]);
  const digits = [21, 14, 7, 0].map((shift) => (frame.length >>> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(digits), frame]);
}

export function apeTag(valueBytes: number): Buffer {
  const item = Buffer.alloc(8);
  item.writeUInt32LE(valueBytes);
  const items = Buffer.concat([item, Buffer.from('Title\0'), Buffer.alloc(valueBytes, 0x78)]);
  const mark = (flags: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX', 'latin1');
    for (const [index, value] of [2000, items.length + 32, 1, flags].entries())
      bytes.writeUInt32LE(value, 8 + index * 4);
    return bytes;
  };
  return Buffer.concat([mark(0xa0000000), items, mark(0x80000000)]);
}

export function lyrics3(): Buffer {
  const text = ['LYRICSBEGIN', 'IND0000200', 'LYR00020[00:01]hello there!!'].join('');
  return Buffer.from(`${text}${String(text.length).padStart(6, '0')}LYRICS200`, 'latin1');
}

export function oggPages(ogg: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < ogg.length; ) {
    const segments = ogg[at + 26] ?? 0;
    const length = 27 + segments + ogg.subarray(at + 27, at + 27 + segments).reduce((sum, bytes) => sum + bytes, 0);
    pages.push(ogg.subarray(at, at + length));
    at += length;
  }
  return pages;
}

/** The page at a later time, with a right checksum. */
export function laterOggPage(page: Buffer, samples: number): Buffer {
  const changed = Buffer.from(page);
  changed.writeBigInt64LE(page.readBigInt64LE(6) + BigInt(samples), 6);
  changed.writeUInt32LE(0, 22);
  let crc = 0;
  for (const byte of changed) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80000000) === 0 ? crc << 1 : (crc << 1) ^ 0x04c11db7;
  }
  changed.writeUInt32LE(crc >>> 0, 22);
  return changed;
}
