// A sample form as the builder holds it, for the tests of forms.
import { readFileSync } from 'node:fs';
import { type Form, type Question, questionsOf } from '../../web/src/views/forms/model/draft.js';
import { type FormFile, readFormFile } from '../../web/src/views/forms/model/form-json.js';

/** Words of parts that are made new. */
export const WORDS = { section: 'Section', yes: 'Yes', no: 'No', copy: 'copy' };

/** As JSON has it: without the ids of its parts. */
export const plain = (form: unknown): unknown => JSON.parse(JSON.stringify(form));

export function fileOf(text: string): FormFile {
  const file = readFormFile(text);
  if ('reason' in file) throw new Error(JSON.stringify(file));
  return file;
}

export const serviceLine = (): Form => fileOf(readFileSync('samples/scorecards/service-line.json', 'utf8')).form;

export function questionIn(form: Form, key: string): Question {
  const found = questionsOf(form).find((one) => one.key === key);
  if (!found) throw new Error(`The form has no question ${key}`);
  return found;
}
