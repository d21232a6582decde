// Tells what numeric answer stands in a stretch of talk: rules of what was asked for decide what it is. Pure.
import { isCode, isExpiry } from './grammar/split-run.js';
import type { NumberStretch, NumericAnswer, NumericForm, Place } from './number-stretch.js';

/** @param zone what answers a question: places of one or several segments, in order */
export function answersIn(numbers: readonly NumberStretch[], zone: readonly Place[]): NumericAnswer[] {
  return numbers
    .filter(({ places }) => places.some((place) => zone.some((within) => overlap(place, within))))
    .map((stretch) => ({ stretch, forms: formsOf(stretch) }));
}

export function formsOf({ symbols, alternatives }: NumberStretch): NumericForm[] {
  const readings = [symbols, ...alternatives];
  const forms: NumericForm[] = [];
  if (readings.some((each) => /^\d{13,19}$/.test(each))) forms.push('card_number');
  if (readings.some(isCode)) forms.push('card_security_code');
  if (readings.some(isExpiry)) forms.push('card_expiry');
  forms.push(/[A-Z]/.test(symbols) ? 'letters' : 'digits');
  return forms;
}

function overlap(one: Place, other: Place): boolean {
  return one.segmentId === other.segmentId && one.from < other.to && one.to > other.from;
}
