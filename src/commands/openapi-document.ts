// The OpenAPI document as it is committed. Neither reads the environment nor starts, connects or listens.
import { describeApp } from '../app.js';
import { ApiModule } from '../compositions.js';
import { loadConfig } from '../platform/config/config.js';

/** No token is made with it; without one the settings would keep a secret on disk. */
const UNUSED_SECRET = 'not-used-for-anything-in-a-document';

export async function openApiText(): Promise<string> {
  const config = loadConfig({ PUBLIC_URL: 'http://localhost:3000', JWT_SECRET: UNUSED_SECRET });
  return `${JSON.stringify(await describeApp(ApiModule.with(config), config), null, 2)}\n`;
}
