// A running service with a call that can be disputed.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type DisputableCall, storeDisputableCall } from '../builders/disputable-call.js';
import { startTestService, type TestService } from './running-service.js';

/**
 * One service for all tests of a file; each test gets an account and a call of its own.
 * @param take is called before each test
 */
export function setUpDisputes(take: (given: DisputableCall & { readonly service: TestService }) => void): void {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ PROCESS: 'api' });
  });
  afterAll(() => service?.stop());
  beforeEach(async () => take({ service, ...(await storeDisputableCall(service)) }));
}
