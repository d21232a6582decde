// The generated parts of the client libraries are committed; they must be what the document says.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../clients/generator/model/read-document.js';
import { usedModels } from '../../clients/generator/model/used-models.js';
import { printClients } from '../../clients/generator/print-clients.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const document = JSON.parse(read('openapi.json'));

describe('the generated parts of the client libraries', () => {
  it('are what `npm run clients:generate` writes from the document', () => {
    for (const { path, text } of printClients(document)) expect(read(path), path).toBe(text);
  });
});

describe('the model of the API', () => {
  const api = readDocument(document);
  const used = (form: 'narrowed' | 'flattened') => usedModels(api, form).map(({ name }) => name);

  it('keeps the variants of an analysis for languages that narrow', () => {
    expect(used('narrowed')).toEqual(
      expect.arrayContaining(['ProcessingAnalysis', 'CompletedAnalysis', 'FailedAnalysis']),
    );
    expect(used('narrowed')).not.toContain('Analysis');
  });

  it('has one analysis with members that may be null for languages that do not', () => {
    expect(used('flattened')).not.toContain('CompletedAnalysis');
    const analysis = usedModels(api, 'flattened').find(({ name }) => name === 'Analysis');
    const member = (name: string) => analysis?.properties.find((property) => property.name === name);
    expect(member('status')).toMatchObject({ type: { kind: 'enum', name: 'AnalysisStatus' }, nullable: false });
    expect(member('results')).toMatchObject({
      type: { kind: 'model', name: 'Results' },
      nullable: true,
      required: true,
    });
    expect(member('call')).toMatchObject({ type: { kind: 'model', name: 'Call' } });
    expect(member('metadata')).toMatchObject({ type: { kind: 'model', name: 'AnalysisMetadata' } });
  });

  it('holds what notifications carry side by side, as one model cannot', () => {
    const notification = api.unions.find(({ name }) => name === 'WebhookNotification');
    expect(notification?.flattened).toBeNull();
    expect(used('flattened')).toEqual(expect.arrayContaining(['NotifiedAnalysis', 'Evaluation']));
    expect(used('narrowed')).not.toContain('NotifiedAnalysis');
  });

  it('has no one model for events that carry different things', () => {
    const events = api.unions.find(({ name }) => name === 'AnalysisStreamEvent');
    expect(events?.flattened).toBeNull();
    expect(api.models.get('Progress')?.properties.map(({ name }) => name)).toEqual(['stage', 'percent']);
  });

  it('tells the pages of a list from an answer with items', () => {
    const forms = Object.fromEntries(
      api.operations.map(({ resource, method, result }) => [`${resource}.${method}`, result]),
    );
    expect(forms['apiKeys.list']).toMatchObject({ kind: 'list', form: { itemsIn: 'items', skipBy: 'skip' } });
    expect(forms['analyses.list']).toMatchObject({ kind: 'list', form: { itemsIn: 'data', skipBy: 'offset' } });
    expect(forms['billing.records']).toMatchObject({ kind: 'list', form: { item: { name: 'UsageRecord' } } });
    expect(forms['billing.plans']).toMatchObject({ kind: 'json' });
  });
});
