// What words mean, as far as requests and their answers turn on it: "odometer" is a part, "buzzed" says that something was sent.
// So what was learnt of one word holds for those that no one has said yet. A word may have several meanings. Pure.
import { z } from 'zod';
import type { KnownLanguage } from '../known-languages.js';
import { readRules } from '../read-rules.js';

/** Words of each class, with blanks between them. */
const classesFile = z.record(z.string().regex(/^[a-z_]+$/), z.string().min(1));

/** Classes by word. */
export type WordClasses = ReadonlyMap<string, readonly string[]>;

const NONE: readonly string[] = [];

const CLASSES: Readonly<Record<KnownLanguage, WordClasses>> = {
  en: readClasses(new URL('./classes-en.json', import.meta.url)),
  de: readClasses(new URL('./classes-de.json', import.meta.url)),
};

/** @throws where the file is missing or faulty */
export function readClasses(file: URL): WordClasses {
  const classes = new Map<string, string[]>();
  for (const [name, words] of Object.entries(readRules(classesFile, file)))
    for (const word of words.split(' ')) {
      const own = classes.get(word);
      if (own === undefined) classes.set(word, [name]);
      else own.push(name);
    }
  return classes;
}

export const classesOf = (language: KnownLanguage, word: string): readonly string[] =>
  CLASSES[language].get(word) ?? NONE;
