// E-mail addresses: checks whether a text can be one, and whether two of them are the same mailbox.
import { domainToASCII } from 'node:url';

/** RFC 5321, 4.5.3.1: 64 before the @, and 256 with the angle brackets of a path. */
const MAX_LOCAL_CHARACTERS = 64;
export const MAX_EMAIL_CHARACTERS = 254;
/** Limit for domains. Longer texts are no domain, and converting them takes more than linear time. */
const MAX_DOMAIN_CHARACTERS = 1024;

/** Direction marks, joiners, fillers and controls: two addresses that look alike would be two accounts. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;
/** RFC 5321, Dot-string, with letters of all scripts (RFC 6531). A quoted string is refused: hardly a mailbox has one. */
const LOCAL = /^[^\s@"(),:;<>[\\\].]+(\.[^\s@"(),:;<>[\\\].]+)*$/;
/** Label of a domain. The underscore is in no standard, but some domains that receive mail have it. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Characters that `domainToASCII` (a part of a URL parser) would read as the end of the host or as an escape, or would drop. */
const NO_DOMAIN = /[\s/\\?#%:@[\]<>^|]/;

/** A sentence for the client; null when there may be such a mailbox. */
export function emailFault(text: string): string | null {
  if (INVISIBLE.test(text)) return 'an e-mail address must not contain invisible characters';
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const { length } = [...local];
  if (length > MAX_LOCAL_CHARACTERS)
    return `at most ${MAX_LOCAL_CHARACTERS} characters may stand before the @ of an e-mail address`;
  const domain = asciiDomain(text.slice(at + 1));
  const labels = domain?.split('.') ?? [];
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label));
  // NFKC, as addresses are compared: a full-width dot is a dot.
  const isAddress = at > 0 && isDomain && LOCAL.test(local.normalize('NFKC'));
  return isAddress && length + 1 + String(domain).length <= MAX_EMAIL_CHARACTERS
    ? null
    : 'this is not an e-mail address';
}

/** The form in which addresses are compared: two spellings of one mailbox must not give two accounts. */
export function foldEmail(email: string): string {
  const written = foldAsWritten(email);
  const at = written.lastIndexOf('@');
  const domain = at < 0 ? null : asciiDomain(written.slice(at + 1));
  return domain === null ? written : `${written.slice(0, at)}@${domain.replace(/\.$/, '')}`;
}

/** Folds an address like `foldEmail`, but does not convert the domain to ASCII. */
export function foldAsWritten(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** Domain in ASCII, as in DNS (IDNA); null when this is not possible, or for an IPv4 address. */
export function asciiDomain(domain: string): string | null {
  if (domain.length > MAX_DOMAIN_CHARACTERS || NO_DOMAIN.test(domain)) return null;
  const ascii = domainToASCII(domain);
  // The URL parser reads numbers as an address: `1.2` as 1.0.0.2.
  return ascii === '' || /(^|\.)\d+\.?$/.test(ascii) ? null : ascii;
}
