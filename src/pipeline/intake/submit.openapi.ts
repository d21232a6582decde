// Describes POST /analysis, with its two request bodies, and POST /analysis/from-url for the OpenAPI document.
import { type ApiOperationOptions, getSchemaPath } from '@nestjs/swagger';
import { liveTerms, testTerms } from '../../billing/periods/plan-terms.js';
import { limitSentence, scenarioLimitSentence } from '../../billing/usage/quota-sentences.js';
import { MAX_SCENARIOS_A_MONTH } from '../../billing/usage/scenario-limit.js';
import { DEFAULT_OFFER } from '../../platform/config/offer.js';
import { ApiError, badRequest, notFound, paymentRequired } from '../../platform/errors/api-error.js';
import {
  AUDIO_EMPTY,
  AUDIO_TOO_LARGE,
  audioTooLong,
  UNSUPPORTED_FORMAT,
  uploadFailed,
} from '../../recordings/receiving/recording-limits.js';
import { redactionRequired } from '../../redaction/settings/resolve-redaction.js';
import {
  nothingPublished,
  scorecardArchived,
  scorecardNotFound,
  testScorecardOnly,
} from '../../scorecards/cards/scorecard-errors.js';
import { uploadLocked, uploadNotComplete, uploadNotFound, uploadUsed } from '../../uploads/upload-errors.js';
import { SubmitJsonRequest, SubmitUploadRequest, SubmitUrlRequest } from './submit-call.request.js';

export const SUBMIT_OPERATION: ApiOperationOptions = {
  operationId: 'createAnalysis',
  summary: 'Submit a call',
  description:
    'Uploads a recording. With JSON instead of a form it refers to a resumable upload (`POST /uploads`), or a URL to ' +
    'download the recording from, as `POST /analysis/from-url` does. Responds immediately with status ' +
    '`processing`; poll the analysis or wait for the webhook. Usage is checked against the plan before the ' +
    'upload is read. 20 a minute, and 20 uploads open at the same time, unless the operator says otherwise.',
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { $ref: getSchemaPath(SubmitUploadRequest) },
        // By default a generated client repeats the field for each value, and a form may hold most fields only once.
        encoding: {
          webhook_events: { style: 'form', explode: false },
          scorecards: { style: 'form', explode: false },
          redact: { style: 'form', explode: false },
        },
      },
      'application/json': { schema: { $ref: getSchemaPath(SubmitJsonRequest) } },
    },
  },
};

export const SUBMIT_URL_OPERATION: ApiOperationOptions = {
  operationId: 'createAnalysisFromUrl',
  summary: 'Submit a call by its URL',
  description:
    'The JSON form of `POST /analysis`, without `upload_id`, as an operation of its own, for clients that ' +
    'support one type of body per operation. The recording is downloaded from a URL in the background. Same ' +
    'response, same rate limit.',
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: getSchemaPath(SubmitUrlRequest) } } },
  },
};

const ACTIVE = {
  status: 'active',
  disputed: false,
  collectionPaused: false,
  priceCents: null,
  overageCentsPerMinute: null,
} as const;
const FREE = liveTerms(DEFAULT_OFFER, { ...ACTIVE, plan: 'free', overageLimitHundredths: 0 });
const STARTER = liveTerms(DEFAULT_OFFER, { ...ACTIVE, plan: 'starter', overageLimitHundredths: 50_00 });
const TEST = testTerms(DEFAULT_OFFER, 'free');

export const QUOTA_REFUSALS: readonly ApiError[] = [
  // The plan still has 0.6 minutes left here, which is less than the recording needs.
  paymentRequired(limitSentence({ ...FREE, livemode: true }, FREE.includedHundredths - 60)),
  paymentRequired(
    limitSentence({ ...STARTER, livemode: true }, STARTER.includedHundredths + STARTER.overageLimitHundredths),
  ),
  paymentRequired(limitSentence({ ...TEST, livemode: false }, TEST.includedHundredths)),
  paymentRequired(scenarioLimitSentence(MAX_SCENARIOS_A_MONTH, MAX_SCENARIOS_A_MONTH)),
];

const SCORECARD_REFUSALS: readonly ApiError[] = [
  scorecardNotFound(),
  scorecardArchived(),
  nothingPublished(),
  testScorecardOnly(),
];

const REDACTION_REFUSALS: readonly ApiError[] = [redactionRequired('card_number')];

export const SUBMIT_REFUSALS: readonly ApiError[] = [
  uploadNotFound(),
  uploadNotComplete(41_943_040, 83_886_080),
  uploadUsed(),
  uploadLocked(),
  badRequest(UNSUPPORTED_FORMAT),
  badRequest(AUDIO_EMPTY),
  badRequest(AUDIO_TOO_LARGE),
  badRequest(audioTooLong(DEFAULT_OFFER.maxAudioMinutes)),
  ...QUOTA_REFUSALS,
  ...SCORECARD_REFUSALS,
  ...REDACTION_REFUSALS,
  notFound('Analysis'),
  uploadFailed(),
];

export const SUBMIT_URL_REFUSALS: readonly ApiError[] = [
  ...QUOTA_REFUSALS,
  ...SCORECARD_REFUSALS,
  ...REDACTION_REFUSALS,
  notFound('Analysis'),
  uploadFailed(),
];
