import { ApiProperty } from '@nestjs/swagger';
import { NamedEngineResponse } from '../../calls/results/analysis.response.js';
import { ACTOR_KINDS, type ActorKind } from '../../platform/audit/audit-actions.js';
import { EvaluationCostResponse } from '../../scorecards/evaluations/evaluation.response.js';
import { VIAS, type Via } from '../../wire/via.js';

export const PROVENANCE_STAGES = ['transcription', 'analysis', 'evaluation'] as const;
export const VERSION_ORIGINS = ['service', 'correction'] as const;

const ID = { type: 'string', format: 'uuid', example: '8e2b6a10-5c3d-4f71-9a46-1d0c7e5b3f28' } as const;
const TIME = { type: 'integer', nullable: true, example: 1790000100 } as const;
const COUNT = { type: 'integer', nullable: true, example: 1 } as const;
const NAME = { type: 'string', nullable: true, example: 'mara' } as const;

export class ProvenanceTokensResponse {
  @ApiProperty({ ...COUNT, description: 'Tokens sent to the model.', example: 3120 })
  input: number | null;
  @ApiProperty({ ...COUNT, description: 'Tokens of its answers.', example: 410 })
  output: number | null;
}

export class ProvenanceEvaluationResponse {
  @ApiProperty({ ...ID, description: 'Id of the evaluation.' })
  id: string;
  @ApiProperty({ ...ID, description: 'The scorecard.' })
  scorecard_id: string;
  @ApiProperty({ type: 'integer', description: 'Its revision.', example: 3 })
  revision: number;
  @ApiProperty({ ...NAME, description: 'Hash of the form that was asked.', example: `sha256:${'0'.repeat(64)}` })
  revision_hash: string | null;
  @ApiProperty({ ...NAME, description: 'Hash of the transcript that was judged.', example: `sha256:${'1'.repeat(64)}` })
  transcript_hash: string | null;
  @ApiProperty({ ...TIME, description: 'When it was completed, in Unix seconds.' })
  completed_at: number | null;
  @ApiProperty({ type: 'boolean', description: 'True where the transcript was corrected since.', example: false })
  superseded: boolean;
}

export class ProvenanceStageResponse {
  @ApiProperty({ enum: PROVENANCE_STAGES, description: 'What was done.', example: 'evaluation' })
  stage: (typeof PROVENANCE_STAGES)[number];
  @ApiProperty({
    ...NAME,
    description:
      'What did it, as in `metadata.engine` and in the provenance of evaluations: the engine whose result was used. Null ' +
      'without a language model.',
    example: 'openai:gpt-6-luna',
  })
  engine: string | null;
  @ApiProperty({
    type: () => NamedEngineResponse,
    nullable: true,
    description:
      'The engine as the installation names it. Null for evaluations, and for calls of the sandbox or an earlier release.',
  })
  named_engine: NamedEngineResponse | null;
  @ApiProperty({
    ...NAME,
    description:
      'Version of the rules (`analysis`), or of the prompt (`evaluation`). Engines for `transcription` tell none.',
    example: 'form-1',
  })
  version: string | null;
  @ApiProperty({ ...COUNT, description: 'How often a worker took the stage up, also to continue it.' })
  attempts: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'Time of the stage, waiting included: `transcription` from the measured recording to the transcript, `analysis` from ' +
      'there to the judgement, `evaluation` and an analysis of a corrected call or one that is judged again from the request.',
    example: 4.2,
  })
  seconds: number | null;
  @ApiProperty({
    type: () => ProvenanceTokensResponse,
    nullable: true,
    description:
      'Of all requests for the result, repairs included, and of attempts that failed as far as they are known. ' +
      'Requests that find roles, or names to mask, are not counted. Null unless the provider tells them of each request.',
  })
  tokens: ProvenanceTokensResponse | null;
  @ApiProperty({
    type: () => EvaluationCostResponse,
    nullable: true,
    description:
      'By the configured prices of the engines: by the minute of audio sent (`transcription`), or by tokens. Null without them.',
  })
  cost: EvaluationCostResponse | null;
  @ApiProperty({ type: () => ProvenanceEvaluationResponse, nullable: true, description: 'Of `evaluation` alone.' })
  evaluation: ProvenanceEvaluationResponse | null;
}

export class ProvenanceVersionResponse {
  @ApiProperty({ type: 'integer', description: 'Number of the version, from 1.', example: 2 })
  version: number;
  @ApiProperty({ enum: VERSION_ORIGINS, description: 'What made it.', example: 'correction' })
  origin: (typeof VERSION_ORIGINS)[number];
  @ApiProperty({ ...TIME, description: 'Since when it is there, in Unix seconds.' })
  created: number | null;
  @ApiProperty({ ...ID, nullable: true, description: 'The correction. Null for version 1.' })
  correction_id: string | null;
  @ApiProperty({ ...NAME, description: 'Who corrected it.' })
  reviewer_id: string | null;
}

export class ProvenanceRedactionResponse {
  @ApiProperty({ description: 'As `redaction.status` of the analysis.', example: 'applied' })
  status: string;
  @ApiProperty({ description: 'Version of the rules by which it is masked.', example: '1' })
  version: string;
  @ApiProperty({ type: 'integer', description: 'How often it was masked after it was completed.', example: 0 })
  later_maskings: number;
}

export class ProvenanceReviewResponse {
  @ApiProperty({ ...ID, description: 'Id of the review.' })
  id: string;
  @ApiProperty({ type: 'integer', description: 'When, in Unix seconds.', example: 1790000400 })
  created: number;
  @ApiProperty({ ...NAME, description: 'Who reviewed it, as the review says.' })
  reviewer_id: string | null;
  @ApiProperty({ enum: VIAS, description: 'By which kind of credential.', example: 'token' })
  via: Via;
  @ApiProperty({ type: 'integer', description: 'The version of the transcript that was reviewed.', example: 1 })
  transcript_version: number;
}

export class ProvenanceReadResponse {
  @ApiProperty({ ...ID, description: 'Id of the entry in the audit log.' })
  id: string;
  @ApiProperty({ type: 'integer', description: 'When, in Unix seconds.', example: 1790000500 })
  at: number;
  @ApiProperty({
    enum: ACTOR_KINDS,
    description: 'Who got a link to the original, as in the audit log.',
    example: 'member',
  })
  actor_kind: ActorKind;
  @ApiProperty({
    description: 'Id of the member, the API key or the link.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  actor_id: string;
}

export class ProvenanceReadsResponse {
  @ApiProperty({ ...TIME, description: 'Time of the oldest entry in the audit log: earlier reads are not known.' })
  since: number | null;
  @ApiProperty({ type: 'integer', description: 'Number of reads since then.', example: 0 })
  total: number;
  @ApiProperty({ type: () => [ProvenanceReadResponse], description: 'Newest first, at most 1,000.' })
  items: ProvenanceReadResponse[];
}

export class ProvenanceResponse {
  @ApiProperty({ enum: ['provenance'], description: 'Always `provenance`.', example: 'provenance' })
  object: 'provenance';
  @ApiProperty({ ...ID, description: 'The account.' })
  account_id: string;
  @ApiProperty({ ...ID, description: 'The analysis.' })
  analysis_id: string;
  @ApiProperty({ type: 'boolean', description: 'False for a call of test mode.', example: true })
  livemode: boolean;
  @ApiProperty({ description: 'State of the analysis.', example: 'completed' })
  status: string;
  @ApiProperty({ type: 'integer', description: 'When it was accepted, in Unix seconds.', example: 1790000000 })
  created: number;
  @ApiProperty({ ...TIME, description: 'When it was completed or failed, in Unix seconds; null until then.' })
  ended_at: number | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'From acceptance to that end.', example: 8.1 })
  seconds: number | null;
  @ApiProperty({ type: 'integer', description: 'When this was answered, in Unix seconds.', example: 1790001000 })
  as_of: number;
  @ApiProperty({
    type: () => [ProvenanceStageResponse],
    description:
      'In their order, evaluations oldest first, at most 1,000. Empty until completed. Null: not known, as for calls of ' +
      'earlier releases, or not asked, as the analysis of a call without a conversation.',
  })
  stages: ProvenanceStageResponse[];
  @ApiProperty({ type: () => [ProvenanceVersionResponse], description: 'Oldest first. Empty until completed.' })
  transcript_versions: ProvenanceVersionResponse[];
  @ApiProperty({
    type: () => ProvenanceRedactionResponse,
    nullable: true,
    description: 'Null until completed, and where nothing was to be masked.',
  })
  redaction: ProvenanceRedactionResponse | null;
  @ApiProperty({ type: () => [ProvenanceReviewResponse], description: 'Oldest first, at most 1,000.' })
  reviews: ProvenanceReviewResponse[];
  @ApiProperty({ type: () => ProvenanceReadsResponse, description: 'Who read the original recording.' })
  original_reads: ProvenanceReadsResponse;
  @ApiProperty({
    required: false,
    description: 'With `format=signed`: `kid` of the key in `/.well-known/call-analysis/keys.json`.',
    example: 'kPrK_qmxVWaYVA9w',
  })
  key_id?: string;
  @ApiProperty({
    required: false,
    description: 'With `format=signed`: Ed25519 in base64url, over all other members in the form of RFC 8785.',
    example: 'mK0…',
  })
  signature?: string;
}
