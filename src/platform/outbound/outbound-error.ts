// The reasons why a request to a client's URL failed, each with a sentence that is safe to show to clients.

export type OutboundErrorKind =
  | 'bad-url'
  | 'refused-address'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'too-slow'
  | 'too-large'
  | 'bad-response'
  | 'too-many-redirects';

const SENTENCES: Readonly<Record<OutboundErrorKind, string>> = {
  'bad-url': 'The URL is not allowed',
  'refused-address': 'The URL does not point to a public address',
  dns: 'The host name could not be resolved',
  connection: 'The connection failed or was closed early',
  tls: 'No trusted TLS connection could be made',
  timeout: 'The server did not answer in time',
  'too-slow': 'The server sent too slowly',
  'too-large': 'The server sent more than is accepted',
  'bad-response': 'The server sent an answer that is not valid',
  'too-many-redirects': 'The server redirected too many times',
};

/** `message` contains no URL, address or host, so it may appear in answers and logs. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly kind: OutboundErrorKind,
    sentence: string = SENTENCES[kind],
    options?: ErrorOptions,
  ) {
    super(sentence, options);
  }

  /** True when a retry of the same request would fail again. */
  get permanent(): boolean {
    return ['bad-url', 'refused-address', 'too-large', 'too-many-redirects'].includes(this.kind);
  }
}
