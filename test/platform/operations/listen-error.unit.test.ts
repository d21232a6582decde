import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listenError } from '../../../src/platform/operations/listen-error.js';

const failure = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

it.each([
  ['EADDRINUSE', 'PORT: another program listens on port 80 of 0.0.0.0; stop that program, or set PORT to a free port'],
  [
    'EACCES',
    'PORT: the user of this process may not open port 80; set PORT to 1024 or more, and let a proxy listen on 80',
  ],
  ['EADDRNOTAVAIL', 'HOST: 0.0.0.0 is no address of this machine; set HOST to one, or to 0.0.0.0 for all'],
])('a process that cannot listen says what %s means, and keeps it as the cause', (code, sentence) => {
  const error = failure(code);
  expect(listenError(error, 'PORT', 80, '0.0.0.0')).toMatchObject({ message: sentence, cause: error });
});

it('a port that is taken is named by its variable, as the system reports it', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const address = first.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error').catch((thrown: unknown) => [thrown]);
  expect(listenError(error, 'METRICS_PORT', port, '127.0.0.1')).toMatchObject({
    message: expect.stringMatching(/^METRICS_PORT: another program listens on port \d+/),
  });
  first.close();
});

it('an error that is not about the address stays as it is', () => {
  const error = failure('EMFILE');
  expect(listenError(error, 'PORT', 80, '0.0.0.0')).toBe(error);
});
