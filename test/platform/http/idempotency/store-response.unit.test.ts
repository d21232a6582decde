import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { expect, it, vi } from 'vitest';
import { IdempotentRequest } from '../../../../src/platform/http/idempotency/idempotent-request.js';
import { KeySecrets } from '../../../../src/platform/http/idempotency/key-secrets.js';
import {
  Idempotent,
  ResponseStore,
  type StoreResponse,
} from '../../../../src/platform/http/idempotency/store-response.js';

/** What a handler gets for its parameter. */
function given(decorator: () => ParameterDecorator, request: object): unknown {
  class Controller {}
  decorator()(Controller.prototype, 'handle', 0);
  const [parameter] = Object.values<{ factory: (data: unknown, context: ExecutionContext) => unknown }>(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, Controller, 'handle'),
  );
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  return parameter?.factory(undefined, context);
}

const TX = {} as never;

it('a handler stores its answer in the transaction of its effect', async () => {
  const secrets = new KeySecrets('a-key', 'a-scope');
  const keys = { storeResponse: vi.fn(async () => true) };
  const claim = { id: secrets.id, resourceId: 'r', fence: 1, effectId: 'e', fingerprint: null, created: false };
  const response = { statusCode: 201, getHeader: () => undefined };
  const fingerprint = secrets.fingerprint('bytes', 'body');
  const idempotent = new IdempotentRequest(keys as never, secrets, claim, fingerprint, response as never, given);
  const request = {} as never;
  idempotent.attachTo(request);
  expect(given(Idempotent, request), 'the attempt that the handler sees').toBe(idempotent);
  const store = given(ResponseStore, request) as StoreResponse;
  await store((id: string) => ({ id }))(TX, 'made');
  const [[tx, , , { sealedBody }]] = keys.storeResponse.mock.calls as unknown as [
    [unknown, 0, 0, { sealedBody: Buffer }],
  ];
  expect(tx, 'the transaction').toBe(TX);
  expect(secrets.open(sealedBody), 'the answer that a repeated request gets').toBe('{"id":"made"}');
});

it('a handler stores nothing for a request without an Idempotency-Key', async () => {
  expect(given(Idempotent, {})).toBeNull();
  const store = given(ResponseStore, {}) as StoreResponse;
  await store(() => expect.fail('The answer was asked for'))(TX, 'made');
});
