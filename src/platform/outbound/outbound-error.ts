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
  | 'bad-compression'
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
  'bad-compression': 'The server sent compressed content that could not be decompressed',
  'too-many-redirects': 'The server redirected too many times',
};

/** Error of a request. `message` contains no URL, address or host, so it may appear in responses and logs. */
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
    return ['bad-url', 'refused-address', 'too-large', 'bad-compression', 'too-many-redirects'].includes(this.kind);
  }
}

/** Maps an error of undici, of Node or of an aborted signal. */
export function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const kind = error instanceof Error ? kindOf(error) : 'connection';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new OutboundError(kind, SENTENCES_BY_CODE[code], { cause: error });
}

const UNTRUSTED = "The server's certificate is not signed by an authority that is trusted here";
const OTHER_HOST = "The server's certificate is for another host name";

/** Sentences for error codes of Node that say more than the kind. */
const SENTENCES_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The server refused the connection',
  EHOSTUNREACH: 'No route leads to the server',
  ENETUNREACH: 'No route leads to the server',
  UND_ERR_CONNECT_TIMEOUT: 'The server could not be connected to in time',
  CERT_HAS_EXPIRED: "The server's certificate has expired",
  CERT_NOT_YET_VALID: "The server's certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: OTHER_HOST,
  HOSTNAME_MISMATCH: OTHER_HOST,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
};

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
