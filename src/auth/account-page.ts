import { createHash } from 'node:crypto';

export interface AccountPage {
  readonly html: string;
  /** Allows this page's own script and style and nothing else. */
  readonly contentSecurityPolicy: string;
}

interface AccountPageContent {
  readonly title: string;
  readonly explanation: string;
  /** A field besides the token; null when the button is enough. */
  readonly field: { readonly name: string; readonly label: string } | null;
  readonly button: string;
  /** A relative URL, so that the page also works below a path prefix. */
  readonly action: string;
  readonly success: string;
}

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;margin:0;padding:1rem;box-sizing:border-box}
main{width:min(24rem,100%)}
h1{font-size:1.4rem;margin:0 0 .5rem}
label{display:block;margin:1rem 0 .25rem}
input,button{font:inherit;padding:.6rem .8rem;border-radius:.4rem;border:1px solid #888;box-sizing:border-box;width:100%}
button{margin-top:1rem;background:#1f5fd0;border-color:#1f5fd0;color:#fff;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
[role=status]{min-height:1.5em;margin-top:1rem}`;

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
    button.disabled = response.ok;
  } catch {
    status.textContent = 'The service could not be reached. Please try again.';
    button.disabled = false;
  }
});`;

/** A page with a form that posts the token of a mail. Opening the page has no effect, since mail scanners open links too. */
export function accountPage(content: AccountPageContent): AccountPage {
  const { field } = content;
  const input = field
    ? `<label for="secret">${field.label}</label>
<input id="secret" name="${field.name}" type="password" autocomplete="new-password" minlength="8" maxlength="128" required>`
    : '';
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${content.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${content.title}</h1>
<p>${content.explanation}</p>
<form method="post" data-action="${content.action}" data-success="${content.success}">
${input}
<button>${content.button}</button>
</form>
<p role="status"></p>
<noscript><p>This page needs JavaScript.</p></noscript>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
  const contentSecurityPolicy = [
    "default-src 'none'",
    `script-src ${sourceHash(SCRIPT)}`,
    `style-src ${sourceHash(STYLE)}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, contentSecurityPolicy };
}

function sourceHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
