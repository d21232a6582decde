// The client's own words about a call, which stand among the service's. Without the browser.

/** Members of `metadata` that the service writes; a test holds them to the document. */
export const OWN_MEMBERS: ReadonlySet<string> = new Set([
  'webhook_url',
  'webhook_events',
  'retryable',
  'version',
  'completed_at',
  'processing_time_ms',
  'retained_until',
  'transcript_deleted_at',
  'error_message',
  'error_code',
  'engine',
]);

export const customMetadata = (metadata: object): readonly (readonly [name: string, value: string])[] =>
  Object.entries(metadata)
    .filter(([name]) => !OWN_MEMBERS.has(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
