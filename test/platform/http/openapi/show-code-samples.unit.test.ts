import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  codeSampleTabs,
  copyCode,
  keepSampleLanguage,
  showCodeSamples,
} from '../../../../src/platform/http/openapi/show-code-samples.js';

interface Element {
  readonly tag: unknown;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly children: readonly unknown[];
}

/** As much of React as the plugins use, without a page. */
const React = {
  Fragment: 'fragment',
  createElement: (tag: unknown, attributes: Element['attributes'], ...children: readonly unknown[]) => ({
    tag,
    attributes,
    children,
  }),
  useState: (first: unknown) => [first, () => undefined],
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
};

const SAMPLES = [
  { label: 'TypeScript', source: 'await client.users.me();' },
  { label: 'Python', source: 'client.users.me()' },
  { label: 'curl', source: 'curl /users/me' },
];

/** A page with the plugins, run from their source text as the browser does. */
class Page {
  readonly stored = new Map<string, string>();
  focused: string | null = null;
  clipboard: object | undefined = {};
  private readonly run = (plugin: { toString(): string }, system: object) =>
    runInNewContext(`(${plugin.toString()})(system)`, { ...this.browser(), system });

  constructor(readonly storage: object | null = null) {}

  private browser() {
    const localStorage = this.storage ?? {
      getItem: (key: string) => this.stored.get(key) ?? null,
      setItem: (key: string, value: string) => void this.stored.set(key, value),
    };
    const focusing = (id: string) => ({ focus: () => (this.focused = id) });
    return { localStorage, document: { getElementById: focusing }, navigator: { clipboard: this.clipboard } };
  }

  /** Draws an operation each time it is called. */
  load(): (samples: readonly object[]) => readonly Element[] {
    const { fn } = this.run(keepSampleLanguage, {});
    const components: Record<string, (props: object) => Element | null> = {};
    const system = { React, getSystem: () => ({ fn, getComponent: (name: string) => components[name] }) };
    for (const plugin of [codeSampleTabs, copyCode]) Object.assign(components, this.run(plugin, system).components);
    const wrap = this.run(showCodeSamples, system).wrapComponents.parameters;
    return (samples) => {
      const operation = { get: () => (samples.length > 0 ? { toJS: () => samples } : undefined) };
      return drawn(wrap('parameters')({ operation, pathMethod: ['/analysis', 'get'] }));
    };
  }
}

/** The elements of a tree, components drawn. */
function drawn(node: unknown): readonly Element[] {
  if (Array.isArray(node)) return node.flatMap(drawn);
  if (typeof node !== 'object' || node === null) return [];
  const element = node as Element;
  if (typeof element.tag === 'function') return drawn(element.tag(element.attributes));
  return [element, ...element.children.flatMap(drawn)];
}

const tabs = (elements: readonly Element[]) => elements.filter(({ attributes }) => attributes?.role === 'tab');
const selected = (elements: readonly Element[]) =>
  tabs(elements).find(({ attributes }) => attributes?.['aria-selected'])?.children[0];
const press = (elements: readonly Element[], key: string) => {
  const tab = tabs(elements).find(({ attributes }) => attributes?.tabIndex === 0);
  const onKeyDown = tab?.attributes?.onKeyDown;
  if (typeof onKeyDown === 'function') onKeyDown({ key, preventDefault: () => undefined });
};

describe('the code samples of the page', () => {
  it('stand above the parameters, the first language shown', () => {
    const elements = new Page().load()(SAMPLES);
    expect(tabs(elements).map(({ children }) => children[0])).toEqual(['TypeScript', 'Python', 'curl']);
    expect(selected(elements)).toBe('TypeScript');
    expect(elements.find(({ tag }) => tag === 'code')?.children).toEqual(['await client.users.me();']);
    expect(elements.at(-1)?.tag).toBe('parameters');
  });

  it('leave an operation without samples as it is', () => {
    expect(
      new Page()
        .load()([])
        .map(({ tag }) => tag),
    ).toEqual(['fragment', 'parameters']);
  });

  it('are chosen by keys, and the focus goes along', () => {
    const page = new Page();
    const draw = page.load();
    const after = (key: string) => {
      press(draw(SAMPLES), key);
      return selected(draw(SAMPLES));
    };
    expect(['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home', 'x'].map(after)).toEqual([
      'Python',
      'curl',
      'TypeScript',
      'curl',
      'TypeScript',
      'TypeScript',
    ]);
    expect(page.focused).toBe('sample-analysis-get-TypeScript');
  });

  it('keep the language over operations and reloads, where the operation has it', () => {
    const page = new Page();
    const draw = page.load();
    press(draw(SAMPLES), 'ArrowRight');
    expect(selected(draw(SAMPLES.toReversed()))).toBe('Python');
    expect(selected(draw(SAMPLES.slice(2)))).toBe('curl');
    expect(selected(page.load()(SAMPLES))).toBe('Python');
  });

  it('are shown by a browser that stores nothing', () => {
    const refuse = () => {
      throw new Error('SecurityError');
    };
    const draw = new Page({ getItem: refuse, setItem: refuse }).load();
    press(draw(SAMPLES), 'End');
    expect(selected(draw(SAMPLES))).toBe('curl');
  });

  it('offer no copy where the browser has no clipboard for the page', () => {
    const page = new Page();
    const copies = () =>
      page
        .load()(SAMPLES)
        .filter(({ children }) => children[0] === 'Copy').length;
    expect(copies(), 'buttons that copy').toBe(1);
    page.clipboard = undefined;
    expect(copies(), 'buttons that copy without a clipboard').toBe(0);
  });
});
