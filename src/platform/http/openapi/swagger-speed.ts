// Plugins of Swagger UI that spare the browser work. They run in the browser from their source text, so each may use nothing of
// this file but types.

type Json = Readonly<Record<string, unknown>>;

interface Resolving {
  getConfigs(): { readonly spec: Json };
  readonly specActions: { updateResolvedSubtree(path: readonly string[], subtree: unknown): void };
}

/**
 * Resolves the references of an operation when it is opened. Swagger UI itself parses the whole document again for each
 * operation, which takes four seconds. This document refers to its own components alone, none of them refers to itself, and an
 * `allOf` has one member, so that a copy is enough.
 */
export function resolveReferences() {
  const resolved = new Map<string, unknown>();
  const isObject = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const find = (path: readonly string[], document: unknown): unknown =>
    path.reduce((value, name) => (isObject(value) ? value[name] : undefined), document);
  const component = (reference: string, document: Json): unknown => {
    if (!resolved.has(reference))
      resolved.set(reference, resolve(find(reference.slice(2).split('/'), document), document));
    return resolved.get(reference);
  };
  const resolve = (value: unknown, document: Json): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolve(one, document));
    if (!isObject(value)) return value;
    const { $ref, allOf, ...own } = value;
    const [only] = Array.isArray(allOf) ? allOf : [];
    const members = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, resolve(member, document)]));
    if (typeof $ref === 'string') return { ...Object(component($ref, document)), $$ref: $ref, ...members };
    return only === undefined ? members : { ...Object(resolve(only, document)), ...members };
  };
  const requestResolvedSubtree =
    (path: readonly string[]) =>
    ({ getConfigs, specActions }: Resolving) => {
      const { spec } = getConfigs();
      // A part of the page asks while it is drawn, when the state may not change.
      queueMicrotask(() => specActions.updateResolvedSubtree(path, resolve(find(path, spec), spec)));
    };
  return { statePlugins: { spec: { actions: { requestResolvedSubtree } } } };
}

/** Properties of an operation that decide what is drawn of it while it is folded. */
interface OperationProps {
  readonly isShown: boolean;
  readonly isAuthorized: boolean;
  readonly op: unknown;
}

interface Operation {
  readonly props: OperationProps;
}

/** Leaves folded operations as they are drawn: Swagger UI draws all of them again at each change of its state. */
export function keepFolded() {
  type Base = new (...given: readonly unknown[]) => Operation;
  const wrap = (Original: Base): Base =>
    class extends Original {
      shouldComponentUpdate(next: OperationProps): boolean {
        const { isShown, isAuthorized, op } = this.props;
        return isShown || next.isShown || isAuthorized !== next.isAuthorized || op !== next.op;
      }
    };
  return { wrapComponents: { OperationContainer: wrap } };
}

interface MarkdownProps {
  readonly source: string;
}

interface Renderer {
  createElement(component: unknown, props: MarkdownProps): unknown;
  useMemo<Value>(make: () => Value, on: readonly unknown[]): Value;
}

/** Renders a text once: Swagger UI parses and cleans the introduction again at each change of its state. */
export function keepTexts({ React }: { readonly React: Renderer }) {
  const wrap = (Original: unknown) => (props: MarkdownProps) =>
    React.useMemo(() => React.createElement(Original, props), [props.source]);
  return { wrapComponents: { Markdown: wrap } };
}
