import { useEffect } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { Loading, Problem } from '../../parts/states.tsx';
import { may } from '../../session/member.js';
import { setEmail } from '../../session/session.js';
import { CallDefaults } from './call-defaults.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EmailForm } from './email-form.tsx';
import { OwnData } from './own-data.tsx';
import { PasswordForm } from './password-form.tsx';
import { SetPassword } from './set-password.tsx';

export function AccountPage() {
  const account = useResource('account', (client, signal) => client.users.me({ signal }));
  const { value: user, error, reload } = account;
  const email = user?.email;
  useEffect(() => {
    if (email !== undefined) setEmail(email);
  }, [email]);
  if (user === null) return error === null ? <Loading lines={12} /> : <Problem error={error} onAgain={reload} />;
  const onUser = (next: typeof user) => account.change(() => next);
  return (
    <>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {may('changeAccount') && <CallDefaults user={user} onUser={onUser} />}
      <OwnData user={user} onUser={onUser} />
      <EmailForm user={user} onUser={onUser} />
      {user.has_password && <PasswordForm email={user.email} />}
      {!user.has_password && may('deleteCurrentUser') && <SetPassword email={user.email} />}
      {user.has_password && may('deleteCurrentUser') && <DeleteAccount email={user.email} />}
    </>
  );
}
