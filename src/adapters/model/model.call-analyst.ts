// Judges calls with a language model.
import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type CallToAnalyse,
  type RoleAssignment,
} from '../../ports/call-analyst.js';
import type { Role } from '../../ports/transcript.js';
import type { TellOperator } from '../vendor/engine-remark.js';
import {
  ANALYSIS_INSTRUCTIONS,
  analysisOutput,
  analysisQuestion,
  fenceTranscript,
  PROMPT_VERSION,
  ROLE_INSTRUCTIONS,
  segmentRolesOutput,
  speakerRolesOutput,
} from './analysis-prompt.js';
import { clamp, toReport } from './analysis-report.js';
import type { StructuredAsker } from './structured-asker.js';

export interface ModelCallAnalystOptions {
  readonly asker: StructuredAsker;
  /** Receives one sentence for the operator per finding of {@link ModelCallAnalyst.check}. */
  readonly warn: TellOperator;
}

const MAX_ANALYSIS_TOKENS = 16_000;
const MAX_ROLE_TOKENS = 4_000;
const TOKENS_PER_SEGMENT_ROLE = 6;
/** Roles show early: only the beginning of a long call is sent for assigning them. */
const MAX_ROLE_TRANSCRIPT_CHARACTERS = 60_000;

/**
 * Against prompt injection: the system message holds fixed instructions and nothing of the call; the transcript is JSON
 * lines inside a random fence in the user message; no tools are offered; the response must fit a strict schema, and numbers
 * out of range are clamped. The request asks a provider that stores requests to store nothing.
 */
export class ModelCallAnalyst extends CallAnalyst {
  readonly isCharged = true;
  readonly engine: AnalystEngine;
  readonly #asker: StructuredAsker;
  readonly #warn: TellOperator;

  constructor({ asker, warn }: ModelCallAnalystOptions) {
    super();
    this.#asker = asker;
    this.#warn = warn;
    this.engine = { name: asker.name, grade: 'production', rulesVersion: PROMPT_VERSION };
  }

  /** None: a language model understands a misheard phrase from its context. */
  phrasesToSpot(): readonly string[] {
    return [];
  }

  /** Gives roles per speaker label; per segment where a mono recording has one label only. */
  async assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    const labels = new Set<string>(call.segments.map(({ speaker }) => speaker));
    if (labels.size === 0) return { speakers: {}, segments: null };
    if (labels.size === 1 && call.segments.every(({ channel }) => channel === null)) {
      return this.#assignSegments(call, signal);
    }
    return this.#assignLabels(call, labels, signal);
  }

  async analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport> {
    const { message, fence } = fenceTranscript(analysisQuestion(call), call, call.segments);
    const { answer, tokens } = await this.#asker.ask(
      {
        name: 'call_analysis',
        purpose: 'analysis',
        cacheKey: `call_analysis-${PROMPT_VERSION}`,
        instructions: ANALYSIS_INSTRUCTIONS,
        message,
        shape: analysisOutput,
        maxOutputTokens: MAX_ANALYSIS_TOKENS,
      },
      signal,
    );
    return { ...toReport(answer, fence), ...(tokens && { tokens }) };
  }

  /** Rejects when the provider cannot be reached or refuses the key; only warns when it does not list the model. */
  async check(): Promise<void> {
    for (const { sentence, level } of await this.#asker.check()) this.#warn(sentence, level);
  }

  async #assignLabels(call: CallToAnalyse, labels: ReadonlySet<string>, signal: AbortSignal): Promise<RoleAssignment> {
    let characters = 0;
    const unheard = new Set(labels);
    const beginning = call.segments.filter(({ speaker, text }) => {
      characters += text.length;
      // The first words of a voice that is heard later are sent too.
      return unheard.delete(speaker) || characters <= MAX_ROLE_TRANSCRIPT_CHARACTERS;
    });
    const { message } = fenceTranscript('Give the role of each speaker label of this call.', call, beginning);
    const { answer } = await this.#asker.ask(
      {
        name: 'speaker_roles',
        purpose: 'analysis',
        cacheKey: `speaker_roles-${PROMPT_VERSION}`,
        instructions: ROLE_INSTRUCTIONS,
        message,
        shape: speakerRolesOutput,
        maxOutputTokens: MAX_ROLE_TOKENS,
      },
      signal,
    );
    const speakers: Record<string, { role: Role; confidence: number }> = {};
    for (const { label, role, confidence } of answer.speakers) {
      if (role !== 'unknown' && labels.has(label)) speakers[label] = { role, confidence: clamp(confidence, 0, 1) };
    }
    return { speakers, segments: null };
  }

  async #assignSegments(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    const { message } = fenceTranscript(
      'The voices of this call could not be told apart. List the numbers of the segments that the agent said and of those that the customer said; leave out what cannot be told.',
      call,
      call.segments,
    );
    const { answer } = await this.#asker.ask(
      {
        name: 'segment_roles',
        purpose: 'analysis',
        cacheKey: `segment_roles-${PROMPT_VERSION}`,
        instructions: ROLE_INSTRUCTIONS,
        message,
        shape: segmentRolesOutput,
        maxOutputTokens: MAX_ROLE_TOKENS + TOKENS_PER_SEGMENT_ROLE * call.segments.length,
      },
      signal,
    );
    const confidence = clamp(answer.confidence, 0, 1);
    const known = new Set(call.segments.map(({ id }) => id));
    const customer = new Set(answer.customer_segments.filter((id) => known.has(id)));
    const agent = new Set(answer.agent_segments.filter((id) => known.has(id)));
    const segments: Record<number, { role: Role; confidence: number }> = {};
    // A segment that the response gives to both parties gets no role.
    for (const id of agent) if (!customer.has(id)) segments[id] = { role: 'agent', confidence };
    for (const id of customer) if (!agent.has(id)) segments[id] = { role: 'customer', confidence };
    return { speakers: {}, segments };
  }
}
