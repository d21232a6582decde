// A company with an identity provider: an account whose owner has set it up and proved its domain, and browsers of its people.
import { DomainRecords } from '../../../src/accounts/sso/domain-records.js';
import { type Answer, IdentityApp } from '../../support/apps/identity-app.js';
import { CLIENT_ID, CLIENT_SECRET, type Lie, type Person, StandInIssuer } from '../../support/stubs/stand-in-issuer.js';

export const SETTINGS = {
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  domains: ['example.com'],
  roles: { claim: 'groups', map: { 'qa-leads': 'analyst', managers: 'admin', floor: 'agent' }, default: 'reviewer' },
};

export const GRACE: Person = { sub: 'grace-1', email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' };

export interface Company {
  readonly id: string;
  readonly access: string;
}

/** An account whose domains are proved. */
export async function company(app: IdentityApp, issuer: string, settings: object = {}): Promise<Company> {
  const owner = await app.account('ada@example.com');
  const put = await app.send('PUT', '/settings/sso', {
    token: owner.access,
    body: { ...SETTINGS, issuer, ...settings },
  });
  if (put.status !== 200) throw new Error(JSON.stringify(put.body));
  await prove(app);
  return owner;
}

/** As if the records had been found. */
export async function prove(app: IdentityApp): Promise<void> {
  await app.database.query('UPDATE sign_in_domain SET verified_at = coalesce(verified_at, now())');
}

/** What a page says. */
export const wordsOf = ({ body }: Answer): string =>
  String(body)
    .replace(/<style>[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** Leaves the owner and the settings, so that a file pays for one registration. */
export async function forgetPeople(app: IdentityApp): Promise<void> {
  await app.database.query("DELETE FROM member WHERE role <> 'owner'");
  await prove(app);
}

export interface Started {
  /** Where the browser is sent. */
  readonly asked: URL;
  readonly cookie: string;
}

/** @param query of `start`, as in `email=grace@example.com` */
export async function start(app: IdentityApp, query: string): Promise<Started> {
  const response = await fetch(`${app.url}/api/v1/auth/oidc/start?${query}`, { redirect: 'manual' });
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  if (response.status !== 302) throw new Error(`${response.status} ${await response.text()}`);
  return { asked: new URL(response.headers.get('location') ?? ''), cookie };
}

/** The browser comes back. @param cookie null sends none */
export async function finish(app: IdentityApp, back: URL, cookie: string | null): Promise<Answer> {
  return app.send('GET', `/auth/oidc/callback${back.search}`, cookie === null ? {} : { headers: { cookie } });
}

/** The whole log-in of a person. */
export async function signIn(app: IdentityApp, issuer: StandInIssuer, person: Person, lie?: Lie): Promise<Answer> {
  const { asked, cookie } = await start(app, 'email=grace@example.com');
  return finish(app, issuer.authorize(asked, person, lie), cookie);
}

/** The tokens that the page hands to the console; null where it hands none. */
export function tokensIn({ body }: Answer): { readonly access_token: string; readonly refresh_token: string } | null {
  const found = /data-tokens="([^"]*)"/.exec(String(body))?.[1];
  if (found === undefined) return null;
  return JSON.parse(found.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

/** The member of a page that hands over tokens. */
export async function memberOf(app: IdentityApp, answer: Answer) {
  const tokens = tokensIn(answer);
  if (tokens === null) throw new Error(`No tokens: ${answer.status}${wordsOf(answer)}`);
  const { body } = await app.send('GET', '/users/me', { token: tokens.access_token });
  return { ...tokens, email: body.email, account: body.id, ...body.member };
}

export const askNameServer = (app: IdentityApp, address: string) => {
  app.nest.get(DomainRecords).nameServers = [address];
};
