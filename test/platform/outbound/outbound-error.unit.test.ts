import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { OutboundError, type OutboundErrorKind, outboundError } from '../../../src/platform/outbound/outbound-error.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('the kind of a failure', () => {
  it.each<[string, unknown, OutboundErrorKind]>([
    ['a signal whose time is over', new DOMException('', 'TimeoutError'), 'timeout'],
    ['a connection that was not made in time', withCode('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
    ['a head that did not come', withCode('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
    ['a body that stopped', withCode('UND_ERR_BODY_TIMEOUT'), 'timeout'],
    ['a network that does not answer', withCode('ETIMEDOUT'), 'timeout'],
    ['a name that does not exist', withCode('ENOTFOUND'), 'dns'],
    ['a name server that is busy', withCode('EAI_AGAIN'), 'dns'],
    ['a name without addresses', withCode('ENODATA'), 'dns'],
    ['a name server that fails', withCode('ESERVFAIL'), 'dns'],
    ['a certificate that is over', withCode('CERT_HAS_EXPIRED'), 'tls'],
    ['a certificate of another host', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
    ['a server that speaks no TLS', withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
    ['a handshake that failed', withCode('EPROTO'), 'tls'],
    ['an issuer that is not known', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls'],
    ['a certificate that signs itself', withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
    ['a chain that signs itself', withCode('SELF_SIGNED_CERT_IN_CHAIN'), 'tls'],
    ['a name that is not in the certificate', withCode('HOSTNAME_MISMATCH'), 'tls'],
    [
      'an answer that is not HTTP',
      Object.assign(new errors.HTTPParserError('failed'), { code: 'HPE_INVALID_CONSTANT' }),
      'bad-response',
    ],
    ['an answer that is not HTTP, without a code', new errors.HTTPParserError('failed'), 'bad-response'],
    ['too many headers', withCode('UND_ERR_HEADERS_OVERFLOW'), 'bad-response'],
    ['a length that is not kept', withCode('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'bad-response'],
    ['a reset', withCode('ECONNRESET'), 'connection'],
    ['a closed socket', withCode('UND_ERR_SOCKET'), 'connection'],
    ['an error without a code', new Error('failed'), 'connection'],
    ['what is no error', 'failed', 'connection'],
  ])('of %s', (_, error, kind) => {
    const failure = outboundError(error);
    expect(failure.kind, 'the kind that clients are told').toBe(kind);
    expect(failure.cause, 'what the log shows as its cause').toBe(error);
  });

  it('stays what it was', () => {
    const known = new OutboundError('too-large');
    expect(outboundError(known), 'an error of the door itself').toBe(known);
  });
});

it.each<[OutboundErrorKind, boolean]>([
  ['bad-url', true],
  ['refused-address', true],
  ['too-large', true],
  ['too-many-redirects', true],
  ['bad-compression', true],
  ['dns', false],
  ['connection', false],
  ['tls', false],
  ['timeout', false],
  ['too-slow', false],
  ['bad-response', false],
])('the failure %s is permanent: %s', (kind, permanent) => {
  expect(new OutboundError(kind).permanent, 'whether the same request would fail again').toBe(permanent);
});

it('each failure has a sentence that clients are shown', () => {
  const sentences: Record<OutboundErrorKind, string> = {
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
  const kinds = Object.keys(sentences) as OutboundErrorKind[];
  const shown = Object.fromEntries(kinds.map((kind) => [kind, new OutboundError(kind).message]));
  expect(shown, 'what clients read of each kind').toEqual(sentences);
});

it.each([
  ['ECONNREFUSED', 'The server refused the connection'],
  ['EHOSTUNREACH', 'No route leads to the server'],
  ['UND_ERR_CONNECT_TIMEOUT', 'The server could not be connected to in time'],
  ['CERT_HAS_EXPIRED', "The server's certificate has expired"],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "The server's certificate is for another host name"],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', "The server's certificate is not signed by an authority that is trusted here"],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'No trusted TLS connection could be made'],
  ['ENOTFOUND', 'The host name could not be resolved'],
  ['ECONNRESET', 'The connection failed or was closed early'],
])('of %s is told as: %s', (code, sentence) => {
  expect(outboundError(withCode(code)).message, 'what clients read').toBe(sentence);
});
