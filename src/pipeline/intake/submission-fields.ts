// Reads the fields of a submission from either request form, and reports every invalid field in one 422.
import { Injectable, type Type } from '@nestjs/common';
import { teamsOf } from '../../access/rights.js';
import type { CallSubmission } from '../../calls/insert-analysis.js';
import { TEAM } from '../../calls/listing/analysis-filter.js';
import { Config } from '../../platform/config/config.js';
import { invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { asAddress } from '../../platform/http/validation/as-uri.js';
import { isUuid } from '../../platform/http/validation/fields.js';
import { inputFaults, isRecord, readInput } from '../../platform/http/validation/read-input.js';
import { separatedList } from '../../platform/http/validation/separated-list.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { ENGINE_TASKS } from '../../ports/engine-trouble.js';
import { SCENARIOS } from '../../ports/scenario.js';
import type { AskedRedaction } from '../../redaction/settings/resolve-redaction.js';
import { engineFault } from '../../work/engines/engine-fault.js';
import type { SubmissionForm } from './read-submission-form.js';
import {
  MAX_SCORECARDS_A_CALL,
  SubmitCallFields,
  SubmitUploadedRequest,
  SubmitUrlRequest,
} from './submit-call.request.js';

/** Submission as the client sent it. Together with the account's settings it decides what is masked in the call. */
export interface AskedSubmission extends Omit<CallSubmission, 'redact'> {
  readonly asked: AskedRedaction | null;
}

/** Bounds of the calls that a caller may submit: their mode, and their values of `metadata.team`; none: any. */
export interface SubmissionBounds extends Pick<Caller, 'livemode'> {
  readonly teams: readonly string[];
}

export const boundsOf = ({ livemode, principal }: Pick<Caller, 'livemode' | 'principal'>): SubmissionBounds => ({
  livemode,
  teams: teamsOf(principal),
});

@Injectable()
export class SubmissionFields {
  constructor(
    private readonly door: OutboundDoor,
    private readonly config: Config,
  ) {}

  /** @throws ApiError 422 */
  readJson(body: unknown, caller: SubmissionBounds): AskedSubmission {
    if (!isScenarioGiven(body)) {
      const fields = this.read(SubmitUrlRequest, body, ['webhook_url', 'audio_url'], caller, []);
      return submissionOf(fields, fields.audio_url ?? null);
    }
    return submissionOf(this.read(SubmitCallFields, body, ['webhook_url'], caller, scenarioFaults(body, caller)), null);
  }

  /**
   * Reads the body of POST /analysis: it names an upload, or is read like `readJson`.
   * @throws ApiError 422
   */
  readUploaded(body: unknown, caller: SubmissionBounds): AskedSubmission & { readonly uploadId: string } {
    const faults = ONLY_WITHOUT_UPLOAD.flatMap((name): ValidationItem[] =>
      isRecord(body) && body[name] !== undefined && body[name] !== null
        ? [{ type: 'value_error', loc: ['body', name], msg: BESIDE_UPLOAD }]
        : [],
    );
    const fields = this.read(SubmitUploadedRequest, body, ['webhook_url'], caller, faults);
    return { ...submissionOf(fields, null), uploadId: fields.upload_id };
  }

  /** Reads the body for a call whose recording is stored already. @throws ApiError 422 */
  readStored(body: unknown, caller: SubmissionBounds): AskedSubmission {
    const faults = isScenarioGiven(body) ? [SCENARIO_OF_RECORDING] : [];
    return submissionOf(this.read(SubmitCallFields, body, ['webhook_url'], caller, faults), null);
  }

  /** @throws ApiError 422 */
  readForm(form: SubmissionForm<unknown>, caller: SubmissionBounds): AskedSubmission {
    const given = filledIn(form.fields);
    const isRefused = form.faults.some(({ loc }) => loc[1] === 'audio_file');
    const missing = form.stored === null && !isRefused && !isScenarioGiven(given) ? [AUDIO_MISSING] : [];
    const faults = [...missing, ...form.faults, ...scenarioFaults(given, caller)];
    return submissionOf(this.read(SubmitCallFields, given, ['webhook_url'], caller, faults), null);
  }

  /**
   * Returns the scorecards that a form names so far, while it is still arriving. Faults of the field are reported when the form
   * is complete.
   */
  readScorecards(fields: ReadonlyMap<string, string>): readonly string[] {
    const named = separatedList(fields.get('scorecards') ?? '');
    if (!named.every(isUuid)) return [];
    return [...new Set(named.map((id) => id.toLowerCase()))].slice(0, MAX_SCORECARDS_A_CALL);
  }

  /**
   * @param urlFields fields with a URL; the caller's mode and the configuration decide which URLs are allowed
   * @param faults other faults of the request
   * @throws ApiError 422 with every invalid field
   */
  private read<Fields extends SubmitCallFields>(
    type: Type<Fields>,
    input: unknown,
    urlFields: readonly string[],
    { livemode, teams }: SubmissionBounds,
    faults: readonly ValidationItem[],
  ): Fields {
    const told = new Set(faults.map(({ loc }) => loc[1]));
    const all = [...faults, ...inputFaults(type, input, 'body').filter(({ loc }) => !told.has(loc[1]))];
    const failed = new Set(all.map(({ loc }) => loc[1]));
    for (const field of urlFields) {
      const url = isRecord(input) && !failed.has(field) ? input[field] : null;
      const fault = typeof url === 'string' ? this.door.check(asAddress(url), { livemode }) : null;
      if (fault) all.push({ ...fault, loc: ['body', field] });
    }
    for (const task of ENGINE_TASKS) {
      const field = `${task}_engine`;
      const name = isRecord(input) && !failed.has(field) ? input[field] : null;
      const fault = name ? engineFault(this.config.engines, task, name) : null;
      if (fault !== null) all.push({ ...fault, loc: ['body', field] });
    }
    if (all.length > 0) throw invalid(all);
    return withinTeams(readInput(type, input, 'body'), teams);
  }
}

/**
 * A member of one team need not name it.
 * @throws ApiError 422 for a call of another team, which the member would not see
 */
function withinTeams<Fields extends SubmitCallFields>(fields: Fields, teams: readonly string[]): Fields {
  const given = fields.metadata?.[TEAM] ?? (teams.length === 1 ? teams[0] : undefined);
  if (teams.length === 0) return fields;
  if (typeof given !== 'string' || !teams.includes(given)) throw invalid([notOwnTeam(teams, given)]);
  fields.metadata = { ...fields.metadata, [TEAM]: given };
  return fields;
}

const notOwnTeam = (teams: readonly string[], input: unknown): ValidationItem => ({
  type: 'value_error',
  loc: ['body', 'metadata', TEAM],
  msg: valueError(`you submit calls of ${teams.join(', ')} only`),
  input: input ?? null,
});

const isScenarioGiven = (input: unknown): input is { readonly scenario: unknown } =>
  isRecord(input) && input.scenario !== undefined && input.scenario !== null;

const LIVE_SCENARIO = valueError('a scenario needs a test key (sk_test_…)');

/** Refuses scenarios with a live credential: it must not get invented results. An unknown scenario has a fault of its own. */
function scenarioFaults(input: unknown, { livemode }: Pick<SubmissionBounds, 'livemode'>): readonly ValidationItem[] {
  const known = isScenarioGiven(input) ? SCENARIOS.find((scenario) => scenario === input.scenario) : undefined;
  if (!livemode || known === undefined) return [];
  return [{ type: 'value_error', loc: ['body', 'scenario'], msg: LIVE_SCENARIO, input: known }];
}

/** Whether the recording is an upload. */
export const namesUpload = (body: unknown): body is { readonly upload_id: unknown } =>
  isRecord(body) && body.upload_id !== undefined && body.upload_id !== null;

const ONLY_WITHOUT_UPLOAD = ['audio_url', 'scenario'];
const BESIDE_UPLOAD = valueError('an upload is the recording, so that nothing else can be');

const SCENARIO_OF_RECORDING: ValidationItem = {
  type: 'value_error',
  loc: ['body', 'scenario'],
  msg: valueError('a scenario has no recording'),
};

const AUDIO_MISSING: ValidationItem = {
  type: 'missing',
  loc: ['body', 'audio_file'],
  msg: 'Field required',
  input: null,
};

/**
 * Removes blank fields: a browser sends an input that the user left blank as an empty field, and an optional field then counts as
 * missing. Trims text: text from a file ends with a line break, and may begin with a byte order mark, which `trim` removes too.
 */
function filledIn(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const trimmed = Object.entries(fields).map(([name, text]): [string, string] => [name, text.trim()]);
  return Object.fromEntries(trimmed.filter(([name, text]) => text !== '' || REQUIRED.has(name)));
}

const REQUIRED: ReadonlySet<string> = new Set(['agent_id', 'contact_id'] satisfies (keyof SubmitCallFields)[]);

function submissionOf(fields: SubmitCallFields, audioUrl: string | null): AskedSubmission {
  return {
    agentId: fields.agent_id,
    contactId: fields.contact_id,
    externalId: fields.external_id ?? null,
    audioUrl,
    webhookUrl: fields.webhook_url ?? null,
    webhookEvents: fields.webhook_events,
    metadata: JSON.stringify(fields.metadata ?? {}),
    agentChannel: fields.agent_channel ?? null,
    language: fields.language ?? null,
    outputLanguage: fields.output_language ?? null,
    callStartedAt: fields.call_started_at ?? null,
    direction: fields.direction ?? null,
    scenario: fields.scenario ?? null,
    scorecards: fields.scorecards ?? null,
    engines: { transcription: fields.transcription_engine ?? null, analysis: fields.analysis_engine ?? null },
    retentionDays: fields.retention_days ?? null,
    asked: fields.redact ?? null,
  };
}
