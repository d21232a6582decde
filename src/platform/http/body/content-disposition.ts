// Names a download safely: a client's file name must neither break the header nor lose its letters.

/** `attachment` with the name in both forms of RFC 6266: plain ASCII for old readers, UTF-8 for the rest. */
export function attachment(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '') || 'recording';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
