// The one page of the console: its head, and what its policy allows.
import type { Config } from '../../platform/config/config.js';
import { escapeHtml, ICON, PRODUCT } from '../../platform/http/pages/page.js';
import { packageFacts } from '../site/package-facts.js';
import type { ConsoleFiles } from './console-files.js';

export class ConsolePage {
  readonly contentSecurityPolicy: string;
  /** What the page must know before anyone has logged in. */
  private readonly facts: string;

  constructor(config: Config) {
    this.contentSecurityPolicy = policyOf(config);
    this.facts = JSON.stringify({
      version: packageFacts.version,
      registration: config.registration,
      // Where a mail's link stands: with no mail server it is printed where the service runs.
      mails: config.mail.smtpUrl === null && !config.production ? 'terminal' : 'mailbox',
    });
  }

  /** @param path of the request: the files are named from there, so that the page also works below a path prefix */
  html(path: string, { script, alongside, style }: ConsoleFiles): string {
    const assets = `${upToApp(path)}assets/`;
    const preloads = alongside.map((name) => `<link rel="modulepreload" href="${assets}${name}">\n`);
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="console-facts" content="${escapeHtml(this.facts)}">
<title>${PRODUCT}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assets}${style}">
${preloads.join('')}<script type="module" src="${assets}${script}"></script>
</head>
<body>
<noscript><p>The console needs JavaScript. The same service without it: <a href="${upToApp(path)}../docs">the API</a>.</p></noscript>
<div id="console"></div>
</body>
</html>
`;
  }
}

/** The way from the address to the folder `app/`. */
function upToApp(path: string): string {
  const below = path.split('/').length - 2;
  return below === 0 ? 'app/' : '../../'.repeat(below - 1);
}

function policyOf(config: Config): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `media-src ${soundOf(config)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${config.console.frameAncestors.join(' ')}`,
  ].join('; ');
}

/** Links to recordings begin with the public URL, or with the store's own origin, which depends on the bucket. */
function soundOf({ http, storage }: Config): string {
  const own = `'self' ${new URL(http.publicUrl).origin}`;
  if (storage.kind === 'disk') return own;
  const endpoint = storage.publicEndpoint ?? storage.endpoint;
  return endpoint === null ? `${own} https://*.amazonaws.com` : `${own} ${hostsOf(new URL(endpoint))}`;
}

/** With the bucket in the path, and before the host. */
const hostsOf = ({ protocol, host }: URL) => `${protocol}//${host} ${protocol}//*.${host}`;
