// A finding or a violation as clients receive it: the answer, its proof, whose verdict it is, and the service's own beside it.
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { SPEAKER } from './analysis-transcript.response.js';

export class CitationResponse {
  @ApiProperty({ type: 'integer', description: 'Segment that holds the quotation.', example: 3 })
  segment_id: number;
  @ApiProperty(SPEAKER)
  speaker: string;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 10.1 })
  start: number;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 12.8 })
  end: number;
  @ApiProperty({
    type: 'string',
    description: 'Verbatim part of the segment.',
    example: 'can you confirm your date of birth',
  })
  quote: string;
  @ApiProperty({
    type: 'string',
    enum: ['verified', 'repaired'],
    description: 'Equal but for white space, or equal but for case and punctuation.',
    example: 'verified',
  })
  verification: string;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'True if a correction has since changed what the reviewer quoted. Omitted otherwise.',
    example: true,
  })
  stale?: true;
}

/** Who decided: the service, or a person in a review. */
export const VERDICT_SOURCES = ['system', 'human'] as const;
export type VerdictSource = (typeof VERDICT_SOURCES)[number];

export const VERDICT_SOURCE = {
  type: 'string',
  enum: [...VERDICT_SOURCES],
  required: false,
  description:
    'Who decided: the AI (`system`), or a reviewer. Omitted in analyses completed by an earlier release and not ' +
    'reviewed since.',
  example: 'system',
} as const satisfies ApiPropertyOptions;

const SYSTEM_VERDICT = {
  nullable: true,
  required: false,
  description:
    'The AI’s decision, if a reviewer decided; null otherwise. Omitted in analyses completed by an earlier ' +
    'release and not reviewed since.',
  example: null,
} as const;

class EvidenceResponse {
  @ApiProperty({
    type: 'number',
    description:
      'Confidence in the answer, 0 to 1, whether yes or no; 0 if the finding is not assessable, 1 if a reviewer ' +
      'decided.',
    example: 0.97,
  })
  confidence: number;
  @ApiProperty({
    type: 'string',
    description:
      'Verbatim from the transcript: the behaviour, or its opposite if the answer is no. Empty if neither was ' +
      'found.',
    example: 'can you confirm your date of birth',
  })
  evidence: string;
  @ApiProperty({
    type: 'boolean',
    description:
      'True if the finding needs review: the answer is no, is not assessable, or has a confidence under 0.6. ' +
      'False once a reviewer has decided.',
    example: false,
  })
  flagged: boolean;
  @ApiProperty({
    type: 'boolean',
    description:
      'Read this first. False if neither the behaviour nor its opposite was found, if it is unclear who the ' +
      'agent is (`role_confidence` under 0.6), or if the audio of the party is not good enough to rule it out: ' +
      'the answer then does not count against the agent, and the finding is in no score.',
    example: true,
  })
  assessable: boolean;
  @ApiProperty({
    type: () => [CitationResponse],
    description: 'Quotes that show the behaviour, or its opposite; each is verified against the transcript.',
  })
  citations: CitationResponse[];
  @ApiProperty(VERDICT_SOURCE)
  source?: VerdictSource;
}

export class SystemPerformedFinding extends EvidenceResponse {
  @ApiProperty({
    type: 'boolean',
    description: 'Whether the agent did it. `false` counts against the agent only with `assessable: true`.',
    example: true,
  })
  performed: boolean;
}

export class PerformedFindingResponse extends SystemPerformedFinding {
  @ApiProperty({ type: () => SystemPerformedFinding, ...SYSTEM_VERDICT })
  system?: SystemPerformedFinding | null;
}

export class SystemDisclosuresFinding extends SystemPerformedFinding {
  @ApiProperty({
    type: [String],
    description: 'Required disclosures that are proved not to have been made.',
    example: [],
  })
  missing: string[];
}

export class DisclosuresFindingResponse extends SystemDisclosuresFinding {
  @ApiProperty({ type: () => SystemDisclosuresFinding, ...SYSTEM_VERDICT })
  system?: SystemDisclosuresFinding | null;
}

export class SystemPresentFinding extends EvidenceResponse {
  @ApiProperty({
    type: 'boolean',
    description: 'Whether it was found. `false` counts against the agent only with `assessable: true`.',
    example: true,
  })
  present: boolean;
}

export class PresentFindingResponse extends SystemPresentFinding {
  @ApiProperty({ type: () => SystemPresentFinding, ...SYSTEM_VERDICT })
  system?: SystemPresentFinding | null;
}

export class SystemResolvedFinding extends EvidenceResponse {
  @ApiProperty({
    type: 'boolean',
    description: "Whether the customer's matter was settled. False means failure only with `assessable: true`.",
    example: true,
  })
  resolved: boolean;
}

export class ResolvedFindingResponse extends SystemResolvedFinding {
  @ApiProperty({ type: () => SystemResolvedFinding, ...SYSTEM_VERDICT })
  system?: SystemResolvedFinding | null;
}

export class SystemViolation {
  @ApiProperty({ type: 'string', description: 'Stable name of the rule.', example: 'card_security_code_requested' })
  rule: string;
  @ApiProperty({
    type: 'string',
    description: 'One sentence: that of the rule, or the service’s own with the quoted words. Never text of a model.',
    example: "The agent asked for the card's security code.",
  })
  description: string;
  @ApiProperty({ type: 'number', description: '0 to 1; 1 if a reviewer decided.', example: 0.9 })
  confidence: number;
  @ApiProperty({
    type: 'string',
    description: 'Verbatim from the transcript.',
    example: 'the security code on the back',
  })
  evidence: string;
  @ApiProperty({
    type: 'boolean',
    description: 'True until a reviewer confirms or dismisses it.',
    example: true,
  })
  flagged: boolean;
  @ApiProperty({ type: () => [CitationResponse], description: 'Quotes from the transcript.' })
  citations: CitationResponse[];
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'False if a reviewer dismissed it: it then no longer lowers the score. Omitted, as `source` is, where it ' +
      'could only be true.',
    example: true,
  })
  upheld?: boolean;
  @ApiProperty(VERDICT_SOURCE)
  source?: VerdictSource;
}

export class ViolationResponse extends SystemViolation {
  @ApiProperty({ type: () => SystemViolation, ...SYSTEM_VERDICT })
  system?: SystemViolation | null;
}
