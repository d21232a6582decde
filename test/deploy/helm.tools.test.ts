// Renders the Helm chart, and compares it with what `kubectl apply -k` would apply. Needs helm and kubectl, but no cluster.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ConfigMap, Deployment, NetworkPolicy, PodDisruptionBudget, Secret, Service } from '../../tools/kubernetes.js';
import { text } from '../support/processes/deployment-files.js';
import { type HelmPrograms, helmPrograms, whyNoHelm } from '../support/processes/helm-program.js';

const run = promisify(execFile);
const KINDS = { ConfigMap, Deployment, NetworkPolicy, PodDisruptionBudget, Secret, Service };
const CHART = 'docker/helm/call-analysis';
const BASE = 'docker/kubernetes/base';
/** Objects of the manifests that the chart leaves to others: Helm wants the namespace to be there. */
const NOT_IN_CHART = ['Namespace/call-analysis'];
/** Annotation of pods that the manifests do not have: it restarts them when settings change. */
const CHECKSUM = 'checksum/settings';

const annotated = z.record(z.string(), z.unknown());
const object = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
  spec: z
    .looseObject({
      template: z
        .looseObject({ metadata: z.looseObject({ annotations: annotated }), spec: z.looseObject({}) })
        .optional(),
    })
    .optional(),
});
/** What every kind has. */
const named = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
type Manifest = z.infer<typeof object>;

const obstacle = whyNoHelm();
if (obstacle !== null) console.warn(`The Helm chart is not rendered: ${obstacle}`);

describe.skipIf(obstacle !== null)('the Helm chart', () => {
  let programs: HelmPrograms;
  beforeAll(async () => {
    programs = await helmPrograms();
  });

  const objectsIn = (text: string) =>
    new Map<string, Manifest>(
      parseAllDocuments(text)
        .map((part) => object.parse(part.toJS()))
        .map((part) => [`${part.kind}/${part.metadata.name}`, part] as const),
    );
  const rendered = async (...settings: readonly string[]) => {
    const set = settings.flatMap((one) => ['--set', one]);
    const { stdout } = await run(programs.helm, ['template', 'any', CHART, '-n', 'call-analysis', ...set]);
    return objectsIn(stdout);
  };
  const customized = async (folder: string) => {
    const objects = objectsIn((await run(programs.kubectl, ['kustomize', folder])).stdout);
    for (const name of NOT_IN_CHART) expect(objects.delete(name), name).toBeTruthy();
    return objects;
  };
  const withoutChecksum = (objects: ReadonlyMap<string, Manifest>) => {
    for (const { spec } of objects.values()) {
      if (!spec?.template) continue;
      expect(spec.template.metadata.annotations[CHECKSUM]).toMatch(/^[0-9a-f]{64}$/);
      delete spec.template.metadata.annotations[CHECKSUM];
    }
    return objects;
  };

  it('passes the linter of Helm', async () => {
    const { stdout } = await run(programs.helm, ['lint', '--strict', CHART]);
    expect(stdout).toContain('0 chart(s) failed');
  });

  it('with default values is the base, object by object', async () => {
    expect(withoutChecksum(await rendered())).toEqual(await customized(BASE));
  });

  it('with keda.enabled is the overlay', async () => {
    expect(withoutChecksum(await rendered('keda.enabled=true'))).toEqual(
      await customized('docker/kubernetes/overlays/keda'),
    );
  });

  it.each([
    ['a misspelled value', 'worker.replica=3', /'replica'/],
    ['a setting that the service does not have', 'settings.WORKERS_CONCURRENCY=3', /WORKERS_CONCURRENCY/],
    ['a secret among the settings that may be seen', 'settings.DATABASE_URL=postgres://x', /DATABASE_URL/],
    ['a setting that the chart decides', 'settings.PORT=80', /PORT/],
    ['a number in words', 'api.replicas=two', /replicas.*integer/],
    ['no port of metrics', 'settings.METRICS_PORT=null', /METRICS_PORT/],
    ['PgBouncer without a server', 'pgbouncer.enabled=true', /pgbouncer\.host is empty/],
    ['secrets in two places', 'existingSecret=a,secrets.JWT_SECRET=b', /existingSecret and secrets are both set/],
  ])('refuses %s', async (_, setting, sentence) => {
    await expect(rendered(setting)).rejects.toThrow(sentence);
  });

  it('keeps numbers of settings as they are written, and takes one away', async () => {
    const objects = await rendered(
      'settings.DATABASE_POOL_SIZE=10485760',
      'settings.OTEL_TRACES_SAMPLER_ARG=0.25',
      'settings.S3_ENDPOINT=null',
    );
    const { data } = z.looseObject({ data: annotated }).parse(objects.get('ConfigMap/call-analysis'));
    expect(data).toMatchObject({ DATABASE_POOL_SIZE: '10485760', OTEL_TRACES_SAMPLER_ARG: '0.25' });
    expect(data).not.toHaveProperty('S3_ENDPOINT');
  });

  it('restarts pods when settings or secrets change', async () => {
    const all = await Promise.all([rendered(), rendered('settings.LOG_LEVEL=debug'), rendered('secrets.JWT_SECRET=a')]);
    const sums = all.map(
      (one) => one.get('Deployment/call-analysis-api')?.spec?.template?.metadata.annotations[CHECKSUM],
    );
    expect(new Set(sums).size, 'different sums').toBe(3);
  });

  it('runs a fixed number of pods from a digest, with what a cluster asks for', async () => {
    const objects = await rendered(
      'api.autoscaling.enabled=false,api.replicas=5,worker.autoscaling.enabled=false',
      'image.digest=sha256:abc,image.pullSecrets[0].name=registry,existingSecret=mine,serviceAccountName=calls',
      'extraVolumes[0].name=ca,extraVolumes[0].secret.secretName=ca,extraVolumeMounts[0].name=ca,extraVolumeMounts[0].mountPath=/ca',
      'worker.nodeSelector.gpu=yes,ingress.enabled=false,networkPolicy.enabled=false',
    );
    expect([...objects.keys()].filter((name) => /^(Horizontal|Ingress|Network|Scaled)/.test(name))).toEqual([]);
    const { spec: api } = objects.get('Deployment/call-analysis-api') ?? {};
    const { spec: worker } = objects.get('Deployment/call-analysis-worker') ?? {};
    expect([api?.replicas, worker?.replicas]).toEqual([5, 2]);
    expect(worker?.template?.spec).toMatchObject({
      nodeSelector: { gpu: 'yes' },
      serviceAccountName: 'calls',
      imagePullSecrets: [{ name: 'registry' }],
      volumes: expect.arrayContaining([{ name: 'ca', secret: { secretName: 'ca' } }]),
      containers: [
        {
          image: 'registry.example.com/call-analysis@sha256:abc',
          envFrom: [{ configMapRef: { name: 'call-analysis' } }, { secretRef: { name: 'mine' } }],
          volumeMounts: expect.arrayContaining([{ name: 'ca', mountPath: '/ca' }]),
        },
      ],
    });
    valid(objects);
  });

  it('puts PgBouncer between the pods and Postgres, and makes the Secret from values', async () => {
    const objects = await rendered(
      'pgbouncer.enabled=true,pgbouncer.host=postgres.example.com,secrets.JWT_SECRET=a',
      'networkPolicy.stores[0].ipBlock.cidr=10.1.2.0/24',
    );
    const { data } = z.looseObject({ data: annotated }).parse(objects.get('ConfigMap/call-analysis-pgbouncer'));
    expect(String(data['pgbouncer.ini']).split('\n')).toEqual(
      expect.arrayContaining([
        '* = host=postgres.example.com port=5432',
        'pool_mode = transaction',
        'max_prepared_statements = 500',
      ]),
    );
    const policy = (name: string) => JSON.stringify(objects.get(`NetworkPolicy/${name}`)?.spec);
    expect(policy('call-analysis')).toContain(
      '"app.kubernetes.io/name":"call-analysis-pgbouncer"}}}],"ports":[{"port":6432',
    );
    expect(policy('call-analysis-pgbouncer')).toContain('10.1.2.0/24');
    expect(objects.get('Secret/call-analysis')).toMatchObject({ stringData: { JWT_SECRET: 'a' } });
    valid(objects);
  });

  it('takes the values that its page shows', async () => {
    const page = await text('docs/operations/kubernetes.md');
    const examples = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, example = '']) => example);
    expect(examples, 'examples').toHaveLength(2);
    for (const example of examples) {
      const rendering = run(programs.helm, ['template', 'any', CHART, '-f', '-']);
      rendering.child.stdin?.end(example);
      expect((await rendering).stdout).toContain('kind: Deployment');
    }
  });

  it('tells what to do next', async () => {
    const command = ['install', 'any', CHART, '-n', 'calls', '--dry-run=client'];
    const { stdout } = await run(programs.helm, command);
    expect(stdout).toContain('kubectl create secret generic call-analysis -n calls --from-env-file=secret.env');
    expect(stdout).toContain('kubectl rollout status deployment/call-analysis-api -n calls');
  });

  /** Checks objects by Kubernetes' own schemas. */
  function valid(objects: ReadonlyMap<string, Manifest>) {
    for (const [name, part] of objects) {
      const { kind, apiVersion: _, ...rest } = named.parse(part);
      const made = Object.entries(KINDS).find(([known]) => known === kind)?.[1];
      if (made) expect(() => new made({ ...rest, metadata: rest.metadata }).validate(), name).not.toThrow();
    }
  }
});
