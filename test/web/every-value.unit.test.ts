// Values that the document has and the console lists by itself: a new one is named here until the console has it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RedactionSettings, Results } from '../../clients/typescript/src/browser.js';
import { NOTHING_SET, presetSettings, REDACTION_PRESETS } from '../../src/redaction/settings/account-redaction.js';
import { DE } from '../../web/src/texts/de.js';
import { EN } from '../../web/src/texts/en.js';
import { complianceOf, qualityOf } from '../../web/src/views/call/judged.js';
import { draftOf, paramsOf, TYPES, withPreset } from '../../web/src/views/settings/masking/redaction-form.js';

const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  components: { schemas: Readonly<Record<string, { enum?: readonly string[] }>> };
};
const valuesOf = (schema: string) => components.schemas[schema]?.enum ?? [];
const paths = valuesOf('FindingPath').map((path) => path.split('.') as [part: string, name: string]);

it.each([
  ['RedactionType', ['redaction.type']],
  ['NamingPreset', ['sources.naming', 'sources.namingMeans']],
])('texts are there in both languages for each %s', (schema, families) => {
  expect(valuesOf(schema).length).toBeGreaterThan(1);
  for (const family of families)
    for (const value of valuesOf(schema))
      for (const texts of [EN, DE]) expect(Object.keys(texts)).toContain(`${family}.${value}`);
});

it('every masked type can be chosen', () => {
  expect([...TYPES].sort()).toEqual([...valuesOf('RedactionType')].sort());
});

it.each(REDACTION_PRESETS)('the preset %s is in the form what it is in the service', (preset) => {
  const unset: RedactionSettings = JSON.parse(JSON.stringify(NOTHING_SET));
  const settings = paramsOf(withPreset(draftOf(unset), preset));
  const { types, ...others } = presetSettings(preset);
  expect({ ...settings, types: settings.types.sort() }).toEqual({ ...others, types: types.toSorted() });
});

it('every finding is shown with its call, and can be asked by a form', () => {
  const finding = { assessable: true, confidence: 1, flagged: false, citations: [] };
  const partOf = (wanted: string) =>
    Object.fromEntries(paths.filter(([part]) => part === wanted).map(([, name]) => [name, finding]));
  const results = { compliance: partOf('compliance'), quality: partOf('quality') } as unknown as Results;
  const names = paths.map(([, name]) => name);
  expect([...complianceOf(results), ...qualityOf(results)].map(({ name }) => name).sort()).toEqual(names.toSorted());
  // That file cannot be loaded without a browser.
  const choices = readFileSync('web/src/views/forms/builder/in-words.ts', 'utf8');
  for (const name of names) expect(choices).toContain(`'${name}'`);
});
