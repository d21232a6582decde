// Rules of violations and observations by name: one wording wherever the console names them.
import { EN, type TextKey } from './en.js';
import { t } from './texts.js';

const idsOf = (family: string): readonly string[] =>
  Object.keys(EN).flatMap((key) => (key.startsWith(`${family}.`) ? [key.slice(family.length + 1)] : []));

export const VIOLATIONS = idsOf('violation');
export const OBSERVATIONS = idsOf('observation');

/** @param description name of a rule that only the service knows */
export function ruleName(rule: string, description: string = rule.replaceAll('_', ' ')): string {
  const key = [`violation.${rule}`, `observation.${rule}`].find((one) => one in EN);
  return key === undefined ? description : t(key as TextKey);
}
