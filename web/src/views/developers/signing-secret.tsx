import { useState } from 'preact/hooks';
import type { CallAnalysis, RequestOptions, WebhookSecret } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { type Resource, useResource } from '../../api/use-resource.js';
import { Dialog } from '../../parts/dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { Copy, Loading, Problem } from '../../parts/states.tsx';
import { t, wholeMoment } from '../../texts/texts.js';

const MASKED = `whsec_${'•'.repeat(24)}`;

export const SigningSecret = () => (
  <Secret
    name="secret"
    say={t('developers.secret.say')}
    read={(client, options) => client.webhooks.secret(options)}
    rotate={(client, options) => client.webhooks.rotateSecret(options)}
  />
);

type Ask = (client: CallAnalysis, options: RequestOptions) => Promise<WebhookSecret>;

interface SecretProps {
  /** Tells it from other secrets. */
  readonly name: string;
  readonly say: string;
  readonly read: Ask;
  readonly rotate: Ask;
  /** It was just made. */
  readonly isFresh?: boolean;
}

export function Secret({ name, say, read, rotate, isFresh = false }: SecretProps) {
  const secret = useResource(name, (client, signal) => read(client, { signal }));
  const [isShown, setShown] = useState(isFresh);
  const [isAsked, setAsked] = useState(false);
  const found = secret.value;
  return (
    <Section
      title={t('developers.secret')}
      act={
        found && (
          <button type="button" class="second" onClick={() => setAsked(true)}>
            {t('developers.rotate')}
          </button>
        )
      }
    >
      <p class="soft">{say}</p>
      {secret.error !== null && <Problem error={secret.error} onAgain={secret.reload} />}
      {found === null && secret.error === null && <Loading lines={1} />}
      {found && (
        <>
          <p class="secret-row">
            <code class="secret">{isShown ? found.secret : MASKED}</code>
            <button
              type="button"
              class="link"
              aria-pressed={isShown}
              aria-label={`${t(isShown ? 'comeIn.hide' : 'comeIn.show')}: ${t('developers.secret')}`}
              onClick={() => setShown(!isShown)}
            >
              {t(isShown ? 'comeIn.hide' : 'comeIn.show')}
            </button>
            <Copy text={found.secret} what={t('developers.secret')} />
          </p>
          <p class="soft small">
            {t('developers.secret.made', { when: wholeMoment(Date.parse(found.created_at) / 1000) })}
          </p>
          <Overlap secret={found} />
        </>
      )}
      {isAsked && found && <Rotate secret={secret} now={found} rotate={rotate} onClose={() => setAsked(false)} />}
    </Section>
  );
}

/** While notifications carry two signatures. */
function Overlap({ secret }: { readonly secret: WebhookSecret }) {
  const until = secret.previous_expires_at === null ? 0 : Date.parse(secret.previous_expires_at);
  if (until <= Date.now()) return null;
  return (
    <p class="notice" role="status">
      {t('developers.secret.overlap', { until: wholeMoment(until / 1000) })}
    </p>
  );
}

interface RotateProps {
  readonly secret: Resource<WebhookSecret>;
  readonly now: WebhookSecret;
  readonly rotate: Ask;
  readonly onClose: () => void;
}

function Rotate({ secret, now, rotate, onClose }: RotateProps) {
  const { error, isBusy, run } = useAct();
  return (
    <Dialog title={t('developers.rotate.title')} onClose={onClose}>
      <p>{t('developers.rotate.say')}</p>
      <Overlap secret={now} />
      {now.previous_expires_at !== null && <p>{t('developers.rotate.again')}</p>}
      {error !== null && <Problem error={error} />}
      <div class="acts">
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            void run('rotate', async (client, once) => {
              const next = await rotate(client, once);
              secret.change(() => next);
              onClose();
            })
          }
        >
          {t('developers.rotate.do')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {t('developers.rotate.keep')}
        </button>
      </div>
    </Dialog>
  );
}
