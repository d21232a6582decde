// Check digits of cards, accounts and ids. Pure.
// cspell:ignore CFGHJKLMNPRTVWXYZ HJKMNP Kvnr Steuer

/** ISO/IEC 7812-1: payment cards. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** ISO 13616: mod 97. */
export function isIban(symbols: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(symbols)) return false;
  let rest = 0;
  for (const symbol of symbols.slice(4) + symbols.slice(0, 4)) {
    for (const digit of String(Number.parseInt(symbol, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** Routing numbers of the American Bankers Association. */
export function isAba(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  return weighted(digits, [3, 7, 1]) % 10 === 0;
}

/** NHS numbers: mod 11. */
export function isNhs(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false;
  const check = 11 - (weighted(digits.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 10 && check % 11 === Number(digits[9]);
}

/** German tax ids: ISO 7064 mod 11,10; of the first ten digits one comes twice or three times. */
export function isSteuerId(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const different = new Set(digits.slice(0, 10)).size;
  if (different < 8 || different > 9) return false;
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits[10]);
}

/** Numbers of persons in the German public health insurance: a letter, eight digits, a check digit. */
export function isKvnr(symbols: string): boolean {
  if (!/^[A-Z]\d{9}$/.test(symbols)) return false;
  const digits = String(symbols.charCodeAt(0) - 64).padStart(2, '0') + symbols.slice(1, 9);
  let sum = 0;
  for (const [at, digit] of [...digits].entries()) {
    const product = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += product > 9 ? product - 9 : product;
  }
  return sum % 10 === Number(symbols[9]);
}

/** ICAO 9303: German identity cards and passports, nine symbols and a check digit. */
export function isDocumentNumber(symbols: string): boolean {
  if (!/^[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d$/.test(symbols)) return false;
  let sum = 0;
  for (const [at, symbol] of [...symbols.slice(0, 9)].entries())
    sum += Number.parseInt(symbol, 36) * ([7, 3, 1][at % 3] ?? 0);
  return sum % 10 === Number(symbols[9]);
}

/** Medicare beneficiary identifiers: each place is a digit, a letter (without S, L, O, I, B, Z), or either. */
export function isMbi(symbols: string): boolean {
  return /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d[AC-HJKMNP-RT-Y]{2}\d\d$/.test(
    symbols,
  );
}

function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [at, digit] of [...digits].entries()) sum += Number(digit) * (weights[at % weights.length] ?? 0);
  return sum;
}
