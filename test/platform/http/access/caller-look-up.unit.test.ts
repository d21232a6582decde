import { request as anyRequest, response as anyResponse, type Response } from 'express';
import { beforeEach, describe, expect, it } from 'vitest';
import { unauthorized } from '../../../../src/platform/errors/api-error.js';
import type { Caller, ServiceRequest } from '../../../../src/platform/http/access/caller.js';
import { CallerLookUp } from '../../../../src/platform/http/access/caller-look-up.js';
import { ownerOf } from '../../../support/builders/principals.js';

const request: ServiceRequest = Object.assign(Object.create(anyRequest), { requestId: 'req_1' });
const response: Response = Object.create(anyResponse);

const CALLER: Caller = {
  accountId: 'account-7',
  livemode: true,
  principal: ownerOf('account-7'),
  confirm: () => Promise.resolve(),
  isGood: () => Promise.resolve(true),
};

let callers: CallerLookUp;
beforeEach(() => {
  callers = new CallerLookUp();
});

describe('the caller of a request that reached no route', () => {
  it('is the one whose credentials that request carries', async () => {
    callers.lookUpWith(async (...asked) => {
      expect(asked, 'what the credentials are read from').toEqual([request, response]);
      return CALLER;
    });
    expect(await callers.find(request, response), 'the caller').toBe(CALLER);
  });

  it.each([
    ['are refused', unauthorized()],
    ['cannot be checked', new Error('Postgres is away')],
  ])('is unknown where the credentials %s, and the answer stays a 404', async (_, error) => {
    callers.lookUpWith(() => Promise.reject(error));
    expect(await callers.find(request, response), 'the caller').toBeNull();
  });

  it('is unknown in a process without accounts', async () => {
    expect(await callers.find(request, response), 'the caller').toBeNull();
  });
});
