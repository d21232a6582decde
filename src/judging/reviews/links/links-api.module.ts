import { createSecretKey } from 'node:crypto';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../../../platform/config/config.js';
import { ReviewLinksController } from './review-links.controller.js';
import { ReviewLinks } from './review-links.js';
import { ReviewSessionController } from './review-session.controller.js';
import { ReviewSessions, SESSION_ALGORITHM, SESSION_AUDIENCE, SESSION_ISSUER } from './review-sessions.js';

/** Links for reviewers without an account, and what they open. */
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ secrets }: Config) => ({
        secret: createSecretKey(secrets.reviewLinks),
        signOptions: { algorithm: SESSION_ALGORITHM, issuer: SESSION_ISSUER, audience: SESSION_AUDIENCE },
        verifyOptions: { algorithms: [SESSION_ALGORITHM], issuer: SESSION_ISSUER, audience: SESSION_AUDIENCE },
      }),
    }),
  ],
  controllers: [ReviewLinksController, ReviewSessionController],
  providers: [ReviewLinks, ReviewSessions],
})
export class LinksApiModule {}
