// Which models and enums a library needs: those that its methods take, answer, or hold.
import type { Api, Enum, Model, Property, Type } from './api-model.js';

/** What comes over the wire beside the operations. */
const BESIDE = ['WebhookNotification', 'AnalysisStreamEvent'];
/** What webhooks carry: a library without narrowing makes its own type that holds them side by side. */
const NOTIFIED = ['NotifiedAnalysis', 'Evaluation', 'Rescore', 'JudgeChange'];
const ERROR_ITEM = 'ValidationItem';

/** `narrowed`: a union is one of its variants; `flattened`: one model that holds all of them. */
type Form = 'narrowed' | 'flattened';

/** @returns in the document's order, a flattened union at its end */
export function usedModels(api: Api, form: Form): readonly Model[] {
  const { models } = usedTypes(api, form);
  const order = [...api.models.values(), ...api.unions.flatMap(({ flattened }) => flattened ?? [])];
  return order.filter((model) => models.has(model));
}

export function usedEnums(api: Api, form: Form): readonly Enum[] {
  const { enums } = usedTypes(api, form);
  return api.enums.filter(({ name }) => enums.has(name));
}

function usedTypes(api: Api, form: Form): { readonly models: ReadonlySet<Model>; readonly enums: ReadonlySet<string> } {
  const used = new Set<Model>();
  const enums = new Set<string>();
  const visitAll = (properties: readonly Property[]): void => {
    for (const { type } of properties) visit(type);
  };
  const add = (model: Model | null | undefined): void => {
    if (!model || used.has(model)) return;
    used.add(model);
    visitAll(model.properties);
  };
  const visit = (type: Type): void => {
    if (type.kind === 'list' || type.kind === 'map') visit(type.of);
    if (type.kind === 'either') type.of.forEach(visit);
    if (type.kind === 'enum') enums.add(type.name);
    if (type.kind === 'model') add(api.models.get(type.name));
    if (type.kind === 'choice') for (const name of type.models) add(api.models.get(name));
    if (type.kind !== 'union') return;
    const union = api.unions.find(({ name }) => name === type.name);
    if (form === 'flattened' && union?.flattened) add(union.flattened);
    else for (const { model } of union?.variants ?? []) add(api.models.get(model));
  };
  add(api.models.get(ERROR_ITEM));
  if (form === 'flattened') for (const name of NOTIFIED) add(api.models.get(name));
  for (const name of BESIDE) {
    // Of a union without a flattened form, each library makes its own type by hand.
    if (form === 'narrowed' || api.unions.some((union) => union.name === name && union.flattened))
      visit({ kind: 'union', name });
  }
  for (const { body, queryParameters, result } of api.operations) {
    visitAll([...(body ?? []), ...queryParameters]);
    if (result.kind === 'json') visit(result.type);
    if (result.kind === 'list') visit(result.form.item);
  }
  return { models: used, enums };
}
