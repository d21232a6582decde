// Resumable uploads: tus 1.0. tus-exchange.ts speaks it, append-to-upload.ts takes the bytes.
import {
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Head,
  HttpCode,
  Injectable,
  Options,
  Patch,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ForCaller, Public } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../platform/http/access/caller.js';
import { StreamedBody } from '../platform/http/body/body.guard.js';
import { Post } from '../platform/http/idempotency/post.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { AppendBudget, UploadBudget } from '../platform/http/rate-limit/budgets.js';
import { UuidParam } from '../platform/http/validation/path-ids.js';
import { LocationInterceptor } from './location.interceptor.js';
import { Tus } from './tus.service.js';
import { TUS_OFFER, type TusAnswer } from './tus-exchange.js';
import { headerOf, isOffsetStream } from './tus-headers.js';
import { UploadResponse, uploadResponseOf } from './upload.response.js';
import { offsetTypeOnly } from './upload-errors.js';
import {
  APPEND_REFUSALS,
  APPEND_REQUEST_BODY,
  APPEND_TO_UPLOAD,
  CREATE_REFUSALS,
  CREATE_UPLOAD,
  CREATED_HEADERS,
  DescribeAppending,
  DescribeCreation,
  DescribeEnd,
  DescribeFinding,
  END_REFUSALS,
  END_UPLOAD,
  FIND_REFUSALS,
  FIND_UPLOAD,
  FOUND,
} from './uploads.openapi.js';

/** Runs before the interceptor for the Idempotency-Key: the headers of a creation are what a body is elsewhere. */
@Injectable()
export class CreationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !isOffsetStream(request)) throw offsetTypeOnly();
    const asked = [headerOf(request, 'upload-length'), headerOf(request, 'upload-metadata')];
    request.rawBody = Buffer.from(JSON.stringify(asked));
    return true;
  }
}

@ApiTags('Uploads')
@Controller('uploads')
export class UploadsController {
  constructor(private readonly tus: Tus) {}

  @Post()
  @ForCaller('analysis:write')
  @UploadBudget()
  @StreamedBody()
  @UseGuards(CreationGuard)
  @UseInterceptors(LocationInterceptor)
  @ApiOperation(CREATE_UPLOAD)
  @DescribeCreation()
  @ApiCreatedResponse({ type: UploadResponse, description: 'The upload.', headers: CREATED_HEADERS })
  @Refuses(...CREATE_REFUSALS)
  async create(@CurrentCaller() caller: Caller, @Req() request: ServiceRequest): Promise<UploadResponse> {
    return uploadResponseOf(await this.tus.create(caller, request), caller.livemode);
  }

  /** A browser asks without credentials. */
  @Options(['', ':id'])
  @HttpCode(204)
  @Public()
  @ApiExcludeEndpoint()
  describe(@Res({ passthrough: true }) response: Response): void {
    send(response, { headers: TUS_OFFER });
  }

  @Head(':id')
  @ForCaller('analysis:write')
  @AppendBudget()
  @ApiOperation(FIND_UPLOAD)
  @DescribeFinding()
  @ApiOkResponse(FOUND)
  @Refuses(...FIND_REFUSALS)
  async find(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the upload.') id: string,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    send(response, await this.tus.answer(caller, request, id));
  }

  @Patch(':id')
  @HttpCode(204)
  @ForCaller('analysis:write')
  @AppendBudget()
  @StreamedBody()
  @ApiOperation({ ...APPEND_TO_UPLOAD, requestBody: APPEND_REQUEST_BODY })
  @DescribeAppending()
  @Refuses(...APPEND_REFUSALS)
  async append(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the upload.') id: string,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    send(response, await this.tus.answer(caller, request, id));
  }

  @Delete(':id')
  @HttpCode(204)
  @ForCaller('analysis:write')
  @ApiOperation(END_UPLOAD)
  @DescribeEnd()
  @Refuses(...END_REFUSALS)
  async end(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the upload.') id: string,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    send(response, await this.tus.answer(caller, request, id));
  }
}

function send(response: Response, { headers }: Pick<TusAnswer, 'headers'>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
