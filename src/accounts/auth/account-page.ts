import { type Page, PRODUCT, page } from '../../platform/http/pages/page.js';

interface PageField {
  readonly name: string;
  readonly label: string;
  /** The password is required; a name is not. */
  readonly type: 'password' | 'text';
}

interface AccountPageContent {
  readonly title: string;
  readonly explanation: string;
  /** Fields besides the token; none when the button is enough. */
  readonly fields: readonly PageField[];
  readonly button: string;
  /** A relative URL, so that the page also works below a path prefix. */
  readonly action: string;
  readonly success: string;
  /** Whether there is a console to go on to. */
  readonly onward: boolean;
  /** True: the answer is a pair of tokens, with which the console goes on in the same tab. */
  readonly entersConsole: boolean;
}

/** The browser reads the token from the address when the user presses the button, not before. */
const SCRIPT = `
const form = document.querySelector('form');
const button = form.querySelector('button');
const status = document.querySelector('[role=status]');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = new URLSearchParams(location.search).get('token');
  if (!token) {
    status.textContent = 'This link is not complete. Please open it again, whole, from the mail.';
    return;
  }
  button.disabled = true;
  status.textContent = 'One moment…';
  try {
    const response = await fetch(form.dataset.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, ...Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== '')) }),
    });
    const body = await response.json();
    const problem = Array.isArray(body.detail) ? body.detail.map((item) => item.msg).join('. ') : body.detail;
    status.textContent = response.ok ? form.dataset.success : problem;
    if (response.ok) form.hidden = true;
    const onward = document.querySelector('#onward');
    if (onward && response.ok && 'enters' in form.dataset) {
      try {
        sessionStorage.setItem('console-tokens', JSON.stringify(body));
        location.replace('app/');
      } catch {
        // The browser forbids storage: the person logs in.
      }
    }
    if (onward) onward.hidden = !response.ok;
    button.disabled = response.ok;
  } catch {
    status.textContent = 'The service could not be reached. Please try again.';
    button.disabled = false;
  }
});`;

const ATTRIBUTES = {
  password: 'autocomplete="new-password" minlength="8" maxlength="128" required',
  text: 'autocomplete="name" maxlength="200"',
} as const;

/** A page with a form that posts the token of a mail. Opening the page has no effect, since mail scanners open links too. */
export function accountPage(content: AccountPageContent): Page {
  const inputs = content.fields.map(
    ({ name, label, type }) => `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" ${ATTRIBUTES[type]}>`,
  );
  const enters = content.onward && content.entersConsole ? ' data-enters' : '';
  const main = `<div class="card">
<h1>${content.title}</h1>
<p>${content.explanation}</p>
<form method="post" data-action="${content.action}" data-success="${content.success}"${enters}>
${inputs.join('\n')}
<button>${content.button}</button>
</form>
<p role="status"></p>
${content.onward ? '<p id="onward" hidden><a href="app">Open the console</a></p>' : ''}
<noscript><p>This page needs JavaScript.</p></noscript>
</div>`;
  const title = `${content.title} · ${PRODUCT}`;
  return page({ title, main, home: './', width: 'narrow', script: SCRIPT, indexed: false });
}
