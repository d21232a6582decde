// Bank accounts and telephone numbers, by country. Pure.
// cspell:ignore NANP

import { isAba, isIban } from '../check-digits.js';
import { isInDigits } from '../grammar/in-digits.js';
import { type Candidate, firstOf, hasCue, isOther, type Recogniser } from './candidate.js';

const SURE = 0.99;
const BY_CUE = 0.92;
const BY_FORM = 0.75;
/** IBAN of which a part may be misheard. */
const LIKE_IBAN = /^(?:DE\d{18,22}|GB\d{2}[A-Z]{4}\d{12,16}|[A-Z]{2}\d{2}[A-Z]{0,4}\d{11,28})$/;

export const bankAccount: Recogniser = (candidate, countries) => {
  const found = (content: string, confidence: number) => ({ type: 'bank_account' as const, confidence, content });
  const { readings } = candidate;
  const iban = firstOf(readings, isIban);
  if (iban !== null) return found(iban, SURE);
  const likeIban = firstOf(
    readings,
    (each) => LIKE_IBAN.test(each) || (hasCue(candidate, 'iban') && /^[A-Z0-9]{4,34}$/.test(each)),
  );
  if (likeIban !== null && !candidate.run.isQuantity) return found(likeIban, BY_CUE);
  if (isOther(candidate) && !(candidate.run.shape === 'date' && hasCue(candidate, 'sort_code'))) return null;
  const [named = ''] = readings;
  if (isNamedAccount(named, candidate)) return found(named, BY_CUE);
  const routing = countries.has('US') && hasCue(candidate, 'card') ? null : firstOf(readings, isAba);
  if (routing !== null && countries.has('US') && hasCue(candidate, 'routing', 'bank_account'))
    return found(routing, SURE);
  return countries.has('GB') && isSortCodeAndAccount(candidate) ? found(readings[0] ?? '', BY_FORM) : null;
};

/** True for what stands after "sort code", "account number", "BLZ": misheard digits may lack. */
function isNamedAccount(symbols: string, candidate: Candidate): boolean {
  if (hasCue(candidate, 'sort_code', 'routing') && /^\d{5,18}$/.test(symbols)) return true;
  return hasCue(candidate, 'bank_account') && /^\d{5,18}$/.test(symbols);
}

/** 20-00-00 55779911. */
function isSortCodeAndAccount({ groups, readings }: Candidate): boolean {
  const digits = readings[0] ?? '';
  return digits.length === 14 && ['2,2,2,8', '6,8', '2,2,2,4,4'].includes(groups.join());
}

const NANP = /^1?[2-9]\d{2}[2-9]\d{6}$/;
const GB_NUMBER = /^(?:0|44|0044)0?[1-9]\d{8,9}$/;
const DE_NUMBER = /^(?:0[1-9]\d{5,10}|(?:00)?49[1-9]\d{5,11})$/;
/** Number after a plus or 00: E.164. */
const INTERNATIONAL = /^(?:00|011)?[1-9]\d{7,14}$/;
const PREFIXED = /^(?:00|011)[1-9]\d{7,14}$/;

export const phoneNumber: Recogniser = (candidate, countries) => {
  if (isOther(candidate) || candidate.run.shape !== null) return null;
  const { readings, run } = candidate;
  const isNamed = hasCue(candidate, 'phone');
  const fits = (each: string) =>
    (run.hasPlus && INTERNATIONAL.test(each)) ||
    (countries.has('US') && NANP.test(each)) ||
    (countries.has('GB') && GB_NUMBER.test(each)) ||
    (countries.has('DE') && DE_NUMBER.test(each)) ||
    PREFIXED.test(each);
  const [said = ''] = readings;
  const content = firstOf(readings, fits) ?? (isNamed && /^\d{6,15}$/.test(said) ? said : null);
  if (content === null) return null;
  // Prices in a row are said in pairs; a telephone number without a name digit by digit.
  const isDialled = run.hasPlus || said.startsWith('0') || candidate.atoms.every(({ isWritten }) => isWritten);
  if (!isNamed && !isDialled && !isInDigits(candidate.atoms)) return null;
  // A card that was asked for is no telephone number.
  if (!isNamed && hasCue(candidate, 'card', 'iban', 'national_id', 'health_id', 'tax_id', 'bank_account')) return null;
  return { type: 'phone_number', confidence: isNamed || run.hasPlus ? BY_CUE : BY_FORM, content };
};
