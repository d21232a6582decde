// Values that the document has and the console lists by itself: a new one is named here until the console has it.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RedactionSettings, Results } from '../../clients/typescript/src/browser.js';
import { analysisOutput } from '../../src/adapters/model/analysis-prompt.js';
import { describeViolation } from '../../src/judgement/violation-descriptions.js';
import { NOTHING_SET, presetSettings, REDACTION_PRESETS } from '../../src/redaction/settings/account-redaction.js';
import { DATA as OF_DATA_DE } from '../../web/src/texts/de/data.js';
import { DE } from '../../web/src/texts/de.js';
import { DATA as OF_DATA } from '../../web/src/texts/en/data.js';
import { EN } from '../../web/src/texts/en.js';
import { complianceOf, qualityOf } from '../../web/src/views/call/judged.js';
import { ACTIONS } from '../../web/src/views/data/audit/entries.js';
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

it.each(valuesOf('AuditAction'))('%s is told in a sentence, and can be chosen in the audit log', (action) => {
  expect(Object.values(ACTIONS).flat()).toContain(action);
  for (const texts of [OF_DATA, OF_DATA_DE])
    expect(texts).toHaveProperty([`audit.did.${action.replace('.', '_')}`], expect.stringContaining('{who}'));
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

type RuleOfBook = { readonly id: string; readonly category: string; readonly description: string; silent?: boolean };

/** Rules that a result can name, of each language's book and of language models: each with its sentence in the results. */
function rulesIn(language: 'en' | 'de') {
  const folder = `src/adapters/rules/${language}`;
  const ofBook = readdirSync(folder)
    .map((file): unknown => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
    .flatMap((rules) => (Array.isArray(rules) ? (rules as RuleOfBook[]) : []))
    .filter(({ id, silent }) => id !== undefined && !silent)
    .map(({ id, category, description }) => ({ id, isViolation: category === 'violation', description }));
  const ofModel = analysisOutput.shape.violations.element.shape.rule.options.map((id) => {
    const [description = ''] = describeViolation(id, '', language).split(': ');
    return { id, isViolation: true, description };
  });
  return [...ofBook, ...ofModel];
}

/** The sentence without the agent, who is the subject of most. */
function nameIn(description: string): string {
  const [, ofAgent] = /^(?:The agent|Der Agent(?: hat(?! sich))?) (.*)$/.exec(description) ?? [];
  const name = ofAgent === undefined ? description : ofAgent.charAt(0).toUpperCase() + ofAgent.slice(1);
  return name.replace(/\.$/, '').replaceAll("'", '’');
}

it.each([
  ['en', EN],
  ['de', DE],
] as const)('every rule has one name in the console, its sentence in the results: %s', (language, texts) => {
  for (const { id, isViolation, description } of rulesIn(language))
    expect(texts).toHaveProperty([`${isViolation ? 'violation' : 'observation'}.${id}`], nameIn(description));
});

it('the names of rules are of rules that exist', () => {
  const ids = [...rulesIn('en'), ...rulesIn('de')].map(({ id }) => id);
  const named = Object.keys(EN).map((key) => /^(?:violation|observation)\.(.+)$/.exec(key)?.[1]);
  expect(named.filter((id) => id !== undefined && !ids.includes(id))).toEqual([]);
});
