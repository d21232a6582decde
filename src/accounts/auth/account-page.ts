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
  /** Next step of a person whose link is used up or has expired. */
  readonly ended: string;
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
const problem = document.querySelector('[role=alert]');
const onward = document.querySelector('#onward');
const sentence = (text) => text.replace(/^Value error, (.)/, (all, first) => first.toUpperCase());
const tell = (said, wrong) => {
  status.textContent = said;
  problem.textContent = wrong;
};
// Nothing is left to do here: the link leads on.
const end = () => {
  form.hidden = true;
  if (!onward) return;
  onward.hidden = false;
  onward.firstChild.focus();
};
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = new URLSearchParams(location.search).get('token');
  if (!token) {
    tell('', 'This link is not complete. Open it again from the e-mail.');
    return;
  }
  button.disabled = true;
  tell('One moment…', '');
  try {
    const response = await fetch(form.dataset.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, ...Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== '')) }),
    });
    const body = await response.json();
    button.disabled = response.ok;
    if (!response.ok) {
      const isOfFields = Array.isArray(body.detail);
      tell('', isOfFields ? body.detail.map((item) => sentence(item.msg)).join('. ') : body.detail);
      if (isOfFields) form.elements[body.detail[0].loc.at(-1)]?.focus();
      if (response.status === 400) tell(form.dataset.ended, body.detail + '.');
      if (response.status === 400 || response.status === 403) end();
      return;
    }
    tell(form.dataset.success, '');
    end();
    if (onward && 'enters' in form.dataset) {
      try {
        sessionStorage.setItem('console-tokens', JSON.stringify(body));
        location.replace('app/');
      } catch {
        // The browser forbids storage: the person logs in.
      }
    }
  } catch {
    tell('', 'The service could not be reached. Please try again.');
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
<form method="post" data-action="${content.action}" data-success="${content.success}" data-ended="${content.ended}"${enters}>
<p>${content.explanation}</p>
${inputs.join('\n')}
<button>${content.button}</button>
</form>
<p role="alert"></p>
<p role="status"></p>
${content.onward ? '<p id="onward" hidden><a href="app">Open the console</a></p>' : ''}
<noscript><p>This page needs JavaScript.</p></noscript>
</div>`;
  const title = `${content.title} · ${PRODUCT}`;
  return page({ title, main, home: './', width: 'narrow', script: SCRIPT, indexed: false });
}
