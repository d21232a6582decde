// How long an Opus packet sounds, by its first bytes (RFC 6716, 3.1).

const SILK_MS = [10, 20, 40, 60] as const;
const HYBRID_MS = [10, 20] as const;
const CELT_MS = [2.5, 5, 10, 20] as const;

/** Null for no packet. */
export function opusPacketMs(packet: Buffer): number | null {
  const [toc, count] = packet;
  if (toc === undefined) return null;
  const configuration = toc >>> 3;
  const frameMs =
    configuration < 12
      ? SILK_MS[configuration & 3]
      : configuration < 16
        ? HYBRID_MS[configuration & 1]
        : CELT_MS[configuration & 3];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : (count ?? 0) & 63;
  return (frameMs ?? 0) * frames;
}
