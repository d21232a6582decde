// Reference of the bench of uploads: busboy writes the recording to a file, flushes and renames it, and does nothing else.
// Usage: node reference.mjs DIRECTORY; prints its port.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

const [, , directory] = process.argv;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Analysis not found"}');
    return;
  }
  const form = busboy({ headers: request.headers });
  form.on('file', async (_, file) => {
    const path = join(directory, randomUUID());
    await pipeline(file, createWriteStream(`${path}.part`));
    const written = await open(`${path}.part`, 'r+');
    await written.datasync();
    await written.close();
    await rename(`${path}.part`, path);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
  });
  request.pipe(form);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
