import { createSecretKey, KeyObject } from 'node:crypto';
import { Module, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { BillingModule } from '../../billing/billing.module.js';
import { Config } from '../../platform/config/config.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountPagesController } from './account-pages.controller.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { CallerGuard } from './caller.guard.js';
import { HeaderCallers } from './header-callers.js';
import { JwtStrategy } from './jwt.strategy.js';
import { LogIns } from './log-ins.service.js';
import { SeenObjects } from './seen-objects.js';
import { SignInRules } from './sign-in-rules.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCES, TOKEN_ISSUER } from './token-claims.js';
import { TokensService } from './tokens.service.js';

/**
 * The signing key as a KeyObject, made once. With the secret as text, the library would first try to parse it as a PEM public
 * key at every request, which takes fifty times as long as the verification.
 */
const tokenKey: Provider = {
  provide: KeyObject,
  inject: [Config],
  useFactory: (config: Config) => createSecretKey(config.secrets.jwt),
};

/** Registration, log-in, tokens, and the guard that authenticates every request. */
@Module({
  imports: [
    UsersModule,
    ApiKeysModule,
    BillingModule,
    PassportModule,
    JwtModule.registerAsync({
      extraProviders: [tokenKey],
      inject: [KeyObject],
      useFactory: (secret: KeyObject) => ({
        secret,
        signOptions: { algorithm: TOKEN_ALGORITHM, issuer: TOKEN_ISSUER },
        verifyOptions: { algorithms: [TOKEN_ALGORITHM], issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCES },
      }),
    }),
  ],
  controllers: [AuthController, AccountPagesController],
  providers: [
    tokenKey,
    AuthService,
    HeaderCallers,
    LogIns,
    SignInRules,
    TokensService,
    JwtStrategy,
    ApiKeyStrategy,
    SeenObjects,
    CallerGuard,
    { provide: APP_GUARD, useExisting: CallerGuard },
  ],
  exports: [LogIns, SignInRules],
})
export class AuthModule {}
