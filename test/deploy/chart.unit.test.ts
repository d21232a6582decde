// The generated files of the Helm chart are what docker/kubernetes and the table of settings give.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chartFiles } from '../../docker/helm/generator/chart-files.js';
import { printTemplate } from '../../docker/helm/generator/print-template.js';
import { settingsIn } from '../support/processes/deployment-files.js';

it.each(chartFiles().map(({ path, text }) => [path, text]))('%s is what the manifests give', (path, text) => {
  expect(readFileSync(path, 'utf8'), 'run `npm run chart`').toBe(text);
});

it('the chart takes each setting of the example in `secrets`, and none of them in `settings`', () => {
  const { settings, secrets } = JSON.parse(
    readFileSync('docker/helm/call-analysis/values.schema.json', 'utf8'),
  ).properties;
  const secret = Object.keys(settingsIn(readFileSync('docker/kubernetes/secret.env.example', 'utf8')));
  expect(secret.length, 'secret settings').toBeGreaterThan(8);
  expect(secret.filter((name) => !(name in secrets.properties))).toEqual([]);
  expect(secret.filter((name) => name in settings.properties)).toEqual([]);
});

it('a manifest that lost a part which is a value, or has it on one line, is named', () => {
  const policy = (spec: string) => `kind: NetworkPolicy\nmetadata:\n  name: call-analysis\nspec: ${spec}\n`;
  expect(() => printTemplate(policy('{}'))).toThrow('NetworkPolicy/call-analysis has nothing at spec ingress 0 from');
  expect(() => printTemplate('kind: Service\nmetadata: { name: call-analysis }\n')).toThrow(
    'Service/call-analysis has no mapping or list of several lines at metadata',
  );
});
