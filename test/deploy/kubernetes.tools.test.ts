// Checks that the manifests for Kubernetes fit the service: settings, limits, probes, autoscalers. It needs no cluster.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { z } from 'zod';
import {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
} from '../../tools/kubernetes.js';
import {
  expectToServe,
  PINNED,
  settingsIn,
  text,
  unknownSettings,
  yaml,
} from '../support/processes/deployment-files.js';

const KUBERNETES = 'docker/kubernetes/base';
const KEDA = 'docker/kubernetes/overlays/keda';
const KINDS = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
};

const manifest = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
async function manifestsIn(folder: string) {
  const names = (await readdir(folder)).filter((name) => name !== 'kustomization.yaml');
  const files = await Promise.all(names.map((name) => text(join(folder, name))));
  return files.flatMap((file) => parseAllDocuments(file).map((part) => manifest.parse(part.toJS())));
}
const manifests = await manifestsIn(KUBERNETES);
const scaled = await manifestsIn(KEDA);

const container = z.looseObject({
  image: z.string(),
  env: z.array(z.object({ name: z.string() })).default([]),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string(), 'ephemeral-storage': z.string() }),
    limits: z.object({ memory: z.string(), 'ephemeral-storage': z.string() }),
  }),
});
const workload = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
        initContainers: z.array(container).length(1),
        containers: z.array(container).length(1),
        volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }) })),
      }),
    }),
  }),
});
const workloads = manifests
  .filter(({ kind }) => kind === 'Deployment')
  .map((part) => [part.metadata.name, workload.parse(part)] as const);
const containersOf = ({ spec: { template } }: z.infer<typeof workload>) => [
  ...template.spec.initContainers,
  ...template.spec.containers,
];
/** As the manifests write them: whole numbers of Mi or Gi. */
const mebibytes = (quantity: string) => Number.parseInt(quantity, 10) * (quantity.endsWith('Gi') ? 1024 : 1);

describe('the manifests', () => {
  it("pass Kubernetes' own schemas", () => {
    expect(new Set(manifests.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
    for (const part of manifests) {
      const { kind, apiVersion: _, ...rest } = part;
      const made = Object.entries(KINDS).find(([name]) => name === kind)?.[1];
      if (!made) throw new Error(`No schema for ${kind}`);
      expect(
        () => new made({ ...rest, metadata: part.metadata }).validate(),
        `${kind} ${part.metadata.name}`,
      ).not.toThrow();
    }
  });

  it('are all listed', async () => {
    const { resources } = z
      .looseObject({ resources: z.array(z.string()) })
      .parse(await yaml(`${KUBERNETES}/kustomization.yaml`));
    const there = (await readdir(KUBERNETES)).filter((name) => name !== 'kustomization.yaml');
    expect([...resources].sort()).toEqual(there.sort());
  });

  it.each(workloads)('%s has bounds, and only settings that the service reads', (_, one) => {
    const { spec } = one;
    for (const { env } of containersOf(one)) expect(unknownSettings(env.map(({ name }) => name))).toEqual([]);
    const [serving] = spec.template.spec.containers;
    const volumes = spec.template.spec.volumes.map(({ emptyDir }) => mebibytes(emptyDir.sizeLimit));
    // A pod whose volumes outgrow the limit of its containers is evicted, before a volume is full.
    expect(mebibytes(serving?.resources.limits['ephemeral-storage'] ?? '')).toBeGreaterThan(
      volumes.reduce((sum, size) => sum + size),
    );
    const grace = spec.template.spec.terminationGracePeriodSeconds;
    // The service takes up to 28 s to stop.
    if (grace !== undefined) expect(grace).toBeGreaterThan(28 + 5);
  });

  it('name images by version', () => {
    for (const [, one] of workloads) for (const { image } of containersOf(one)) expect(image).toMatch(PINNED);
  });

  it.each(workloads)('%s migrates before it serves, by the same image and settings', (_, { spec }) => {
    const [first] = spec.template.spec.initContainers;
    const [serving] = spec.template.spec.containers;
    expect(first).toMatchObject({ command: ['call-analysis', 'migrate'], image: serving?.image });
    expect(first?.envFrom).toEqual(serving?.envFrom);
  });

  it('name the secret, and the namespace before it', async () => {
    const file = await text(`${KUBERNETES}/kustomization.yaml`);
    const told = [...file.matchAll(/^# {3}((?:kubectl|cp) \S+ .*)$/gm)].map(([, command = '']) => command);
    expect(told.map((command) => command.split(/ +#/)[0])).toEqual([
      'kubectl apply -f docker/kubernetes/base/namespace.yaml',
      'cp docker/kubernetes/secret.env.example secret.env',
      'kubectl create secret generic call-analysis -n call-analysis --from-env-file=secret.env',
      'kubectl apply -k docker/kubernetes/base',
    ]);
  });

  it('give all that production needs, with the secret', async () => {
    const found = manifests.find(({ kind }) => kind === 'ConfigMap');
    const { data } = z.looseObject({ data: z.record(z.string(), z.string()) }).parse(found);
    const secret = settingsIn(await text('docker/kubernetes/secret.env.example'));
    expect(unknownSettings(Object.keys(secret))).toEqual([]);
    for (const name of ['ENCRYPTION_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      expect(secret).toHaveProperty(name);
    expect(Object.keys(data).filter((name) => name in secret)).toEqual([]);
    expectToServe({ ...data, ...secret });
  });

  it('scale by the backlog with KEDA, and then by nothing else', async () => {
    expect(scaled.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['ScaledObject', 'call-analysis-worker'],
    ]);
    const { resources, patches } = z
      .looseObject({ resources: z.array(z.string()), patches: z.array(z.object({ patch: z.string() })) })
      .parse(await yaml(`${KEDA}/kustomization.yaml`));
    expect(resources).toEqual(['../../base', 'worker-by-backlog.yaml']);
    const [removed] = patches.map(({ patch }) => parseDocument(patch).toJS());
    const byCpu = manifests.filter(({ kind }) => kind === removed.kind).map(({ metadata }) => metadata.name);
    expect(removed).toMatchObject({ $patch: 'delete', metadata: { name: 'call-analysis-worker' } });
    expect(byCpu).toContain('call-analysis-worker');
  });

  it('lead every public path of the service through the ingress', async () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(await text('openapi.json')));
    const ingress = JSON.stringify(manifests.find(({ kind }) => kind === 'Ingress'));
    const open = [...ingress.matchAll(/"path":"([^"]+)","pathType":"(\w+)"/g)].map(([, path = '', type]) => ({
      path,
      type,
    }));
    const isOpen = (path: string) =>
      open.some((one) => path === one.path || (one.type === 'Prefix' && path.startsWith(`${one.path}/`)));
    const outside = Object.keys(paths).map((path) => (/^\/(health|metrics|$)/.test(path) ? path : `/api/v1${path}`));
    expect(outside.filter((path) => !isOpen(path) && path !== '/metrics')).toEqual([]);
    for (const path of [
      '/',
      '/app',
      '/app/calls',
      '/app/assets/console-0123456789ab.js',
      '/docs',
      '/docs/results.md',
      '/llms.txt',
      '/openapi.json',
      '/openapi-3.0.json',
      '/health/ready',
      '/verify-email',
    ])
      expect([path, isOpen(path)]).toEqual([path, true]);
    for (const path of ['/metrics', '/internal/queues']) expect([path, isOpen(path)]).toEqual([path, false]);
  });

  it('take settings that the service reads', () => {
    const found = manifests.find(({ kind }) => kind === 'ConfigMap');
    const { data } = z.looseObject({ data: z.record(z.string(), z.string()) }).parse(found);
    expect(Object.keys(data).length).toBeGreaterThan(5);
    expect(unknownSettings(Object.keys(data))).toEqual([]);
  });

  it('probe what the service answers', async () => {
    const controller = await text('src/platform/http/health.controller.ts');
    const paths = JSON.stringify(manifests).matchAll(/"httpGet":\{"path":"\/([^"]+)"/g);
    const probed = [...paths].map(([, path]) => path);
    expect(probed, 'probes').toHaveLength(6);
    for (const path of probed) expect(controller).toContain(`@Get('${path}')`);
  });

  it('select and scale pods that are there', () => {
    const labels = workloads.map(([, { spec }]) => JSON.stringify(spec.template.metadata.labels));
    const selectors = manifests
      .filter(({ kind }) => ['Deployment', 'PodDisruptionBudget'].includes(kind))
      .map((part) =>
        z.looseObject({ spec: z.looseObject({ selector: z.object({ matchLabels: z.unknown() }) }) }).parse(part),
      );
    expect(selectors, 'parts that select pods').toHaveLength(4);
    for (const { spec } of selectors) expect(labels).toContain(JSON.stringify(spec.selector.matchLabels));
    const deployments = workloads.map(([name]) => name);
    for (const [, name] of JSON.stringify(manifests).matchAll(/"scaleTargetRef":\{[^}]*"name":"([^"]+)"/g)) {
      expect(deployments).toContain(name);
    }
  });

  it('let the processes reach no private address but the stores', () => {
    const policy = z
      .looseObject({ spec: z.looseObject({ egress: z.array(z.object({ to: z.array(z.looseObject({})) })) }) })
      .parse(manifests.find(({ kind }) => kind === 'NetworkPolicy'));
    const open = JSON.stringify(policy.spec.egress.flatMap(({ to }) => to).filter((to) => 'ipBlock' in to));
    for (const range of [
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      '169.254.0.0/16',
      '100.64.0.0/10',
      'fc00::/7',
    ]) {
      expect(open).toContain(range);
    }
  });
});
