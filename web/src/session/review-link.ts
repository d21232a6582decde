// Links for a reviewer without an account: to one call, or to the calls of a calibration session.
import type { ReviewLinkAct } from '../../../clients/typescript/src/browser.js';
import { anonymous } from './anonymous.js';

interface OpenedLink {
  /** The token of the link, for another access token after half an hour. */
  readonly link: string;
  /** Whom it was made for: what is written by it stands under this name. */
  readonly reviewerId: string;
  readonly accessToken: string;
  readonly expiresAt: number;
}

export interface ReviewLink extends OpenedLink {
  readonly kind: 'link';
  readonly analysisId: string;
  readonly may: readonly ReviewLinkAct[];
}

export interface RatingLink extends OpenedLink {
  readonly kind: 'rating';
  readonly calibrationId: string;
}

/** @throws CallAnalysisError where the link has ended */
export async function ofLink(link: string): Promise<ReviewLink | RatingLink> {
  const { access_token, expires_in, analysis_id, calibration_id, reviewer_id, may } =
    await anonymous.auth.openReviewSession({ token: link });
  const opened = {
    link,
    reviewerId: reviewer_id,
    accessToken: access_token,
    expiresAt: Date.now() + expires_in * 1000,
  };
  if (calibration_id !== null) return { kind: 'rating', calibrationId: calibration_id, ...opened };
  return { kind: 'link', analysisId: analysis_id ?? '', may, ...opened };
}

/** Takes the token out of the address, so that neither the history nor a copied address has it. */
export function takeLinkFromAddress(): string | null {
  const token = /^#review=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}
