// The generated files of the chart, made of the manifests of docker/kubernetes. The other templates are written by hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { type Moved, printTemplate } from './print-template.js';
import { valuesSchema } from './values-schema.js';

const MANIFESTS = 'docker/kubernetes';
const CHART = 'docker/helm/call-analysis';
const SKELETON = 'docker/helm/generator/values.yaml';
/** Templates, and the manifests that they are made of. The namespace is not the chart's: Helm wants it to be there. */
const TEMPLATES = [
  ['settings.yaml', 'base/settings.yaml'],
  ['api.yaml', 'base/api.yaml'],
  ['worker.yaml', 'base/worker.yaml'],
  ['network.yaml', 'base/network.yaml'],
  ['keda.yaml', 'overlays/keda/worker-by-backlog.yaml'],
] as const;

export interface ChartFile {
  readonly path: string;
  readonly text: string;
}

const kustomization = z.object({ images: z.tuple([z.object({ newName: z.string(), newTag: z.string() })]) });

/** @returns every generated file; paths are those of the repository */
export function chartFiles(): readonly ChartFile[] {
  const base = kustomization.parse(parseDocument(read(`${MANIFESTS}/base/kustomization.yaml`)).toJS());
  const [image] = base.images;
  const templates = TEMPLATES.map(([name, source]) => ({
    path: `templates/${name}`,
    source: `${MANIFESTS}/${source}`,
    ...printTemplate(read(`${MANIFESTS}/${source}`)),
  }));
  const values = valuesOf(
    templates.flatMap(({ moved }) => moved),
    image.newName,
  );
  return [
    { path: 'Chart.yaml', text: chart(image.newTag) },
    { path: 'values.yaml', text: values.toString({ lineWidth: 0 }) },
    { path: 'values.schema.json', text: `${valuesSchema(values.toJS())}\n` },
    ...templates.map(({ path, source, text }) => ({
      path,
      text: `{{- /* Written by \`npm run chart\` from ${source}: edit that file instead. */}}\n${text}`,
    })),
  ].map(({ path, text }) => ({ path: join(CHART, path), text }));
}

function valuesOf(moved: readonly Moved[], repository: string) {
  const values = parseDocument(read(SKELETON));
  values.setIn(['image', 'repository'], repository);
  for (const { value, node } of moved) {
    const path = value.split('.');
    const there = values.getIn(path);
    if (there === undefined) throw new Error(`${SKELETON} has no ${value}`);
    if (there !== null && JSON.stringify(there) !== JSON.stringify(node))
      throw new Error(`The manifests do not agree about ${value}`);
    values.setIn(path, node);
  }
  const left = /"(.*)": null,?$/m.exec(JSON.stringify(values.toJS(), null, 1))?.[1];
  if (left) throw new Error(`${SKELETON} has a value that no manifest gives: ${left}`);
  return values;
}

/** @param version the same for chart and service: they are released together */
function chart(version: string): string {
  return `# Written by \`npm run chart\`: the version is that of docker/kubernetes/base/kustomization.yaml.
apiVersion: v2
name: call-analysis
description: Transcribes recorded phone calls, judges them for compliance, quality and coaching, and bills the minutes.
type: application
version: ${version}
appVersion: ${version}
kubeVersion: ">=1.23.0-0"
`;
}

const read = (path: string) => readFileSync(path, 'utf8');
