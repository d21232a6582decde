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
  ended: 'Ask for another link.',
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
  const problem = { textContent: '' };
  const focused: string[] = [];
  const element = (name: string) => ({ focus: () => focused.push(name) });
  const onward = { hidden: true, firstChild: element('the way on') };
  const went: string[] = [];
  const kept = new Map<string, string>();
  let submit: (event: { preventDefault(): void }) => Promise<void> = () => Promise.reject(new Error('no listener'));
  const form = {
    hidden: false,
    dataset: {
      action: content.action,
      success: content.success,
      ended: content.ended,
      ...(html.includes(' data-enters>') && { enters: '' }),
    },
    elements: { new_password: element('new_password') },
    querySelector: () => button,
    addEventListener: (_: string, listener: typeof submit) => {
      submit = listener;
    },
  };
  runInNewContext(script, {
    document: {
      querySelector: (selector: string) =>
        ({ form, '#onward': onward, '[role=status]': status, '[role=alert]': problem })[selector],
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
    problem,
    focused,
    form,
    onward,
    went,
    kept,
    press: () => submit({ preventDefault: () => void ++prevented }),
    prevented: () => prevented,
  };
}

const answering = (status: number, body: unknown) => async () => ({
  ok: status === 200,
  status,
  json: async () => body,
});

describe('the script of an account page', () => {
  it('posts the token and the field when the button is pressed, and not before [endpoints 7]', async () => {
    const page = open('?token=a-b_c', { new_password: 'a better password' }, answering(200, { message: 'ok' }));
    expect(page.sent).toEqual([]);
    await page.press();
    expect(page.prevented(), 'The browser sends the form itself, beside the script').toBe(1);
    expect(page.sent).toEqual([{ url: content.action, body: { token: 'a-b_c', new_password: 'a better password' } }]);
    expect([page.status.textContent, page.form.hidden, page.button.disabled]).toEqual(['Done.', true, true]);
    expect(page.onward.hidden, 'the way on is hidden').toBe(false);
  });

  it('goes on to the console with the tokens of the answer, where it gives some', async () => {
    const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 1800 };
    const plain = open('?token=t', {}, answering(200, tokens));
    await plain.press();
    expect(plain.went).toEqual([]);
    const page = open('?token=t', { name: '', password: 'a better password' }, answering(200, tokens), true);
    await page.press();
    expect(page.sent[0]?.body, 'an empty name is none').toEqual({ token: 't', password: 'a better password' });
    expect(page.went).toEqual(['app/']);
    expect(JSON.parse(page.kept.get('console-tokens') ?? '')).toEqual(tokens);
    const refused = open('?token=t', {}, answering(429, { detail: 'Too late' }), true);
    await refused.press();
    expect([refused.went, refused.kept.size]).toEqual([[], 0]);
  });

  it.each(['', '?token=', '?from=mail'])('says of an address with %j that the link is not complete', async (search) => {
    const page = open(search, { new_password: 'a better password' }, answering(200, {}));
    await page.press();
    expect(page.sent).toEqual([]);
    expect([page.problem.textContent, page.button.disabled]).toEqual([expect.stringContaining('not complete'), false]);
  });

  it.each([
    ['a sentence', 429, { detail: 'Too many requests' }, 'Too many requests', []],
    [
      'items',
      422,
      {
        detail: [
          { loc: ['body', 'new_password'], msg: 'Value error, too short' },
          { loc: ['body', 'name'], msg: 'Too plain' },
        ],
      },
      'Too short. Too plain',
      ['new_password'],
    ],
  ])('shows what was wrong, told as %s, and lets the reader try again', async (_, status, body, shown, focused) => {
    const page = open('?token=t', {}, answering(status, body));
    await page.press();
    expect([page.problem.textContent, page.form.hidden, page.button.disabled]).toEqual([shown, false, false]);
    expect(page.onward.hidden, 'the way on is hidden').toBe(true);
    expect(page.focused).toEqual(focused);
  });

  it.each([
    [400, 'The token is invalid or has expired', 'The token is invalid or has expired.', content.ended],
    [403, 'Log in with your identity provider', 'Log in with your identity provider', ''],
  ])('leads on where the link can do nothing more (%i)', async (status, detail, shown, hint) => {
    const page = open('?token=t', {}, answering(status, { detail }));
    await page.press();
    expect([page.problem.textContent, page.status.textContent]).toEqual([shown, hint]);
    expect([page.form.hidden, page.onward.hidden, page.focused]).toEqual([true, false, ['the way on']]);
  });

  it('says so when the service is away', async () => {
    const page = open('?token=t', {}, () => Promise.reject(new TypeError('network')));
    await page.press();
    expect(page.sent).toEqual([{ url: content.action, body: { token: 't' } }]);
    expect(page.problem.textContent).toContain('could not be reached');
    expect(page.button.disabled, 'the button is disabled').toBe(false);
  });
});
