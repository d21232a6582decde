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
    description: 'True where a correction has since changed what a person quoted. Left out otherwise.',
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
    'Whose verdict this is: the service’s, or that of a person in a review. Left out of analyses that an earlier ' +
    'release completed and that no person has reviewed.',
  example: 'system',
} as const satisfies ApiPropertyOptions;

const SYSTEM_VERDICT = {
  nullable: true,
  required: false,
  description:
    'What the service says, where a person decided; null where the verdict is the service’s own. Left out of analyses that an ' +
    'earlier release completed and that no person has reviewed.',
  example: null,
} as const;

class EvidenceResponse {
  @ApiProperty({
    type: 'number',
    description:
      '0 to 1: how sure the answer is, be it yes or no; 0 where the finding is not assessable, 1 where a person decided.',
    example: 0.97,
  })
  confidence: number;
  @ApiProperty({
    type: 'string',
    description:
      'Verbatim from the transcript: the deed, or its opposite where the answer is no. Empty where neither was heard.',
    example: 'can you confirm your date of birth',
  })
  evidence: string;
  @ApiProperty({
    type: 'boolean',
    description:
      'True when a person should look: the answer is no, is not assessable, or has a confidence under 0.6. False once a person ' +
      'has decided.',
    example: false,
  })
  flagged: boolean;
  @ApiProperty({
    type: 'boolean',
    description:
      'Read it first. False where neither the deed nor its opposite was heard, where who is the agent is not known ' +
      '(`role_confidence` under 0.6), or where the party was heard too badly to be accused: the answer is then not a ' +
      'reproach, and the finding is in no score.',
    example: true,
  })
  assessable: boolean;
  @ApiProperty({
    type: () => [CitationResponse],
    description: 'Where the deed, or its opposite, was said; each is checked against the transcript.',
  })
  citations: CitationResponse[];
  @ApiProperty(VERDICT_SOURCE)
  source?: VerdictSource;
}

export class SystemPerformedFinding extends EvidenceResponse {
  @ApiProperty({
    type: 'boolean',
    description: 'Whether the agent did it. False is a reproach only with `assessable: true`.',
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
    description: 'Whether it was there. False is a reproach only with `assessable: true`.',
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
    description:
      'One sentence for a person: that of the rule, or the service’s own with the words that prove it. No prose of a model.',
    example: "The agent asked for the card's security code.",
  })
  description: string;
  @ApiProperty({ type: 'number', description: '0 to 1; 1 where a person decided.', example: 0.9 })
  confidence: number;
  @ApiProperty({
    type: 'string',
    description: 'Verbatim from the transcript.',
    example: 'the security code on the back',
  })
  evidence: string;
  @ApiProperty({
    type: 'boolean',
    description: 'True until a person has upheld or dismissed it.',
    example: true,
  })
  flagged: boolean;
  @ApiProperty({ type: () => [CitationResponse], description: 'Where it was said.' })
  citations: CitationResponse[];
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'False where a person dismissed it: it then takes nothing off the score. Left out, as `source` is, where it could only be true.',
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
