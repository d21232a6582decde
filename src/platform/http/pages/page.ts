// The layout that all pages for people share. A page is one file: it loads nothing, and its policy allows nothing else.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Page {
  readonly html: string;
  /** Allows this page's own script and style and nothing else. */
  readonly contentSecurityPolicy: string;
}

interface PageContent {
  readonly title: string;
  /** HTML of the part between header and footer. */
  readonly main: string;
  /** HTML of the footer; null when the page has none. */
  readonly footer?: string | null;
  /** A relative URL of the landing page, so that pages also work below a path prefix. */
  readonly home: string;
  /** `wide` for reading, `narrow` for a form in the middle of the screen. */
  readonly width: 'wide' | 'narrow';
  /** Null: the page runs no script and makes no request. */
  readonly script: string | null;
  /** From where the page plays sound, as a policy names it; from nowhere where left out. */
  readonly media?: string;
  /** Whether search engines may list the page. */
  readonly indexed: boolean;
}

export const PRODUCT = 'Call Analysis';

/** The console has the same file. */
const COLOURS = readFileSync(new URL('colours.css', import.meta.url), 'utf8').trim();

/** Text, buttons and fields of every page. */
const STYLE = `${COLOURS}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;overflow-wrap:break-word;background:var(--page);color:var(--text);font:16px/1.55 system-ui,-apple-system,Roboto,"Liberation Sans",sans-serif}
header,main,footer{width:100%;margin:0 auto;padding:0 1.25rem}
.wide header,.wide main,.wide footer{max-width:58rem}
.narrow header,.narrow main,.narrow footer{max-width:29rem}
header{padding-top:1.5rem;padding-bottom:1.5rem}
.narrow main{margin-top:auto;margin-bottom:auto}
.narrow header{margin-top:0}
footer{margin-top:auto;padding-top:2rem;padding-bottom:1.5rem;color:var(--soft);font-size:.9rem}
.brand{display:inline-flex;align-items:center;gap:.6rem;color:inherit;font-weight:650;text-decoration:none}
.brand svg{width:1.6rem;height:1.6rem;color:var(--accent)}
a{color:var(--accent)}
h1{font-size:clamp(1.45rem,1.1rem + 1.6vw,2.1rem);line-height:1.2;letter-spacing:-.015em;margin:0 0 .6rem;text-wrap:balance}
.narrow h1{font-size:1.4rem}
h2{font-size:1.15rem;margin:0 0 .8rem}
p{margin:0 0 1rem}
audio{width:100%;margin-top:1rem}
.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;margin:0 0 1.5rem}
label{display:block;margin:1rem 0 .3rem;font-weight:600}
input,button,.button{font:inherit;padding:.65rem 1rem;border-radius:.5rem;border:1px solid var(--soft)}
input{width:100%;background:var(--page);color:inherit}
button,.button{display:inline-block;background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none;cursor:pointer}
.button.second{background:none;color:var(--accent)}
form button{width:100%;margin-top:1rem}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[role=status],[role=alert]{margin:1rem 0 0}
[role=status]:empty,[role=alert]:empty{margin:0}
[role=alert]{color:var(--bad)}
[role=alert]+p,[role=status]+p{margin-top:1rem}
pre+h2{margin-top:1.2rem}
code,pre{font:.86rem/1.6 ui-monospace,"SF Mono",Menlo,"Liberation Mono",monospace}
pre{margin:.4rem 0 0;padding:.8rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--code);border:1px solid var(--line);border-radius:.5rem}
ol{margin:0;padding-left:1.3rem}
ol>li+li{margin-top:1.2rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.45rem 1.5rem;margin:0}
dt a{font-weight:600}
dd{margin:0;color:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.4rem 0 2rem}
@media (max-width:560px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.7rem}.card{padding:1.1rem}ol{padding-left:1.1rem}}`;

/** Bars of a waveform in a speech bubble. */
export const SYMBOL =
  '<path d="M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-8l-5 4v-4H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"/>' +
  '<path d="M7 9v3M10.3 7v7M13.7 8.5v4M17 9.5v2" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>';

export const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="#1d56c4">${SYMBOL}</svg>`,
)}`;

export function page({ title, main, footer = null, home, width, script, media, indexed }: PageContent): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${indexed ? '' : '\n<meta name="robots" content="noindex">'}
<title>${title}</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body class="${width}">
<header><a class="brand" href="${home}"><svg viewBox="0 0 24 24" aria-hidden="true">${SYMBOL}</svg>${PRODUCT}</a></header>
<main>
${main}
</main>${footer === null ? '' : `\n<footer>${footer}</footer>`}${script === null ? '' : `\n<script>${script}</script>`}
</body>
</html>
`;
  return { html, contentSecurityPolicy: policyOf(script, media) };
}

function policyOf(script: string | null, media: string | undefined): string {
  return [
    "default-src 'none'",
    ...(script === null ? [] : [`script-src ${sourceHash(script)}`, "connect-src 'self'"]),
    `style-src ${sourceHash(STYLE)}`,
    'img-src data:',
    ...(media === undefined ? [] : [`media-src ${media}`]),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sourceHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

/** Text as it may stand in HTML, between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
