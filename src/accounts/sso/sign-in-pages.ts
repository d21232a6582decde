// What a person sees after the identity provider.
import { escapeHtml, type Page, PRODUCT, page } from '../../platform/http/pages/page.js';
import type { TokenPairResponse } from '../auth/auth.responses.js';
import type { LogInOutcome } from './provider-log-ins.js';

/** From `api/v1/auth/oidc/`, also below a path prefix. */
const HOME = '../../../../';

/** The console finds the tokens where the page of an invitation leaves them, and the address with the code leaves its history. */
const SCRIPT = `
sessionStorage.setItem('console-tokens', document.querySelector('[data-tokens]').dataset.tokens);
location.replace('${HOME}app/');`;

export const consolePage = (tokens: TokenPairResponse): Page =>
  narrow(
    'Signed in',
    `<p data-tokens="${escapeHtml(JSON.stringify(tokens))}">You are signed in. The console opens.</p><noscript><p>This page needs JavaScript.</p></noscript>`,
    SCRIPT,
  );

/** Page for developers, where there is no console. */
export function tokenPage(tokens: TokenPairResponse): Page {
  return narrow('Signed in', `<p>Your tokens. Keep them secret.</p>${json(tokens)}`);
}

export function testPage({ claims, refusal, gives }: LogInOutcome & { readonly kind: 'test' }): Page {
  const verdict =
    refusal === null
      ? `<p>The sign-in works. Nothing was changed. A new member would get:</p>${json(gives)}`
      : `<p>This person would be refused: ${escapeHtml(refusal)}.</p>`;
  return narrow('Test of the sign-in', `${verdict}<h2>Claims</h2>${json(claims)}`);
}

/** @param isConsoleOn where people sign in again; else the page leads to the front page */
export function failurePage(sentence: string, isConsoleOn: boolean): Page {
  const back = isConsoleOn ? `<a href="${HOME}app/">Back to sign in</a>` : `<a href="${HOME}">Back</a>`;
  return narrow('Not signed in', `<p role="alert">${escapeHtml(sentence)}</p><p>${back}</p>`);
}

const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

function narrow(title: string, content: string, script: string | null = null): Page {
  const main = `<div class="card">\n<h1>${title}</h1>\n${content}\n</div>`;
  return page({ title: `${title} · ${PRODUCT}`, main, home: HOME, width: 'narrow', script, indexed: false });
}
