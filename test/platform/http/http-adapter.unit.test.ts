import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { request as get } from 'undici';
import { expect, it } from 'vitest';
import { HttpAdapter } from '../../../src/platform/http/http-adapter.js';

@Module({})
class EmptyModule {}

it('makes requests and answers whose prototypes Express keeps', async () => {
  const app = await NestFactory.create<NestExpressApplication>(EmptyModule, new HttpAdapter(), { logger: false });
  const seen: unknown[][] = [];
  const prototypesOf = (...pair: object[]) => seen.push(pair.map((one) => Object.getPrototypeOf(one)));
  app.getHttpServer().prependListener('request', prototypesOf);
  app.use((request: Request, response: Response) => {
    prototypesOf(request, response);
    response.status(201).send(request.get('x-greeting'));
  });
  await app.listen(0, '127.0.0.1');
  try {
    const answer = await get(await app.getUrl(), { headers: { 'x-greeting': 'hello' } });
    await expect(answer).toAnswer(201);
    expect(await answer.body.text()).toEqual('hello');
    expect(seen, 'looks at the prototypes: before Express and after').toHaveLength(2);
    expect(seen[1]?.[0]).toBe(seen[0]?.[0]);
    expect(seen[1]?.[1]).toBe(seen[0]?.[1]);
  } finally {
    await app.close();
  }
});
