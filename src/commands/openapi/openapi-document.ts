// Makes the OpenAPI document that is committed. Reads no environment variables, starts no servers and makes no connections.

import { loadConfig } from '../../platform/config/config.js';
import { describeApp } from '../../program/app.js';
import { ApiModule } from '../../program/compositions.js';

/** No token is signed with it. Without a secret, loadConfig would store one on disk. */
const UNUSED_SECRET = 'not-used-for-anything-in-a-document';

export async function openApiText(): Promise<string> {
  const config = loadConfig({ PUBLIC_URL: 'http://localhost:3000', JWT_SECRET: UNUSED_SECRET });
  return `${JSON.stringify(await describeApp(ApiModule.with(config), config), null, 2)}\n`;
}
