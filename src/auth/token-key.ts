import { createSecretKey, KeyObject } from 'node:crypto';
import type { Provider } from '@nestjs/common';
import { Config } from '../platform/config/config.js';

/**
 * The signing key, made once. Given the secret itself, the library would try to read it as a PEM public key at every
 * request first, which takes fifty times as long as the check.
 */
export const tokenKey: Provider = {
  provide: KeyObject,
  inject: [Config],
  useFactory: (config: Config) => createSecretKey(config.secrets.jwt),
};
