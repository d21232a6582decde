import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Platform } from '../platform.js';
import { VERSION } from '../version.js';
import { fileAt } from './file-at.js';
import { exchangeOver } from './node-exchange.js';

export const NODE: Platform = {
  // Empty counts as unset, as in most shells' scripts.
  environment: (name) => process.env[name] || null,
  defaultUrl: 'http://localhost:3000',
  userAgent: `call-analysis-typescript/${VERSION} (node ${process.versions.node})`,
  connect(root, given) {
    const agent = (given as HttpAgent | undefined) ?? ownAgent(root);
    return { agent, exchange: exchangeOver(agent) };
  },
  fileAt,
};

function ownAgent(root: string): HttpAgent {
  return root.startsWith('https:') ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
}
