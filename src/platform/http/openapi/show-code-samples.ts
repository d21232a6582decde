// Plugins of Swagger UI that show the samples of an operation (`x-codeSamples`). They run in the browser from their source
// text, so each may use nothing of this file but types. Swagger UI can write requests down by itself (`requestSnippets`), but
// only as commands, after a request was sent, and in tabs that a screen reader does not know.

interface Sample {
  readonly label: string;
  readonly source: string;
}

type Attributes = Readonly<Record<string, unknown>> | null;

interface Renderer {
  createElement(tag: unknown, attributes: Attributes, ...children: readonly unknown[]): unknown;
  readonly Fragment: unknown;
  useState<Value>(first: Value): [Value, (value: Value) => void];
  useSyncExternalStore<Value>(subscribe: (changed: () => void) => () => void, read: () => Value): Value;
}

interface SampleLanguage {
  read(): string | null;
  choose(label: string): void;
  /** @returns what ends the subscription */
  subscribe(changed: () => void): () => void;
}

interface System {
  readonly React: Renderer;
  getSystem(): { readonly fn: { readonly sampleLanguage: SampleLanguage }; getComponent(name: string): unknown };
}

interface ParametersProps {
  readonly operation: { get(name: string): { toJS(): readonly Sample[] } | undefined };
  readonly pathMethod: readonly string[];
}

/** Parts of the browser that the plugins use. */
interface Page {
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  readonly navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };
  readonly document: { getElementById(id: string): { focus(): void } | null };
}

interface KeyPress {
  readonly key: string;
  preventDefault(): void;
}

/** The language that the reader chose, for all operations and after a reload. */
export function keepSampleLanguage() {
  const { localStorage } = globalThis as unknown as Page;
  const KEPT_AS = 'code-sample-language';
  const listeners = new Set<() => void>();
  // A browser that stores nothing for this page keeps the choice until the page is closed.
  const stored = <Value>(access: () => Value): Value | null => {
    try {
      return access();
    } catch {
      return null;
    }
  };
  let chosen = stored(() => localStorage.getItem(KEPT_AS));
  const sampleLanguage: SampleLanguage = {
    read: () => chosen,
    choose: (label) => {
      chosen = label;
      stored(() => localStorage.setItem(KEPT_AS, label));
      for (const listener of listeners) listener();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
  return { fn: { sampleLanguage } };
}

/** A tab for each language, as the pattern of the WAI describes tabs: arrow keys, Home and End choose. */
export function codeSampleTabs({ React, getSystem }: System) {
  const { document } = globalThis as unknown as Page;
  const CodeSamples = ({ samples, name }: { readonly samples: readonly Sample[]; readonly name: string }) => {
    const { fn, getComponent } = getSystem();
    const { subscribe, read, choose } = fn.sampleLanguage;
    const wanted = React.useSyncExternalStore(subscribe, read);
    const at = Math.max(
      samples.findIndex(({ label }) => label === wanted),
      0,
    );
    const { label: shown = '', source = '' } = samples[at] ?? {};
    const tabId = (label: string) => `${name}-${label}`;
    const go = (event: KeyPress) => {
      const places = new Map([
        ['ArrowRight', (at + 1) % samples.length],
        ['ArrowLeft', at - 1],
        ['Home', 0],
        ['End', -1],
      ]);
      const next = samples.at(places.get(event.key) ?? at);
      if (!next || !places.has(event.key)) return;
      event.preventDefault();
      choose(next.label);
      document.getElementById(tabId(next.label))?.focus();
    };
    const tab = ({ label }: Sample) => {
      const state = { 'aria-selected': label === shown, tabIndex: label === shown ? 0 : -1 };
      const tells = { key: label, id: tabId(label), type: 'button', role: 'tab', 'aria-controls': `${name}-source` };
      return React.createElement('button', { ...tells, ...state, onClick: () => choose(label), onKeyDown: go }, label);
    };
    const tabs = React.createElement('div', { role: 'tablist', 'aria-label': 'Language' }, samples.map(tab));
    const copy = React.createElement(getComponent('CopyCode'), { source });
    // A long line scrolls, and a keyboard scrolls only what has the focus.
    const panel = { id: `${name}-source`, role: 'tabpanel', 'aria-labelledby': tabId(shown), tabIndex: 0 };
    return React.createElement(
      'section',
      { className: 'code-samples', 'aria-label': 'Code sample' },
      React.createElement('div', { className: 'code-samples-bar' }, tabs, copy),
      React.createElement('pre', panel, React.createElement('code', null, source)),
    );
  };
  return { components: { CodeSamples } };
}

export function copyCode({ React }: System) {
  const { navigator } = globalThis as unknown as Page;
  const CopyCode = ({ source }: { readonly source: string }) => {
    const [copied, setCopied] = React.useState<string | null>(null);
    const copy = () => navigator.clipboard?.writeText(source).then(() => setCopied(source));
    // Browsers give the clipboard to pages with TLS and to this machine's own.
    if (!navigator.clipboard) return null;
    const said = copied === source ? 'Copied' : 'Copy';
    return React.createElement('button', { type: 'button', onClick: copy, 'aria-live': 'polite' }, said);
  };
  return { components: { CopyCode } };
}

/** Puts the samples above the parameters of the operation. */
export function showCodeSamples({ React, getSystem }: System) {
  const wrap = (Parameters: unknown) => (props: ParametersProps) => {
    const samples = props.operation.get('x-codeSamples')?.toJS() ?? [];
    const name = `sample-${props.pathMethod.join('-').replace(/[^\w-]/g, '')}`;
    return React.createElement(
      React.Fragment,
      null,
      samples.length > 0 ? React.createElement(getSystem().getComponent('CodeSamples'), { samples, name }) : null,
      React.createElement(Parameters, { ...props }),
    );
  };
  return { wrapComponents: { parameters: wrap } };
}

/** Styles of the samples. They are the same in light and dark mode, as for Swagger UI's own commands. */
export const CODE_SAMPLE_STYLE = `
  .swagger-ui .code-samples { margin: 0 20px 20px; border-radius: 4px; overflow: hidden; background: #1c2128 }
  .swagger-ui .code-samples-bar { display: flex; justify-content: space-between; gap: 8px; border-bottom: 1px solid #444c56 }
  .swagger-ui .code-samples [role='tablist'] { display: flex; overflow-x: auto }
  .swagger-ui .opblock .code-samples button { min-height: 44px; padding: 0 14px; border: 0; border-bottom: 3px solid transparent;
    border-radius: 0; background: none; color: #c9d1d9; font: 14px sans-serif; white-space: nowrap; cursor: pointer }
  .swagger-ui .opblock .code-samples button:hover { color: #fff }
  .swagger-ui .opblock .code-samples button[aria-selected='true'] { border-color: #49cc90; color: #fff; font-weight: 600 }
  .swagger-ui .code-samples :focus-visible { outline: 2px solid #79c0ff; outline-offset: -2px }
  .swagger-ui .code-samples pre { max-height: 480px; margin: 0; padding: 14px; overflow: auto; color: #e6edf3 }
  .swagger-ui .code-samples code { font: 13px/1.5 monospace; color: inherit; background: none; white-space: pre }
  @media (max-width: 640px) {
    .swagger-ui .code-samples { margin: 0 10px 16px }
    .swagger-ui .opblock .code-samples button { padding: 0 7px; font-size: 13px }
    .swagger-ui .code-samples-bar { gap: 0 }
  }`;
