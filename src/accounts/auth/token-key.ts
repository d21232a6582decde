import { createSecretKey, KeyObject } from 'node:crypto';
import type { Provider } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';

/**
 * The signing key as a KeyObject, made once. With the secret as text, the library would first try to parse it as a PEM public
 * key at every request, which takes fifty times as long as the verification.
 */
export const tokenKey: Provider = {
  provide: KeyObject,
  inject: [Config],
  useFactory: (config: Config) => createSecretKey(config.secrets.jwt),
};
