import { expect, it, vi } from 'vitest';
import { S3ObjectStore } from '../../../src/adapters/storage/s3.object-store.js';

it('an S3 store does not let the SDK warn of the Node that it wants next year', () => {
  const warn = vi.spyOn(process, 'emitWarning');
  const store = new S3ObjectStore({
    region: 'eu-central-1',
    bucket: 'recordings',
    forcePathStyle: true,
    endpoint: null,
    publicEndpoint: null,
    accessKeyId: null,
    secretAccessKey: null,
  });
  expect(warn).not.toHaveBeenCalled();
  store.onApplicationShutdown();
  warn.mockRestore();
});
