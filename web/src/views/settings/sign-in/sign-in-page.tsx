// The company's identity provider: who it is, which e-mail domains are the company's, and what its claims give a member.
import { useState } from 'preact/hooks';
import { type CallAnalysis, CallAnalysisError, type SignIn } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Section } from '../../../parts/section.tsx';
import { Copy, Loading, Problem } from '../../../parts/states.tsx';
import { SERVICE_URL } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  // In an object: a resource without a value has not been read yet.
  const found = useResource('sign-in', async (client, signal) => ({ sso: await settingsOrNone(client, signal) }));
  const { value, error, reload } = found;
  if (value === null) return error === null ? <Loading lines={10} /> : <Problem error={error} onAgain={reload} />;
  const { sso } = value;
  return (
    <>
      {error !== null && <Problem error={error} onAgain={reload} />}
      <Section title={t('signIn.heading')} act={sso && <Remove onRemoved={reload} />}>
        <p class="soft">{t('signIn.say')}</p>
        <SignInForm key={sso === null ? 'new' : 'set'} sso={sso} onSaved={reload} />
      </Section>
      <AtProvider sso={sso} />
      {sso && <Domains domains={sso.domains} onVerified={reload} />}
      {sso && <Test />}
    </>
  );
}

async function settingsOrNone(client: CallAnalysis, signal: AbortSignal): Promise<SignIn | null> {
  try {
    return await client.sso.get({ signal });
  } catch (error) {
    if (error instanceof CallAnalysisError && error.status === 404) return null;
    throw error;
  }
}

/** Addresses that the provider must know. */
function AtProvider({ sso }: { readonly sso: SignIn | null }) {
  const oidc = `${SERVICE_URL}/api/v1/auth/oidc`;
  const addresses = [
    [t('signIn.redirect'), sso?.redirect_uri ?? `${oidc}/callback`],
    [t('signIn.logOut'), sso?.backchannel_logout_uri ?? `${oidc}/backchannel-logout`],
  ] as const;
  return (
    <Section title={t('signIn.atProvider')}>
      <dl class="sso-addresses">
        {addresses.map(([name, address]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{address}</code> <Copy text={address} what={name} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

interface DomainsProps {
  readonly domains: SignIn['domains'];
  readonly onVerified: () => void;
}

/** Each with the record by which the company proves that it is its own. */
function Domains({ domains, onVerified }: DomainsProps) {
  const [asked, setAsked] = useState('');
  const { error, isBusy, run } = useAct();
  const verify = (domain: string) => {
    setAsked(domain);
    void run(`verify ${domain} ${Date.now()}`, async (client, once) => {
      await client.sso.verifyDomain(domain, once);
      onVerified();
    });
  };
  return (
    <Section title={t('signIn.domains')}>
      <p class="soft">{t('signIn.domains.say')}</p>
      <ul class="sso-domains">
        {domains.map(({ domain, record, verified }) => (
          <li key={domain}>
            <strong>{domain}</strong>{' '}
            <span class={verified ? 'tag good' : 'tag unsure'}>
              {t(verified ? 'signIn.verified' : 'signIn.unverified')}
            </span>
            {record !== '' && (
              <p class="sso-record">
                <code>{record}</code> <Copy text={record} what={domain} />
              </p>
            )}
            {!verified && (
              <button
                type="button"
                class="second"
                disabled={isBusy}
                aria-label={`${t('signIn.verify')}: ${domain}`}
                onClick={() => verify(domain)}
              >
                {t('signIn.verify')}
              </button>
            )}
            {error !== null && asked === domain && <Problem error={error} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A log-in that changes nothing: the page to which it comes back shows the claims. */
function Test() {
  const { error, isBusy, run } = useAct();
  const test = () => {
    // Browsers open a tab only at a press, so it is opened before the link has arrived.
    const tab = open('', '_blank');
    return run(`test ${Date.now()}`, async (client, once) => {
      try {
        const { url } = await client.sso.test(once);
        if (tab) {
          tab.opener = null;
          tab.location.replace(url);
        } else location.assign(url);
      } catch (failure) {
        tab?.close();
        throw failure;
      }
    });
  };
  return (
    <Section title={t('signIn.test')}>
      <p class="soft">{t('signIn.test.say')}</p>
      {error !== null && <Problem error={error} />}
      <button type="button" class="second" disabled={isBusy} onClick={() => void test()}>
        {t('signIn.test.do')}
      </button>
    </Section>
  );
}

function Remove({ onRemoved }: { readonly onRemoved: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { error, isBusy, run } = useAct();
  const remove = () =>
    void run('remove', async (client) => {
      await client.sso.delete();
      setAsked(false);
      onRemoved();
    });
  return (
    <>
      <button type="button" class="link" onClick={() => setAsked(true)}>
        {t('signIn.remove')}
      </button>
      {isAsked && (
        <Dialog title={t('signIn.remove.title')} onClose={() => setAsked(false)}>
          <p>{t('signIn.remove.say')}</p>
          {error !== null && <Problem error={error} />}
          <div class="acts">
            <button type="button" class="danger" disabled={isBusy} onClick={remove}>
              {t('signIn.remove')}
            </button>
            <button type="button" class="second" onClick={() => setAsked(false)}>
              {t('members.cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
