import { KeyObject } from 'node:crypto';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { BillingModule } from '../../billing/billing.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountPagesController } from './account-pages.controller.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { CallerGuard } from './caller.guard.js';
import { JwtStrategy } from './jwt.strategy.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER } from './token-claims.js';
import { tokenKey } from './token-key.js';
import { TokensService } from './tokens.service.js';

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
        signOptions: { algorithm: TOKEN_ALGORITHM, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE },
        verifyOptions: { algorithms: [TOKEN_ALGORITHM], issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE },
      }),
    }),
  ],
  controllers: [AuthController, AccountPagesController],
  providers: [
    tokenKey,
    AuthService,
    TokensService,
    JwtStrategy,
    ApiKeyStrategy,
    CallerGuard,
    { provide: APP_GUARD, useExisting: CallerGuard },
  ],
})
export class AuthModule {}
