// The single page of the console, with its head and its content security policy.
import type { Config } from '../../platform/config/config.js';
import { escapeHtml, ICON, PRODUCT } from '../../platform/http/pages/page.js';
import { packageFacts } from '../site/package-facts.js';
import type { ConsoleFiles } from './console-files.js';

export class ConsolePage {
  readonly contentSecurityPolicy: string;
  /** Facts that the page needs before anyone has signed in. */
  private readonly facts: string;

  constructor(config: Config) {
    this.contentSecurityPolicy = policyOf(config);
    this.facts = JSON.stringify({
      version: packageFacts.version,
      registration: config.registration,
      // Place of a mail's link: without a mail server it is printed in the service's terminal.
      mails: config.mail.smtpUrl === null && !config.production ? 'terminal' : 'mailbox',
    });
  }

  /** @param path path of the request; file names are relative to it, so that the page also works below a path prefix */
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

/** Relative path from the address to the folder `app/`. */
function upToApp(path: string): string {
  const below = path.split('/').length - 2;
  return below === 0 ? 'app/' : '../'.repeat(below - 1);
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

/** Hosts with the bucket in the path, and with the bucket before the host. */
const hostsOf = ({ protocol, host }: URL) => `${protocol}//${host} ${protocol}//*.${host}`;
