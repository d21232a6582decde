// Routes declare who may call them; the same declaration is what readers of the API's description see.
import { readFileSync } from 'node:fs';
import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../../../src/access/scopes.js';
import { ACCESS, ForCaller, Public } from '../../../../src/platform/http/access/access.js';
import { CurrentCaller } from '../../../../src/platform/http/access/caller.js';

@Controller()
class RoutesController {
  @Get('open')
  @Public()
  open() {
    return {};
  }

  @Get('any-caller')
  @ForCaller('account:read')
  anyCaller() {
    return {};
  }

  @Get('reader')
  @ForCaller('analysis:read')
  reader() {
    return {};
  }

  @Get('token-only')
  @ForCaller('account:manage')
  tokenOnly() {
    return {};
  }

  @Get('who')
  @Public()
  who(@CurrentCaller() caller: unknown) {
    return caller;
  }
}

@Module({ controllers: [RoutesController] })
class RoutesModule {}

let app: INestApplication;
let described: ReturnType<typeof SwaggerModule.createDocument>;
beforeAll(async () => {
  app = await NestFactory.create(RoutesModule, { logger: false });
  app.use((request: { headers: Record<string, unknown>; caller?: unknown }, _: unknown, next: () => void) => {
    if (request.headers['x-account']) request.caller = { accountId: request.headers['x-account'] };
    next();
  });
  described = SwaggerModule.createDocument(app, { openapi: '3.1.0', info: { title: 'test', version: '1' } });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app?.close());

const BY_TOKEN = [{ log_in: [] }, { bearer: [] }];

describe('a route', () => {
  const cases: [string, string, object[] | undefined, string | undefined][] = [
    ['open to the public asks for no credential', '/open', undefined, undefined],
    ['for any caller names every credential and no scope', '/any-caller', [...BY_TOKEN, { api_key: [] }], undefined],
    ['for a scope names every credential and the scope', '/reader', [...BY_TOKEN, { api_key: [] }], 'analysis:read'],
    ['for tokens does not offer the API key', '/token-only', BY_TOKEN, undefined],
  ];
  it.each(cases)('%s', (_, path, credentials, scope) => {
    const operation = described.paths[path]?.get;
    const byName = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other));
    expect(operation?.security?.toSorted(byName), `the credentials that ${path} names`).toEqual(
      credentials?.toSorted(byName),
    );
    expect(operation && Reflect.get(operation, 'x-required-scope'), `the scope that ${path} names`).toBe(scope);
  });

  const rules: [string, keyof RoutesController, object][] = [
    ['to the public', 'open', { kind: 'public' }],
    ['to any caller', 'anyCaller', { kind: 'caller', scope: 'account:read' }],
    ['to keys with a scope', 'reader', { kind: 'caller', scope: 'analysis:read' }],
    ['to tokens', 'tokenOnly', { kind: 'caller', scope: 'account:manage' }],
  ];
  it.each(rules)('opens %s in the guard, too', (_, handler, rule) => {
    expect(new Reflector().get(ACCESS, RoutesController.prototype[handler]), `the rule of ${handler}`).toEqual(rule);
  });
});

describe('a handler that asks for the caller', () => {
  it('gets the one that the guard accepted', async () => {
    const answer = await fetch(`${await app.getUrl()}/who`, { headers: { 'x-account': 'account-7' } });
    await expect(answer).toAnswer(200, { accountId: 'account-7' });
  });

  it('fails on a route where the guard accepted none, instead of acting for no account', async () => {
    await expect(await fetch(`${await app.getUrl()}/who`)).toAnswer(500);
  });
});

it('offers keys every scope that an operation requires, and none that no operation does', () => {
  const description = readFileSync('openapi.json', 'utf8');
  const named = description.matchAll(/"(?:x-required-scope|scope)": "([a-z]+:[a-z]+)"/g);
  const required = new Set([...named].map(([, scope]) => scope));
  expect([...KEY_SCOPES].sort(), 'the scopes of keys, and those that operations require').toEqual([...required].sort());
});
