// All generated files: one printer a language.
import type { Api, GeneratedFile } from './api-model.js';
import { type Document, readDocument } from './read-document.js';

type Printer = (api: Api) => readonly GeneratedFile[];

const PRINTERS: readonly Printer[] = [];

export function printClients(document: Document): readonly GeneratedFile[] {
  const api = readDocument(document);
  return PRINTERS.flatMap((print) => print(api));
}
