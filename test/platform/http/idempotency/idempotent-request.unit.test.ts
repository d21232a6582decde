import type { Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import type { ServiceRequest } from '../../../../src/platform/http/access/caller.js';
import { FormContent } from '../../../../src/platform/http/idempotency/form-content.js';
import { type Claim, IdempotencyClaimLost } from '../../../../src/platform/http/idempotency/idempotency-keys.js';
import { IdempotentRequest } from '../../../../src/platform/http/idempotency/idempotent-request.js';
import { KeySecrets } from '../../../../src/platform/http/idempotency/key-secrets.js';
import { answerOf } from '../../../../src/platform/http/idempotency/response-to-store.js';

const SECRETS = new KeySecrets('a-key', 'a-scope');
const BODY = SECRETS.fingerprint('bytes', 'body');
const TX = {} as never;
const responseOf = (statusCode: number, contentType?: string) =>
  ({ statusCode, getHeader: (name: string) => ({ 'Content-Type': contentType })[name] }) as unknown as Response;
const claimOf = (changes: Partial<Claim> = {}): Claim => ({
  id: SECRETS.id,
  resourceId: 'a-resource',
  fence: 1,
  effectId: 'an-effect',
  fingerprint: null,
  created: false,
  ...changes,
});

function requestWith(changes: Partial<Claim> = {}, fingerprint: Buffer | null = BODY) {
  const keys = { recordCreated: vi.fn(async () => undefined), storeResponse: vi.fn(async () => true) };
  const claim = claimOf(changes);
  const request = new IdempotentRequest(keys as never, SECRETS, claim, fingerprint, responseOf(201), () => undefined);
  return { keys, claim, request };
}

describe('a request with an Idempotency-Key', () => {
  it('is found by its handler, and none for a request without a key', () => {
    const { request } = requestWith();
    const http = {} as ServiceRequest;
    expect(IdempotentRequest.of(http)).toBeNull();
    request.attachTo(http);
    expect(IdempotentRequest.of(http)).toBe(request);
  });

  it('tells its handler what earlier attempts have left', () => {
    const { request } = requestWith({ created: true, fence: 2 });
    expect([request.resourceId, request.effectId, request.created, request.resumed]).toEqual([
      'a-resource',
      'an-effect',
      true,
      true,
    ]);
    const first = requestWith().request;
    expect([first.created, first.resumed], 'A first attempt takes itself for a repeated one').toEqual([false, false]);
  });

  it('stores its answer so that the key opens it, with the status that the response has', async () => {
    const { request, keys, claim } = requestWith();
    expect(request.responseStored, 'the answer is stored before it was given').toBe(false);
    await request.storeResponse(TX, { id: 'a-resource' });
    expect(request.responseStored, 'the answer is stored').toBe(true);
    const stored = { status: 201, contentType: 'application/json; charset=utf-8', sealedBody: expect.any(Buffer) };
    expect(keys.storeResponse.mock.calls).toEqual([[TX, claim, BODY, { ...stored, renders: null, subjects: [] }]]);
    const [[, , , { sealedBody }]] = keys.storeResponse.mock.calls as unknown as [
      [unknown, unknown, unknown, { sealedBody: Buffer }],
    ];
    expect(SECRETS.open(sealedBody)).toBe('{"id":"a-resource"}');
  });

  it('that has lost its key rolls its transaction back', async () => {
    const { request, keys } = requestWith();
    keys.storeResponse.mockResolvedValue(false);
    await expect(request.storeResponse(TX, {}), 'An effect without its answer was committed').rejects.toBeInstanceOf(
      IdempotencyClaimLost,
    );
    expect(request.responseStored, 'the answer is stored under a lost key').toBe(false);
  });

  it('records a form by its content, and nothing before the form was read', async () => {
    const { request, keys, claim } = requestWith({}, null);
    await expect(request.recordCreated(TX)).rejects.toBeInstanceOf(IdempotencyClaimLost);
    await expect(request.storeResponse(TX, {})).rejects.toBeInstanceOf(IdempotencyClaimLost);
    const content = new FormContent();
    content.addField('agent_id', 'a');
    request.setForm(content);
    expect(request.fingerprint).toEqual(SECRETS.fingerprint('form', content.summary()));
    await request.recordCreated(TX);
    expect(keys.recordCreated.mock.calls).toEqual([[TX, claim, request.fingerprint]]);
  });
});

describe('the answer that is stored', () => {
  it.each([
    ['an object as JSON', { id: 1 }, 'text/html', { contentType: 'application/json; charset=utf-8', body: '{"id":1}' }],
    ['nothing as an empty body', undefined, undefined, { contentType: 'application/json; charset=utf-8', body: '' }],
    ['a text as it is, with its type', '<p>', 'text/html', { contentType: 'text/html', body: '<p>' }],
    ['a text without a type', 'text', undefined, { contentType: '', body: 'text' }],
  ])('is %s', (_, value, type, expected) => {
    expect(answerOf(value, responseOf(202, type))).toEqual({ status: 202, ...expected });
  });
});
