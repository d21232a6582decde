import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { accountPage } from '../../../src/accounts/auth/account-page.js';

const content = {
  title: 'Choose a new password',
  explanation: 'It takes effect at once.',
  fields: [{ name: 'new_password', label: 'New password', type: 'password' }],
  button: 'Set it',
  action: 'api/v1/auth/password-reset/confirm',
  success: 'Done.',
  onward: true,
  entersConsole: false,
} as const;

interface Sent {
  readonly url: string;
  readonly body: unknown;
}

/** Runs the page's own script against the few parts of a browser that it touches. */
function open(search: string, fields: Record<string, string>, answer: () => Promise<unknown>, entersConsole = false) {
  const { html } = accountPage({ ...content, entersConsole });
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const sent: Sent[] = [];
  const button = { disabled: false };
  const status = { textContent: '' };
  const onward = { hidden: true };
  const went: string[] = [];
  const kept = new Map<string, string>();
  let submit: (event: { preventDefault(): void }) => Promise<void> = () => Promise.reject(new Error('no listener'));
  const form = {
    hidden: false,
    dataset: {
      action: content.action,
      success: content.success,
      ...(html.includes(' data-enters>') && { enters: '' }),
    },
    querySelector: () => button,
    addEventListener: (_: string, listener: typeof submit) => {
      submit = listener;
    },
  };
  runInNewContext(script, {
    document: {
      querySelector: (selector: string) => (selector === 'form' ? form : selector === '#onward' ? onward : status),
    },
    location: { search, replace: (url: string) => went.push(url) },
    sessionStorage: { setItem: (name: string, value: string) => kept.set(name, value) },
    URLSearchParams,
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries(fields);
      }
    },
    fetch: (url: string, { body }: { body: string }) => {
      sent.push({ url, body: JSON.parse(body) });
      return answer();
    },
  });
  let prevented = 0;
  return {
    sent,
    button,
    status,
    form,
    onward,
    went,
    kept,
    press: () => submit({ preventDefault: () => void ++prevented }),
    prevented: () => prevented,
  };
}

const answering = (ok: boolean, body: unknown) => async () => ({ ok, json: async () => body });

describe('the script of an account page', () => {
  it('posts the token and the field when the button is pressed, and not before [endpoints 7]', async () => {
    const page = open('?token=a-b_c', { new_password: 'a better password' }, answering(true, { message: 'ok' }));
    expect(page.sent).toEqual([]);
    await page.press();
    expect(page.prevented(), 'The browser sends the form itself, beside the script').toBe(1);
    expect(page.sent).toEqual([{ url: content.action, body: { token: 'a-b_c', new_password: 'a better password' } }]);
    expect([page.status.textContent, page.form.hidden, page.button.disabled]).toEqual(['Done.', true, true]);
    expect(page.onward.hidden, 'the way on is hidden').toBe(false);
  });

  it('goes on to the console with the tokens of the answer, where it gives some', async () => {
    const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 1800 };
    const plain = open('?token=t', {}, answering(true, tokens));
    await plain.press();
    expect(plain.went).toEqual([]);
    const page = open('?token=t', { name: '', password: 'a better password' }, answering(true, tokens), true);
    await page.press();
    expect(page.sent[0]?.body, 'an empty name is none').toEqual({ token: 't', password: 'a better password' });
    expect(page.went).toEqual(['app/']);
    expect(JSON.parse(page.kept.get('console-tokens') ?? '')).toEqual(tokens);
    const refused = open('?token=t', {}, answering(false, { detail: 'Too late' }), true);
    await refused.press();
    expect([refused.went, refused.kept.size]).toEqual([[], 0]);
  });

  it.each(['', '?token=', '?from=mail'])('says of an address with %j that the link is not complete', async (search) => {
    const page = open(search, { new_password: 'a better password' }, answering(true, {}));
    await page.press();
    expect(page.sent).toEqual([]);
    expect([page.status.textContent, page.button.disabled]).toEqual([expect.stringContaining('not complete'), false]);
  });

  it.each([
    [
      'a sentence',
      { detail: 'Password reset token is invalid or has expired' },
      'Password reset token is invalid or has expired',
    ],
    ['items', { detail: [{ msg: 'Too short' }, { msg: 'Too plain' }] }, 'Too short. Too plain'],
  ])('shows what was wrong, told as %s, and lets the reader try again', async (_, body, shown) => {
    const page = open('?token=t', {}, answering(false, body));
    await page.press();
    expect([page.status.textContent, page.form.hidden, page.button.disabled]).toEqual([shown, false, false]);
    expect(page.onward.hidden, 'the way on is hidden').toBe(true);
  });

  it('says so when the service is away', async () => {
    const page = open('?token=t', {}, () => Promise.reject(new TypeError('network')));
    await page.press();
    expect(page.sent).toEqual([{ url: content.action, body: { token: 't' } }]);
    expect(page.status.textContent).toContain('could not be reached');
    expect(page.button.disabled, 'the button is disabled').toBe(false);
  });
});
