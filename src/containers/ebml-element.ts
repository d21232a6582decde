// The head of an EBML element (RFC 8794): its identifier and its length.
import type { FileWindow } from './file-window.js';

const MAX_HEAD_BYTES = 12;

export interface EbmlElement {
  readonly id: number;
  readonly body: number;
  /** Null where the writer left it open. */
  readonly size: number | null;
}

/** Null where no element begins. */
export async function readElement(file: FileWindow, at: number): Promise<EbmlElement | null> {
  const head = file.peek(at, MAX_HEAD_BYTES) ?? (await file.load(at, MAX_HEAD_BYTES));
  const idBytes = width(head, 0);
  if (idBytes === 0 || idBytes > 4) return null;
  const sizeBytes = width(head, idBytes);
  if (sizeBytes === 0 || head.length < idBytes + sizeBytes) return null;
  const first = (head[idBytes] as number) & (0xff >>> sizeBytes);
  let size = first;
  let isOpen = first === 0xff >>> sizeBytes;
  for (let i = 1; i < sizeBytes; i++) {
    const byte = head[idBytes + i] as number;
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { id: head.readUIntBE(0, idBytes), body: at + idBytes + sizeBytes, size: isOpen ? null : size };
}

/** Bytes of the number that begins here, by its leading zeros; 0 when no number begins here. */
function width(bytes: Buffer, at: number): number {
  const first = bytes[at];
  return first === undefined || first === 0 ? 0 : Math.clz32(first) - 23;
}
