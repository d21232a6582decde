// A link that opens one call to a reviewer without an account.
import { CallAnalysisError } from '../../../clients/typescript/src/browser.js';
import { SERVICE_URL } from '../routing/router.js';

export interface ReviewLink {
  readonly kind: 'link';
  /** The token of the link, for another access token after half an hour. */
  readonly link: string;
  readonly analysisId: string;
  readonly accessToken: string;
  readonly expiresAt: number;
}

interface Exchanged {
  readonly access_token: string;
  readonly expires_in: number;
  readonly analysis_id: string;
  readonly detail?: string;
}

/** The library has no operation for it yet. @throws CallAnalysisError */
export async function ofLink(link: string): Promise<ReviewLink> {
  const response = await fetch(`${SERVICE_URL}/api/v1/review/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link }),
  }).catch((cause: unknown) => {
    throw new CallAnalysisError({
      kind: 'connection',
      detail: 'No answer came from the service.',
      retryable: true,
      cause,
    });
  });
  const answer = (await response.json()) as Exchanged;
  if (!response.ok)
    throw new CallAnalysisError({
      kind: 'api',
      status: response.status,
      detail: answer.detail ?? 'The link was refused.',
      requestId: response.headers.get('x-request-id'),
    });
  return {
    kind: 'link',
    link,
    analysisId: answer.analysis_id,
    accessToken: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
  };
}

/** Takes the token out of the address, so that neither the history nor a copied address has it. */
export function takeLinkFromAddress(): string | null {
  const token = /^#review=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}
