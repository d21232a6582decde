// Builds the Content-Disposition header of a download. The file name comes from a client: it must not break the header, and
// its letters must survive.

/** `attachment` with the name in both forms of RFC 6266: ASCII for old clients, UTF-8 for all others. */
export function attachment(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '') || 'recording';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
