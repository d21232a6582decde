// All generated files: one printer a language.
import type { Api, GeneratedFile } from './api-model.js';
import { printCodeSamples, withCodeSamples } from './code-samples.js';
import { printGo } from './go.js';
import { printJava } from './java.js';
import { printPython } from './python.js';
import { type Document, readDocument } from './read-document.js';
import type { SampledDocument } from './sampled-document.js';
import { printTypeScript } from './typescript.js';

type Printer = (api: Api) => readonly GeneratedFile[];

const PRINTERS: readonly Printer[] = [printGo, printJava, printPython, printTypeScript];

export function printClients(document: Document & SampledDocument): readonly GeneratedFile[] {
  const api = readDocument(document);
  const samples = [printCodeSamples(document, api), withCodeSamples(document, api)];
  return [...PRINTERS.flatMap((print) => print(api)), ...samples];
}
