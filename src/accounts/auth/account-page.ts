import { type Page, PRODUCT, page } from '../../platform/http/pages/page.js';

interface AccountPageContent {
  readonly title: string;
  readonly explanation: string;
  /** A field besides the token; null when the button is enough. */
  readonly field: { readonly name: string; readonly label: string } | null;
  readonly button: string;
  /** A relative URL, so that the page also works below a path prefix. */
  readonly action: string;
  readonly success: string;
  /** Whether there is a console to go on to. */
  readonly onward: boolean;
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
      body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
    });
    const body = await response.json();
    const problem = Array.isArray(body.detail) ? body.detail.map((item) => item.msg).join('. ') : body.detail;
    status.textContent = response.ok ? form.dataset.success : problem;
    if (response.ok) form.hidden = true;
    const onward = document.querySelector('#onward');
    if (onward) onward.hidden = !response.ok;
    button.disabled = response.ok;
  } catch {
    status.textContent = 'The service could not be reached. Please try again.';
    button.disabled = false;
  }
});`;

/** A page with a form that posts the token of a mail. Opening the page has no effect, since mail scanners open links too. */
export function accountPage(content: AccountPageContent): Page {
  const { field } = content;
  const input = field
    ? `<label for="secret">${field.label}</label>
<input id="secret" name="${field.name}" type="password" autocomplete="new-password" minlength="8" maxlength="128" required>`
    : '';
  const main = `<div class="card">
<h1>${content.title}</h1>
<p>${content.explanation}</p>
<form method="post" data-action="${content.action}" data-success="${content.success}">
${input}
<button>${content.button}</button>
</form>
<p role="status"></p>
${content.onward ? '<p id="onward" hidden><a href="app">Open the console</a></p>' : ''}
<noscript><p>This page needs JavaScript.</p></noscript>
</div>`;
  const title = `${content.title} · ${PRODUCT}`;
  return page({ title, main, home: './', width: 'narrow', script: SCRIPT, indexed: false });
}
