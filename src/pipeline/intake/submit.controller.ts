// POST /analysis, both request forms: everything that can be refused without the recording is refused before its first byte.
import { randomUUID } from 'node:crypto';
import { Controller, Header, Logger, Req, type Type } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { AnalysisResponse } from '../../analysis/analysis.response.js';
import { AnalysisReader } from '../../analysis/analysis-reader.js';
import { limitSentence, MinutesLedger } from '../../billing/minutes-ledger.js';
import {
  ApiError,
  badRequest,
  invalid,
  paymentRequired,
  type ValidationItem,
} from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../platform/http/access/caller.js';
import { bodyCutShort, MultipartOrJsonBody } from '../../platform/http/body/body.guard.js';
import { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { SubmissionBudget } from '../../platform/http/rate-limit/budgets.js';
import { inputFaults, isRecord, readInput } from '../../platform/http/validation/validation.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { ObjectStore } from '../../ports/object-store.js';
import { ProviderError } from '../../ports/provider-error.js';
import { AcceptanceUnknown, AcceptCall, audioTooLong, type CallSubmission } from './accept-call.js';
import { readSubmissionForm } from './read-submission-form.js';
import {
  AUDIO_EMPTY,
  AUDIO_TOO_LARGE,
  type ReceivedRecording,
  RecordingIntake,
  recordingKey,
  UNSUPPORTED_FORMAT,
} from './recording-intake.js';
import { SubmitCallFields, SubmitUploadRequest, SubmitUrlRequest } from './submit-call.request.js';

const uploadFailed = () => new ApiError(500, 'Audio upload failed');

/** The limits of the plans as they are sold; hundredths of minutes. */
const FREE = { livemode: true, includedHundredths: 100_00, overageLimitHundredths: 0 };
const STARTER = { livemode: true, includedHundredths: 1000_00, overageLimitHundredths: 50_00 };

@ApiTags('Analyses')
@Controller('analysis')
export class SubmitController {
  private readonly logger = new Logger(SubmitController.name);

  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly intake: RecordingIntake,
    private readonly store: ObjectStore,
    private readonly door: OutboundDoor,
    private readonly ledger: MinutesLedger,
    private readonly reader: AnalysisReader,
  ) {}

  @Post()
  @ForCaller('analysis:write')
  @SubmissionBudget()
  @MultipartOrJsonBody(SubmitUrlRequest)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation({
    operationId: 'createAnalysis',
    summary: 'Submit a call',
    description:
      'Uploads a recording, or names a URL to fetch it from. Answers at once with status `processing`; poll the analysis ' +
      'or wait for the webhook. Usage is checked against the plan before a byte is taken. 20 a minute unless the ' +
      'operator says otherwise.',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { $ref: getSchemaPath(SubmitUploadRequest) },
          // Left to itself a generated client would repeat the field for each event, and no field may come twice.
          encoding: { webhook_events: { style: 'form', explode: false } },
        },
        'application/json': { schema: { $ref: getSchemaPath(SubmitUrlRequest) } },
      },
    },
  })
  @ApiExtraModels(SubmitUploadRequest, SubmitUrlRequest)
  @ApiCreatedResponse({ type: AnalysisResponse })
  @Refuses(
    badRequest(UNSUPPORTED_FORMAT),
    badRequest(AUDIO_EMPTY),
    badRequest(AUDIO_TOO_LARGE),
    badRequest(audioTooLong(600)),
    paymentRequired(limitSentence(FREE, 99_40)),
    paymentRequired(limitSentence(STARTER, 1050_00)),
    paymentRequired(limitSentence({ ...FREE, livemode: false }, 100_00)),
    uploadFailed(),
  )
  async submit(@CurrentCaller() caller: Caller, @Req() request: ServiceRequest): Promise<string> {
    const idempotent = IdempotentRequest.of(request);
    const id = idempotent?.resourceId ?? randomUUID();
    if (!idempotent?.made) {
      await this.ledger.hasRoom(caller.accountId, caller.livemode);
      if (request.is('multipart/form-data')) await this.takeUpload(id, caller, request, idempotent);
      else await this.takeUrl(id, caller, request, idempotent);
    }
    return this.reader.getJson(caller.accountId, id);
  }

  private async takeUrl(
    id: string,
    caller: Caller,
    request: ServiceRequest,
    idempotent: IdempotentRequest | null,
  ): Promise<void> {
    const fields = this.read(SubmitUrlRequest, request.body ?? {}, ['webhook_url', 'audio_url'], caller, []);
    const submission = submissionOf(fields, fields.audio_url);
    await this.acceptCall.accept(id, caller, request.requestId, submission, null, idempotent);
  }

  private async takeUpload(
    id: string,
    caller: Caller,
    request: ServiceRequest,
    idempotent: IdempotentRequest | null,
  ): Promise<void> {
    // A sender who goes away takes its half recording with it.
    const abort = new AbortController();
    request.once('close', () => {
      if (!request.complete) abort.abort(bodyCutShort());
    });
    try {
      const form = await readSubmissionForm(
        request,
        (bytes, file) => this.storeRecording(id, bytes, file, abort.signal),
        idempotent ? (content) => idempotent.readForm(content) : undefined,
      );
      const faults = form.stored ? form.faults : [AUDIO_MISSING, ...form.faults];
      const fields = this.read(SubmitCallFields, filledIn(form.fields), ['webhook_url'], caller, faults);
      const submission = submissionOf(fields, null);
      await this.acceptCall.accept(id, caller, request.requestId, submission, form.stored, idempotent);
    } catch (error) {
      // What may yet turn out to be accepted keeps its recording; what does not is swept.
      if (!(error instanceof AcceptanceUnknown)) await this.forget(id);
      throw error;
    }
  }

  private async storeRecording(
    ...[id, bytes, file, signal]: Parameters<RecordingIntake['receive']>
  ): Promise<ReceivedRecording> {
    try {
      return await this.intake.receive(id, bytes, file, signal);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.logger.error({ err: error }, 'Storage did not take an upload');
      throw uploadFailed();
    }
  }

  /**
   * @param addresses the fields that hold one; where they may lead depends on the caller's mode and the configuration
   * @param faults what else is wrong with the request
   * @throws ApiError 422 with every failing field
   */
  private read<Fields extends SubmitCallFields>(
    type: Type<Fields>,
    input: unknown,
    addresses: readonly string[],
    { livemode }: Caller,
    faults: readonly ValidationItem[],
  ): Fields {
    const all = [...faults, ...inputFaults(type, input, 'body')];
    const told = new Set(all.map(({ loc }) => loc[1]));
    for (const field of addresses) {
      const url = isRecord(input) && !told.has(field) ? input[field] : null;
      const fault = typeof url === 'string' ? this.door.check(url, { livemode }) : null;
      if (fault) all.push({ ...fault, loc: ['body', field] });
    }
    if (all.length > 0) throw invalid(all);
    return readInput(type, input, 'body');
  }

  /** An upload that was not accepted leaves nothing behind. */
  private async forget(id: string): Promise<void> {
    try {
      await this.store.delete(recordingKey(id));
    } catch (error) {
      this.logger.warn({ err: error }, 'A refused upload could not be removed; the sweep will');
    }
  }
}

const AUDIO_MISSING: ValidationItem = {
  type: 'missing',
  loc: ['body', 'audio_file'],
  msg: 'Field required',
  input: null,
};

/** Forms send what was not filled in as an empty field; of the optional ones it means that they were left out. */
function filledIn(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([name, text]) => text !== '' || NEVER_EMPTY.has(name)));
}

const NEVER_EMPTY: ReadonlySet<string> = new Set(['agent_id', 'contact_id'] satisfies (keyof SubmitCallFields)[]);

function submissionOf(fields: SubmitCallFields, audioUrl: string | null): CallSubmission {
  return {
    agentId: fields.agent_id,
    contactId: fields.contact_id,
    audioUrl,
    webhookUrl: fields.webhook_url ?? null,
    webhookEvents: fields.webhook_events,
    metadata: JSON.stringify(fields.metadata ?? {}),
    agentChannel: fields.agent_channel ?? null,
    language: fields.language ?? null,
  };
}
