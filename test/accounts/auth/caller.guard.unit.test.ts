import { describe, expect, it } from 'vitest';
import { presentedCredential } from '../../../src/accounts/auth/caller.guard.js';

const JWT = 'eyJh.eyJz.c2ln';
const KEY = 'sk_live_abc';
const encode = (header: unknown) => Buffer.from(JSON.stringify(header)).toString('base64url');
const LINK = `${encode({ alg: 'HS256', typ: 'review+jwt' })}.eyJz.c2ln`;
const OTHER = `${encode({ alg: 'HS256', typ: 'JWT' })}.eyJz.c2ln`;
const LIST = `${encode(['review+jwt'])}.eyJz.c2ln`;

describe('the credential of a request', () => {
  it.each([
    ['a token behind Bearer', { authorization: `Bearer ${JWT}` }, { kind: 'jwt', value: JWT }],
    ['a token behind bearer, in any case', { authorization: `bEARER ${JWT}` }, { kind: 'jwt', value: JWT }],
    ['a token behind several blanks', { authorization: `Bearer   ${JWT}` }, { kind: 'jwt', value: JWT }],
    ['a key behind Bearer', { authorization: `Bearer ${KEY}` }, { kind: 'api_key', value: KEY }],
    ['a key in its own header', { 'x-api-key': KEY }, { kind: 'api_key', value: KEY }],
    ['one key in both', { authorization: `Bearer ${KEY}`, 'x-api-key': KEY }, { kind: 'api_key', value: KEY }],
    ['a token in the header for keys, as a key', { 'x-api-key': JWT }, { kind: 'api_key', value: JWT }],
    [
      'a token in both, as a key',
      { authorization: `Bearer ${JWT}`, 'x-api-key': JWT },
      { kind: 'api_key', value: JWT },
    ],
    ["a link's token, by its type", { authorization: `Bearer ${LINK}` }, { kind: 'link', value: LINK }],
    ["a link's token in the header for keys, as a key", { 'x-api-key': LINK }, { kind: 'api_key', value: LINK }],
    ['a token of another type', { authorization: `Bearer ${OTHER}` }, { kind: 'jwt', value: OTHER }],
    ['a token whose header is no object', { authorization: `Bearer ${LIST}` }, { kind: 'jwt', value: LIST }],
    ['a token that only holds the mark of a key', { authorization: 'Bearer a.sk_' }, { kind: 'jwt', value: 'a.sk_' }],
  ])('is read from %s', (_, headers, credential) => {
    expect(presentedCredential(headers), 'the credential').toEqual(credential);
  });

  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['another scheme, with a good key beside it', { authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': KEY }],
    ['another scheme in front', { authorization: `Basic Bearer ${JWT}` }],
    ['Bearer alone', { authorization: 'Bearer ' }],
    ['no blank behind Bearer', { authorization: `Bearer${JWT}` }],
    ['two words behind Bearer', { authorization: `Bearer ${JWT} ${JWT}` }],
    ['two keys', { authorization: `Bearer ${KEY}`, 'x-api-key': `${KEY}d` }],
    ['a token and a key', { authorization: `Bearer ${JWT}`, 'x-api-key': KEY }],
    ['a key and an empty header', { authorization: `Bearer ${KEY}`, 'x-api-key': '' }],
    ['several headers for keys', { 'x-api-key': [KEY, KEY] }],
  ])('is none with %s', (_, headers) => {
    expect(presentedCredential(headers), 'the credential').toBeNull();
  });
});
