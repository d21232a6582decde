// The reasons why a request to a client's URL failed, each with a sentence that is safe to show to clients.
import { errors } from 'undici';

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

/** What became of a request, from the error of undici, of Node or of an aborted signal. */
export function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const kind = error instanceof Error ? kindOf(error) : 'connection';
  return new OutboundError(kind, undefined, { cause: error });
}

function kindOf(error: Error & { readonly code?: unknown }): OutboundErrorKind {
  const word = String(error.code);
  if (error.name === 'TimeoutError' || TIMEOUT_CODES.has(word)) return 'timeout';
  if (/ENOTFOUND|EAI_|ENODATA|ESERVFAIL/.test(word)) return 'dns';
  if (/CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_/.test(word)) return 'tls';
  // Not every error of the parser has a code.
  const isBadResponse = error instanceof errors.HTTPParserError || /UND_ERR_(HEADERS_OVERFLOW|RES_)/.test(word);
  return isBadResponse ? 'bad-response' : 'connection';
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
