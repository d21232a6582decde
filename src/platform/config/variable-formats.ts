// The formats that environment variables may have. Each turns the text of a variable into a value, or names the fault.
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { isTrustProxy } from './trust-proxy.js';

/** Applies to a secret that the operator sets and to the one that is kept in DATA_DIR. */
export const MIN_SECRET_BYTES = 32;
const MIN_TOKEN_BYTES = 24;

export const text = z.string().trim().min(1);

export const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number')
  .transform(Number);

export const share = decimal.pipe(z.number().max(1, 'must be at most 1'));

export const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https URL');

export const urlPath = z
  .string()
  .regex(/^\/?[\w.~-]+(?:\/[\w.~-]+)*$/, 'must be a path such as /audio/diarization, without the server');

/** @param protocols with the colon, as in `redis:` */
export const urlWith = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL starting with ${protocols.join(' or ')}//`,
    );

export const contactUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^(https?|mailto):$/.test(new URL(value).protocol),
    'must be an http, https or mailto URL',
  );

const atLeastBytes = (min: number) =>
  z.string().refine((value) => Buffer.byteLength(value) >= min, `must be at least ${min} bytes long`);

export const secret = atLeastBytes(MIN_SECRET_BYTES);
export const token = atLeastBytes(MIN_TOKEN_BYTES);

/** Secrets separated by commas, the one in use first. */
export const secrets = z
  .string()
  .transform((value) => value.split(',').map((one) => one.trim()))
  .refine(
    (list) => list.every((one) => Buffer.byteLength(one) >= MIN_SECRET_BYTES),
    `must be at least ${MIN_SECRET_BYTES} bytes long, each where there are several`,
  );

const DOMAIN_LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_DOMAINS_CHARACTERS = 10_000;

function isDomain(text: string): boolean {
  const labels = /[\s/\\?#%:@[\]<>^|]/.test(text) ? [] : domainToASCII(text).replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/** `open`, `closed`, or a list of domains. */
export const registration = z
  .string()
  .max(MAX_DOMAINS_CHARACTERS)
  .transform((value) => {
    const word = value.trim().toLowerCase();
    return word === 'open' || word === 'closed' ? word : value.split(',').map((domain) => domain.trim());
  })
  .refine(
    (value) => typeof value === 'string' || value.every(isDomain),
    'must be open, closed, or e-mail domains separated by commas, as in example.com,example.org',
  );

export const domains = z
  .string()
  .max(MAX_DOMAINS_CHARACTERS)
  .transform((value) => value.split(',').map((domain) => domain.trim()))
  .refine((all) => all.every(isDomain), 'must be e-mail domains separated by commas, as in example.com,example.org');

/** RFC 9110, 5.6.2. */
export const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header');

/** Who may frame a page, as a Content-Security-Policy names it. */
export const frameAncestors = text
  .transform((value) => value.split(/[\s,]+/))
  .refine(
    (sources) => sources.every((source) => /^(none|self|https?:\/\/(\*\.)?[\w.-]+(:\d{1,5})?)$/.test(source)),
    'must be none, self, or origins such as https://crm.example.com separated by spaces',
  )
  .transform((sources) => sources.map((source) => (/^(none|self)$/.test(source) ? `'${source}'` : source)));

/** Origins, written as in the header `Origin` of a browser. */
export const origins = text
  .transform((value) => value.split(/[\s,]+/).filter((origin) => origin !== ''))
  .refine(
    (all) =>
      all.every((origin) => /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins such as https://crm.example.com separated by spaces or commas',
  );

export const trustProxy = text.refine(
  isTrustProxy,
  'must be true, false, a number of proxies, or loopback, addresses or networks with commas',
);
