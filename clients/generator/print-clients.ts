// All generated files: one printer a language.

import { printGo } from './go/print-go.js';
import { printJava } from './java/print-java.js';
import type { Api, GeneratedFile } from './model/api-model.js';
import { type Document, readDocument } from './model/read-document.js';
import { printPython } from './python/print-python.js';
import { printCodeSamples, withCodeSamples } from './samples/code-samples.js';
import type { SampledDocument } from './samples/sampled-document.js';
import { printTypeScript } from './typescript/print-typescript.js';

type Printer = (api: Api) => readonly GeneratedFile[];

const PRINTERS: readonly Printer[] = [printGo, printJava, printPython, printTypeScript];

export function printClients(document: Document & SampledDocument): readonly GeneratedFile[] {
  const api = readDocument(document);
  const samples = [printCodeSamples(document, api), withCodeSamples(document, api)];
  return [...PRINTERS.flatMap((print) => print(api)), ...samples];
}
