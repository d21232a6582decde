// Ids of persons and of their health insurance, by country. Pure.
// cspell:ignore kvnr Kvnr nino NINO Steuer

import { isDocumentNumber, isKvnr, isMbi, isNhs, isSteuerId } from '../check-digits.js';
import { type Candidate, firstOf, hasCue, isOther, type Recogniser } from './candidate.js';

const NINO = /^[A-Z]{2}\d{6}[A-D]?$/;
/** Numbers of the German pension insurance: the letter of the name at birth stands within. */
const PENSION = /^\d{8}[A-Z]\d{3}$/;
const SURE = 0.95;
const BY_CUE = 0.9;
const BY_FORM = 0.7;

export const nationalId: Recogniser = (candidate, countries) => {
  const found = (content: string | null, confidence: number) =>
    content === null ? null : { type: 'national_id' as const, confidence, content };
  const { readings } = candidate;
  const isNamed = hasCue(candidate, 'national_id', 'tax_id') && !candidate.run.isQuantity;
  if (countries.has('GB')) {
    const nino = firstOf(readings, (each) => NINO.test(each));
    if (nino !== null) return found(nino, SURE);
  }
  if (countries.has('DE')) {
    const document = firstOf(readings, (each) => isDocumentNumber(each) || PENSION.test(each));
    if (document !== null) return found(document, SURE);
    const taxId = isOther(candidate) ? null : firstOf(readings, isSteuerId);
    if (taxId !== null) return found(taxId, isNamed ? SURE : BY_FORM);
  }
  if (countries.has('US') && !isOther(candidate)) {
    const social = firstOf(readings, (each) => /^\d{9}$/.test(each));
    if (social !== null && (isNamed || isGroupedAs(candidate, [3, 2, 4])))
      return found(social, isNamed ? SURE : BY_FORM);
  }
  return isNamed ? found(firstOf(readings, isLikeId), BY_CUE) : null;
};

export const healthId: Recogniser = (candidate, countries) => {
  const found = (content: string | null, confidence: number) =>
    content === null ? null : { type: 'health_id' as const, confidence, content };
  const { readings } = candidate;
  const isNamed = hasCue(candidate, 'health_id') && !candidate.run.isQuantity;
  if (countries.has('US')) {
    const mbi = firstOf(readings, isMbi);
    if (mbi !== null) return found(mbi, SURE);
  }
  if (countries.has('DE')) {
    const kvnr = firstOf(readings, isKvnr);
    if (kvnr !== null) return found(kvnr, SURE);
  }
  if (countries.has('GB') && !isOther(candidate)) {
    const nhs = firstOf(readings, isNhs);
    if (nhs !== null) return found(nhs, isNamed ? SURE : BY_FORM);
  }
  return isNamed ? found(firstOf(readings, isLikeId), BY_CUE) : null;
};

/** Said after its name, in whatever form: four digits are its end. */
function isLikeId(symbols: string): boolean {
  return /^[A-Z0-9]{4,14}$/.test(symbols) && symbols.replaceAll(/\D/g, '').length >= 4;
}

function isGroupedAs({ groups }: Candidate, wanted: readonly number[]): boolean {
  return groups.length === wanted.length && groups.every((size, at) => size === wanted[at]);
}
