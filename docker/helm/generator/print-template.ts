// Turns a manifest into a template: parts of it become values, and expressions stand in their place.
import { type Document, isMap, isNode, isSeq, type Node, parseAllDocuments, Scalar } from 'yaml';
import { ADDITIONS, CONDITIONS, MOVES } from './moves.js';

/** A part of a manifest, and its place in values.yaml. */
export interface Moved {
  readonly value: string;
  readonly node: Node;
}

export interface Template {
  readonly text: string;
  readonly moved: readonly Moved[];
}

/** Lines are left as long as they are, so that a line of a manifest is a line of the template. */
const STYLE = { lineWidth: 0 } as const;

/** @param text a file of manifests, with its comments */
export function printTemplate(text: string): Template {
  const templates = parseAllDocuments(text).map(templateOf);
  return { text: templates.map((one) => one.text).join(''), moved: templates.flatMap(({ moved }) => moved) };
}

export function nameOf(manifest: Document): string {
  return `${manifest.get('kind')}/${manifest.getIn(['metadata', 'name'])}`;
}

function templateOf(manifest: Document): Template {
  const object = nameOf(manifest);
  const placed: { readonly mark: string; readonly lines: readonly string[] }[] = [];
  const place = (lines: readonly string[]) => {
    const mark = `__${placed.length}__`;
    placed.push({ mark, lines });
    return mark;
  };
  const moved: Moved[] = [];
  for (const { at, value, expression } of MOVES.filter((one) => one.object === object)) {
    const node = nodeAt(manifest, object, at);
    if (value !== null) moved.push({ value, node });
    // A new scalar, since the old one would keep its quotation marks.
    manifest.setIn(at.split(' '), new Scalar(place([expression])));
  }
  const namespace = { object, at: 'metadata', lines: ['namespace: {{ .Release.Namespace }}'] };
  for (const { at, lines } of [namespace, ...ADDITIONS.filter((one) => one.object === object)]) {
    const node = nodeAt(manifest, object, at);
    if (isSeq(node) && !node.flow) node.add(place(lines));
    else if (isMap(node) && !node.flow) node.set(place(lines), null);
    else throw new Error(`${object} has no mapping or list of several lines at ${at}`);
  }
  if (manifest.directives) manifest.directives.docStart = null;
  const body = filledIn(manifest.toString(STYLE), placed);
  const condition = CONDITIONS[object];
  return { text: condition ? `{{- if ${condition} }}\n---\n${body}{{- end }}\n` : `---\n${body}`, moved };
}

function nodeAt(manifest: Document, object: string, at: string): Node {
  const node = manifest.getIn(at.split(' '), true);
  if (!isNode(node)) throw new Error(`${object} has nothing at ${at}`);
  return node;
}

/** Puts lines where their marks stand: an expression within a line, other lines with the indentation of the mark's. */
function filledIn(
  text: string,
  placed: readonly { readonly mark: string; readonly lines: readonly string[] }[],
): string {
  return placed.reduce((filled, { mark, lines }) => {
    const whole = new RegExp(`^( *)(?:- )?${mark}(?:: null)?$`, 'm');
    if (!whole.test(filled)) return filled.replace(mark, () => lines.join(' '));
    return filled.replace(whole, (_, indent: string) => lines.map((line) => indentedBy(indent, line)).join('\n'));
  }, text);
}

const indentedBy = (indent: string, line: string) => (line.startsWith('{{-') ? line : `${indent}${line}`);
