// A link that opens one call to a reviewer without an account.
import type { ReviewLinkAct } from '../../../clients/typescript/src/browser.js';
import { anonymous } from './anonymous.js';

export interface ReviewLink {
  readonly kind: 'link';
  /** The token of the link, for another access token after half an hour. */
  readonly link: string;
  readonly analysisId: string;
  /** Whom it was made for: what is written by it stands under this name. */
  readonly reviewerId: string;
  readonly may: readonly ReviewLinkAct[];
  readonly accessToken: string;
  readonly expiresAt: number;
}

/** @throws CallAnalysisError where the link has ended */
export async function ofLink(link: string): Promise<ReviewLink> {
  const { access_token, expires_in, analysis_id, reviewer_id, may } = await anonymous.auth.openReviewSession({
    token: link,
  });
  // A link to a calibration session has no call. This page shows calls alone.
  if (analysis_id === null) throw new Error('This link opens no call');
  return {
    kind: 'link',
    link,
    analysisId: analysis_id,
    reviewerId: reviewer_id,
    may,
    accessToken: access_token,
    expiresAt: Date.now() + expires_in * 1000,
  };
}

/** Takes the token out of the address, so that neither the history nor a copied address has it. */
export function takeLinkFromAddress(): string | null {
  const token = /^#review=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}
