// Checks that the Dockerfile and the Compose files fit the service: settings, ports, probes. It needs no container engine.
// cspell:ignore redir
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/platform/config/config.js';
import { VARIABLES } from '../../src/platform/config/variables.js';
import { expectToServe, PINNED, text, unknownSettings, yaml } from '../support/processes/deployment-files.js';
import { selfSigned } from '../support/stubs/self-signed.js';

const service = z.looseObject({
  image: z.string(),
  restart: z.string(),
  healthcheck: z
    .union([
      z.looseObject({ test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()) }),
      z.strictObject({ disable: z.literal(true) }).transform(() => undefined),
    ])
    .optional(),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
});
const compose = z
  .looseObject({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.unknown()),
    configs: z.record(z.string(), z.unknown()),
  })
  .parse(await yaml('docker/compose.yaml'));
const images = async () => [...Object.values(compose.services).map(({ image }) => image), ...(await foreignStages())];

/** The images that the stages begin with, without those that begin with an earlier stage. */
async function foreignStages(): Promise<string[]> {
  const stages = [...(await text('docker/Dockerfile')).matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
  const names = stages.map(([, , name]) => name);
  return stages.map(([, image = '']) => image).filter((image) => !names.includes(image));
}

/** As Docker Compose fills in `${NAME:-default}` and `${NAME:?message}`, also within one another. */
function filledIn(environment: Readonly<Record<string, string | number>>, named: Readonly<Record<string, string>>) {
  const fill = (value: string): string => {
    const filled = value.replace(/\$\{(\w+):[-?]([^${}]*)\}/g, (_, name: string, rest: string) => named[name] ?? rest);
    return filled === value ? value : fill(filled);
  };
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]));
}

/** What the compose file decides, not the operator, and why. */
const DECIDED_BY_COMPOSE: Readonly<Record<string, string>> = {
  NODE_ENV: 'the image sets it',
  DATA_DIR: 'the image sets it',
  MODELS_DIR: 'the image sets it',
  CACHE_DIR: 'a folder in the container',
  FFMPEG_PATH: 'the image holds the decoder',
  PROCESS: 'each service has its own',
  PORT: 'the proxy and the health check call port 3000',
  HOST: 'the proxy calls from another container',
  TRUST_PROXY: 'the proxy of the file alone calls the API',
  TRUSTED_USER_HEADER: 'that proxy passes on what clients send',
  TLS_CERT_FILE: 'the proxy calls over plain HTTP',
  TLS_KEY_FILE: 'the proxy calls over plain HTTP',
  REDIS_URL: 'a service of the file',
  METRICS_PORT: 'Prometheus asks this port',
  STRIPE_API_BASE: 'for tests of the service',
};

describe('the image', () => {
  it('is not root', async () => {
    const dockerfile = await text('docker/Dockerfile');
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(last).toMatch(/^CMD \["node"/m);
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["node", "--no-warnings", "health.mjs"\]$/m);
    expect(dockerfile).toContain('npm prune --omit=dev');
  });

  it.each([
    ['none by default', {}, []],
    ['the preset that is named', { MODEL: 'small-en' }, ['small-en']],
    [
      'and takes it from a mirror',
      { MODEL: 'best', MODEL_MIRROR: 'https://m.test/a b' },
      ['best', '--from', 'https://m.test/a b'],
    ],
  ])('carries speech models, outside the volume: %s', async (_what, env, given) => {
    const dockerfile = await text('docker/Dockerfile');
    const [, volume] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? [];
    const [, modelsDir = ''] = /^ENV .*\bMODELS_DIR=(\S+)/m.exec(dockerfile) ?? [];
    expect(modelsDir.startsWith(`${volume}/`), 'the models are inside the volume').toBe(false);
    expect(dockerfile).toContain(`COPY --from=models ${modelsDir} ${modelsDir}`);
    const stage = dockerfile.slice(dockerfile.indexOf('AS models'), dockerfile.lastIndexOf('\nFROM '));
    const script = stage.slice(stage.indexOf('RUN ') + 4).replaceAll('\\\n', '');
    // There is no container engine in tests: the stage's script runs in a folder, with stand-ins for its programs.
    const folder = await mkdtemp(join(tmpdir(), 'image-'));
    const say =
      '#!/bin/sh\necho "MODELS_DIR=$MODELS_DIR" "$(basename "$0")" >> $LOG; for a in "$@"; do echo "$a" >> $LOG; done\n';
    for (const name of ['apt-get', 'node']) await writeFile(join(folder, name), say, { mode: 0o755 });
    const log = join(folder, 'log');
    const child = spawn(
      '/bin/sh',
      ['-euc', script.replaceAll(new RegExp(`(?<=[ =])${modelsDir}(?![-/])`, 'g'), join(folder, 'models'))],
      {
        env: { MODEL: '', MODEL_MIRROR: '', ...env, LOG: log, PATH: `${folder}:${process.env.PATH}` },
        stdio: 'inherit',
      },
    );
    const [code] = await once(child, 'exit');
    expect(code, 'exit code of the stage').toBe(0);
    expect((await stat(join(folder, 'models'))).isDirectory(), 'the folder of models exists').toBe(true);
    const said = (await readFile(log, 'utf8').catch(() => '')).split('\n');
    const at = said.indexOf(`MODELS_DIR=${folder}/models node`);
    expect(said.slice(at + 1, -1)).toEqual(
      given.length === 0 ? [] : ['dist/program/call-analysis.js', 'models:install', ...given],
    );
    await rm(folder, { recursive: true });
  });

  it('knows its health over its own TLS, too', async () => {
    const { cert, key } = selfSigned();
    const answer: RequestListener = ({ url }, response) =>
      response.writeHead(url === '/health/ready' ? 200 : 503).end();
    const healthyAt = async (server: Server, env: Record<string, string>) => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      const PORT = String(typeof address === 'object' ? address?.port : '');
      const check = spawn(process.execPath, ['--no-warnings', 'docker/health.mjs'], {
        env: { ...env, PORT },
        stdio: 'inherit',
      });
      const [code] = await once(check, 'exit');
      server.close();
      return code;
    };
    expect(await healthyAt(createServer(answer), {}), 'exit code of the health check over HTTP').toBe(0);
    expect(
      await healthyAt(createTlsServer({ cert, key }, answer), { TLS_CERT_FILE: '/certificate.pem' }),
      'exit code of the health check over TLS',
    ).toBe(0);
    expect(
      await healthyAt(
        createServer((_, response) => response.writeHead(503).end()),
        {},
      ),
      'exit code of the health check of a service that is not ready',
    ).toBe(1);
  });

  it('is pinned, like every other', async () => {
    for (const image of await images()) expect(image).toMatch(PINNED);
  });
});

describe('the servers for development', () => {
  const development = z.object({
    services: z.record(z.string(), z.looseObject({ image: z.string(), ports: z.array(z.string()) })),
  });

  it('are the images of the compose file, open to this machine alone', async () => {
    const { services } = development.parse(await yaml('docker/compose.dev.yaml'));
    for (const [name, { image, ports }] of Object.entries(services)) {
      expect([name, image]).toEqual([name, compose.services[name]?.image]);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('are reached by the settings that the file tells', async () => {
    const documented = [...(await text('docker/compose.dev.yaml')).matchAll(/^# {3}([A-Z_]+)=\S+:(\d+)/gm)];
    const { services } = development.parse(await yaml('docker/compose.dev.yaml'));
    const open = Object.values(services).flatMap(({ ports }) => ports.map((port) => port.split(':')[1]));
    expect(documented.map(([, name]) => name)).toEqual(['DATABASE_URL', 'REDIS_URL', 'SMTP_URL']);
    expect(documented.map(([, , port]) => port).filter((port) => !open.includes(port))).toEqual([]);
    expect(unknownSettings(documented.map(([, name = '']) => name))).toEqual([]);
  });
});

describe('the compose file', () => {
  it('names services, volumes and configurations that are there', () => {
    const known = new Set(Object.keys(compose.services));
    for (const [name, { depends_on: needs, volumes }] of Object.entries(compose.services)) {
      const needed = Array.isArray(needs) ? needs : Object.keys(needs);
      expect([name, needed.filter((other) => !known.has(other))]).toEqual([name, []]);
      const named = volumes.map((volume) => volume.split(':')[0] ?? '').filter((source) => /^\w/.test(source));
      expect([name, named.filter((source) => !(source in compose.volumes))]).toEqual([name, []]);
    }
  });

  it('waits only for what can become healthy, or comes to an end', () => {
    const waited = Object.values(compose.services).flatMap(({ depends_on: needs }) =>
      Array.isArray(needs)
        ? []
        : Object.entries(z.record(z.string(), z.object({ condition: z.string() })).parse(needs)),
    );
    expect(waited.length).toBeGreaterThan(5);
    for (const [name, { condition }] of waited) {
      const { healthcheck, restart } = compose.services[name] ?? {};
      if (condition === 'service_healthy') expect([name, healthcheck !== undefined]).toEqual([name, true]);
      else expect([name, condition, restart]).toEqual([name, 'service_completed_successfully', 'no']);
    }
  });

  it('asks for health by an address: where localhost is ::1 first, a server on IPv4 would never be healthy', () => {
    const checks = Object.values(compose.services).flatMap(({ healthcheck }) => healthcheck?.test.join(' ') ?? []);
    expect(checks, 'services with a health check').toHaveLength(5);
    for (const check of checks) expect(check).not.toContain('localhost');
  });

  it('asks the service for its health as the Dockerfile does, which an OCI image forgets', async () => {
    const [, command = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(await text('docker/Dockerfile')) ?? [];
    for (const name of ['api', 'worker'])
      expect(compose.services[name]?.healthcheck?.test).toEqual(['CMD', ...JSON.parse(command)]);
  });

  it('gives all that production needs, with a secret and an engine named', () => {
    const named = { JWT_SECRET: 'x'.repeat(48), TRANSCRIPTION_ENGINE: 'pocketsphinx' };
    for (const name of ['api', 'worker']) expectToServe(filledIn(compose.services[name]?.environment ?? {}, named));
  });

  it('takes every setting from the operator, but for those with a reason', () => {
    for (const name of ['migrate', 'api', 'worker']) {
      const { environment = {} } = compose.services[name] ?? {};
      const isTaken = (setting: string) => String(environment[setting]).startsWith(`\${${setting}:`);
      const lost = Object.keys(VARIABLES.shape).filter((setting) => !isTaken(setting) && !DECIDED_BY_COMPOSE[setting]);
      expect(lost, `settings that do not reach ${name}`).toEqual([]);
      const taken = Object.keys(DECIDED_BY_COMPOSE).filter(isTaken);
      expect(taken, `settings that reach ${name}, with a reason why they do not`).toEqual([]);
    }
    const named = { JWT_SECRET: 'x'.repeat(48), AUDIO_RETENTION_DAYS: '30' };
    const environment = filledIn(compose.services.worker?.environment ?? {}, named);
    expect(loadConfig({ ...environment, NODE_ENV: 'production', DATA_DIR: tmpdir() }).retention).toEqual({
      audioDays: 30,
      analysisDays: 0,
      testDays: 30,
      everyMs: 600_000,
    });
  });

  it('leaves alone what the image sets: even an empty value would replace it', async () => {
    const [, line = ''] = /^ENV (.*)$/m.exec(await text('docker/Dockerfile')) ?? [];
    const set = [...line.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(set, 'settings of the image').toContain('MODELS_DIR');
    const replaced = set.filter((name) => name in (compose.services.worker?.environment ?? {}));
    expect(replaced, 'settings of the image that the compose file replaces').toEqual([]);
  });

  it('opens recordings through the proxy, by the bucket that the service signs for', async () => {
    const { api, proxy, storage } = compose.services;
    const proxied = await text('docker/caddy/proxy.Caddyfile');
    expect(api?.environment.S3_PUBLIC_ENDPOINT).toBe(`\${S3_PUBLIC_ENDPOINT:-${api?.environment.PUBLIC_URL}}`);
    expect(proxy?.environment.S3_BUCKET).toBe(api?.environment.S3_BUCKET);
    expect(proxied).toContain('path /{$S3_BUCKET:recordings}/*');
    expect(proxied).toContain('query X-Amz-Signature=*');
    expect(storage).not.toHaveProperty('ports');
  });

  it('passes the console, its policy and server-sent events on as they come', async () => {
    const proxied = await text('docker/caddy/proxy.Caddyfile');
    expect(proxied, "the proxy's way to the API").toContain('flush_interval -1');
    const changing = /^\s*(header|header_down|encode|uri|rewrite|redir|handle_path|root|file_server)\b.*$/gm;
    expect(proxied.match(changing), 'lines that change addresses or answers').toBeNull();
    const [, refused] = /^\t@internal path (.+)$/m.exec(proxied) ?? [];
    expect(refused, 'paths that the proxy keeps to itself').toBe('/metrics /internal/*');
  });

  it('lets a proxy before it name the client and the scheme, once its address is given', async () => {
    const { api, proxy } = compose.services;
    const [options = '', site = ''] = (await text('docker/caddy/proxy.Caddyfile')).split('\n:3000 {');
    expect(options, "the proxy's options").toContain('trusted_proxies static {$TRUSTED_PROXIES:127.0.0.1/32}');
    expect(options, "the proxy's options").toMatch(/^\t\ttrusted_proxies_strict$/m);
    expect(proxy?.environment.TRUSTED_PROXIES, 'of the proxy').toBe(`\${TRUSTED_PROXIES:-127.0.0.1/32}`);
    // The API believes the last address alone, so the proxy must send it that of the client alone.
    expect(api?.environment.TRUST_PROXY, 'of the API').toBe('1');
    const beforeApi = site.slice(site.indexOf('\treverse_proxy {'));
    expect(beforeApi, 'the way to the API').toMatch(/^\t\theader_up X-Forwarded-For \{client_ip\}$/m);
    expect(await text('docs/operations/running.md'), 'docs/operations/running.md').toContain('`TRUSTED_PROXIES`');
  });

  it('mounts files that are there', async () => {
    const mounted = Object.values(compose.services)
      .flatMap(({ volumes }) => volumes)
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((source) => source.startsWith('./'));
    expect(mounted.length).toBeGreaterThan(5);
    for (const path of mounted) expect((await text(join('docker', path))).length).toBeGreaterThan(0);
  });

  it('sets nothing that the service does not read', async () => {
    const ours = Object.values(compose.services).filter(({ image }) => image.startsWith('call-analysis:'));
    expect(ours.map(({ environment }) => environment.PROCESS).sort()).toEqual(['api', 'api', 'worker']);
    for (const { environment } of ours) expect(unknownSettings(Object.keys(environment))).toEqual([]);
    const ownEngines = [...(await text('docker/self-hosted.env')).matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(ownEngines).toContain('OPENAI_BASE_URL');
    expect(unknownSettings(ownEngines)).toEqual([]);
    for (const name of ownEngines) expect(Object.keys(ours[0]?.environment ?? {})).toContain(name);
  });

  it('starts neither dashboards nor engines unasked', () => {
    const unasked = Object.entries(compose.services).filter(([, { profiles }]) => profiles.length === 0);
    expect(unasked.map(([name]) => name).sort()).toEqual(
      ['api', 'bucket', 'mail', 'migrate', 'postgres', 'proxy', 'redis', 'storage', 'worker'].sort(),
    );
  });

  it('keeps a queue that neither forgets nor evicts', async () => {
    const file = await text('docker/compose.yaml');
    expect(file).toContain('"--appendonly", "yes"');
    expect(file).toContain('"--maxmemory-policy", "noeviction"');
  });
});
