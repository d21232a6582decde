import { type ParsedUrlQuery, parse as parseForm } from 'node:querystring';
import { Controller, Headers, Param, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { accountFull } from '../../../platform/database/held-bytes.js';
import { invalid } from '../../../platform/errors/api-error.js';
import { Public } from '../../../platform/http/access/access.js';
import type { ServiceRequest } from '../../../platform/http/access/caller.js';
import { bodyTooLarge, RawBody } from '../../../platform/http/body/body.guard.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { NotRateLimited } from '../../../platform/http/rate-limit/budgets.js';
import { signatureInvalid } from '../source-errors.js';
import { SourceItemResponse } from '../sources.responses.js';
import { URL_TOO_LONG } from '../twilio-callback.js';
import type { FormFields } from '../twilio-signature.js';
import { TakeCallbacks } from './take-callbacks.js';
import { TwilioCallbacks } from './twilio-callbacks.service.js';

/** Some twenty fields, of which none is long. No signature is made of more. */
const MAX_FORM_BYTES = 64 * 1024;
const MAX_FIELDS = 200;

@ApiTags('Sources')
@Controller('intake/twilio')
export class TwilioController {
  constructor(
    private readonly callbacks: TwilioCallbacks,
    private readonly takeCallbacks: TakeCallbacks,
  ) {}

  @Post(':source_id')
  @Public()
  @NotRateLimited()
  @RawBody()
  @ApiOperation({
    operationId: 'receiveTwilioCallback',
    summary: 'Receive recording callbacks from Twilio',
    description:
      'For Twilio, not for clients: the signature in `X-Twilio-Signature` is the credential. Set this URL as ' +
      '`recordingStatusCallback`; its query may contain fields of the call, such as `agent_id`, `contact_id`, ' +
      '`metadata.team`, and `agent` if it differs from the source’s. The recording is downloaded in the ' +
      'background, with the credentials of the source. A repeated callback creates no second call. A source ' +
      'accepts 50 callbacks a second and queues 1,000; others get 503, and Twilio retries them.',
  })
  @ApiParam({ name: 'source_id', description: 'Id of the source.', schema: { type: 'string' } })
  @ApiHeader({
    name: 'X-Twilio-Signature',
    required: true,
    description: 'HMAC-SHA1, in Base64, over the address and the sorted fields, with the auth token of the source.',
    example: '0123456789012345678901234567=',
  })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({
    schema: {
      type: 'object',
      additionalProperties: true,
      description: 'The form of a recording callback: `RecordingSid`, `RecordingUrl`, `RecordingStatus` and others.',
    },
  })
  @ApiCreatedResponse({ type: SourceItemResponse, description: 'The callback is kept.' })
  @ApiOkResponse({ type: SourceItemResponse, description: 'The recording was announced before.' })
  @ApiNoContentResponse({ description: 'The recording is not completed: nothing is kept.' })
  @Refuses(accountFull(), bodyTooLarge(), signatureInvalid(), invalid([URL_TOO_LONG]))
  async receiveTwilioCallback(
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
    @Param('source_id') sourceId: string,
    @Headers('x-twilio-signature') signature: string | undefined,
  ): Promise<SourceItemResponse | undefined> {
    const bytes = request.rawBody ?? Buffer.alloc(0);
    if (bytes.length > MAX_FORM_BYTES) throw bodyTooLarge();
    const path = request.originalUrl;
    const kept = await this.callbacks.keep({
      sourceId,
      path,
      query: queryOf(path),
      fields: formOf(bytes),
      signature: signature ?? '',
    });
    if (!kept) {
      response.status(204);
      return undefined;
    }
    response.status(kept.isNew ? 201 : 200);
    if (kept.isNew) void this.takeCallbacks.takeNow(kept.id);
    return SourceItemResponse.of(kept.item);
  }
}

const formOf = (bytes: Buffer): ParsedUrlQuery => parseForm(bytes.toString(), '&', '=', { maxKeys: MAX_FIELDS });

/** The last of a name counts. */
const queryOf = (path: string): FormFields =>
  Object.fromEntries(new URLSearchParams(path.includes('?') ? path.slice(path.indexOf('?')) : ''));
