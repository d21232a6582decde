// Reads the JSON files that `npm run openapi` has written for the API document. They are read when the document is built.
import { readFileSync } from 'node:fs';

/** Files with responses of the API. Each part of `npm run openapi` writes one. */
type RunFile = 'analyses' | 'scorecards' | 'reviews';

/** Reads a file from the site's folder `examples`, which holds no code. */
export function readExamples<Shape>(name: RunFile | 'code-samples'): Shape {
  return JSON.parse(
    readFileSync(new URL(`../../../pages/site/examples/${name}.json`, import.meta.url), 'utf8'),
  ) as Shape;
}

/**
 * @param summaries of each example, by its name
 * @param shortened what is left out of those that show a transcript
 * @returns a function from names to the `examples` of a media type
 */
export function examplesFrom<Name extends string>(
  file: RunFile,
  summaries: Readonly<Record<Name, string>>,
  shortened: string,
) {
  const values = readExamples<Readonly<Record<Name, unknown>>>(file);
  const exampleOf = (name: Name) => {
    // A new name has no value until the run has been made.
    const isShortened = JSON.stringify(values[name] ?? null).includes('segment_id');
    return { summary: summaries[name], ...(isShortened && { description: shortened }), value: values[name] };
  };
  return (...names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, exampleOf(name)]));
}
