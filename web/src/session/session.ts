// Login of this tab, shared with the other tabs. It is stored in `sessionStorage`: closing the tab deletes it, and requests of
// other sites never carry it.
import { signal } from '@preact/signals';
import { CallAnalysisError, type TokenPair } from '../../../clients/typescript/src/browser.js';
import { keepInTab, readKept } from '../page/tab-storage.js';
import { SERVICE_URL } from '../routing/router.js';
import { anonymous } from './anonymous.js';
import { ofLink, type RatingLink, type ReviewLink } from './review-link.js';
import { type Account, joinTabs } from './tabs.js';

const KEPT = 'console-session';
/** Written by pages of the service (src/accounts/auth), as the API gives it. */
const LEFT_FOR_US = 'console-tokens';
/** Time before its expiry at which an access token is renewed. */
const EARLY_MS = 60_000;

export type Session = Account | ReviewLink | RatingLink;

export const session = signal(readKept<Session>(KEPT));
/** True when the session has ended and the person must log in again; the page stays visible below. */
export const isAsked = signal(false);

function setSession(next: Session | null): void {
  session.value = next;
  keepInTab(KEPT, next);
}

export async function logIn(email: string, password: string): Promise<void> {
  enterAs(email, await anonymous.auth.logIn({ email, password }));
}

/**
 * Takes the tokens that a page of the service has left for this tab: an accepted invitation, or a log-in at the company.
 * @throws CallAnalysisError where they are not valid any more
 */
export async function enterByTokens(): Promise<void> {
  const tokens = readKept<TokenPair>(LEFT_FOR_US);
  if (tokens === null) return;
  keepInTab(LEFT_FOR_US, null);
  const { email } = await anonymous.withApiKey(tokens.access_token).users.me();
  enterAs(email, tokens);
}

function enterAs(email: string, tokens: TokenPair): void {
  const account: Account = {
    kind: 'account',
    email,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: Date.now() + tokens.expires_in * 1000,
  };
  enter(account);
  tabs.tellLogIn(account);
}

function enter(account: Account): void {
  setSession(account);
  isAsked.value = false;
  farewell.value = null;
  for (const resume of waiting.splice(0)) resume();
}

const tabs = joinTabs(SERVICE_URL, {
  account: () => (session.value?.kind === 'account' && !isAsked.value ? session.value : null),
  logIn: (account) => {
    const now = session.value;
    // Another person's tab stays theirs.
    if (now === null || (isAsked.value && now.kind === 'account' && memberIn(now) === memberIn(account)))
      enter(account);
  },
  logOut: (refreshToken) => {
    const now = session.value;
    if (now?.kind === 'account' && now.refreshToken === refreshToken) leave(null);
  },
});

/** Takes the login of another tab, where this one has none and another one has. */
export async function joinSession(): Promise<void> {
  if (session.value === null) await tabs.ask();
}

/** Message on the login page after the person has left. */
export const farewell = signal<'deleted' | null>(null);

/** Ends the refresh token too, so that a copy of it opens nothing. It expires by itself where the service cannot be reached. */
export function logOut(said: 'deleted' | null = null): void {
  const now = session.value;
  if (now?.kind === 'account') {
    if (said === null) anonymous.auth.logOut({ refresh_token: now.refreshToken }).catch(() => undefined);
    tabs.tellLogOut(now.refreshToken);
  }
  leave(said);
}

function leave(said: 'deleted' | null): void {
  setSession(null);
  isAsked.value = false;
  farewell.value = said;
}

interface Claims {
  /** Id of the account. */
  readonly sub: string;
  /** Id of the member. Missing in tokens of releases without members: they are the first member's, whose id is the account's. */
  readonly mid?: string;
  /** Role at the time when the token was issued. */
  readonly role?: string;
}

export function claimsIn({ accessToken }: Account): Claims {
  const [, claims = ''] = accessToken.split('.');
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
}

/** Id of the account, independent of e-mail addresses. */
export const accountIn = (account: Account): string => claimsIn(account).sub;

export function memberIn(account: Account): string {
  const { sub, mid = sub } = claimsIn(account);
  return mid;
}

/** Sets the confirmed new e-mail address, with which the member logs in from now on. */
export function setEmail(email: string): void {
  const now = session.value;
  if (now?.kind === 'account' && now.email !== email) setSession({ ...now, email });
}

/** @throws CallAnalysisError when the link has expired */
export async function enterByLink(token: string): Promise<void> {
  setSession(await ofLink(token));
}

const waiting: (() => void)[] = [];
let renewal: Promise<string> | null = null;

/** An access token that is valid for another minute. If only a login helps, waits for the person. */
export async function accessToken(): Promise<string> {
  const now = session.value;
  if (now === null) return afterLogIn();
  return now.expiresAt - EARLY_MS > Date.now() ? now.accessToken : renewed();
}

/** Another token after a 401 response. @param refused token of the refused request */
export async function anotherToken(refused: string): Promise<string> {
  const now = session.value;
  if (now !== null && now.accessToken !== refused) return now.accessToken;
  return renewed();
}

/** All requests share one renewal. */
function renewed(): Promise<string> {
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renew(): Promise<string> {
  const now = session.value;
  if (now === null) return afterLogIn();
  if (now.kind !== 'account') {
    const next = await ofLink(now.link);
    setSession(next);
    return next.accessToken;
  }
  try {
    const { access_token, expires_in } = await anonymous.auth.refresh({ refresh_token: now.refreshToken });
    setSession({ ...now, accessToken: access_token, expiresAt: Date.now() + expires_in * 1000 });
    return access_token;
  } catch (error) {
    if (error instanceof CallAnalysisError && error.status !== null && error.status < 429) return afterLogIn();
    throw error;
  }
}

async function afterLogIn(): Promise<string> {
  isAsked.value = true;
  await new Promise<void>((resolve) => waiting.push(resolve));
  return accessToken();
}
