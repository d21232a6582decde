import { describe, expect, it } from 'vitest';
import type { CallToAnalyse, RoleAssignment } from '../../../src/ports/call-analyst.js';
import type { ChannelLayout } from '../../../src/speech/listening/channel-layout.js';
import type { MergedTranscript } from '../../../src/speech/pieces/merge-pieces.js';
import { assignRoles } from '../../../src/speech/transcript/assign-roles.js';

const NO_ROLES: RoleAssignment = { speakers: {}, segments: null };

/** One segment of one second per `[label, channel]`. */
function heard(...voices: (readonly [string | null, number | null])[]): MergedTranscript {
  return {
    segments: voices.map(([speaker, channel], id) => ({
      id,
      speaker,
      channel,
      startMs: id * 1000,
      endMs: id * 1000 + 900,
      text: `words ${id}`,
      confidence: null,
      words: null,
    })),
    spotted: [{ phrase: 'call is recorded', channel: voices[0]?.[1] ?? null, startMs: 100, endMs: 500 }],
    language: 'en',
  };
}

async function assign(
  merged: MergedTranscript,
  layout: ChannelLayout,
  assignment: RoleAssignment,
  agentChannel: number | null = null,
  voiceSeparation: number | null = null,
  language: string | null = null,
) {
  const asked: CallToAnalyse[] = [];
  const transcript = await assignRoles({
    merged,
    layout,
    durationMs: 10_000,
    agentChannel,
    voiceSeparation,
    language,
    signal: new AbortController().signal,
    analyst: {
      assignRoles: async (call) => {
        asked.push(call);
        return assignment;
      },
    },
  });
  return { transcript, asked, speakers: transcript.segments.map(({ speaker }) => speaker) };
}

const sure = (role: 'agent' | 'customer', confidence = 0.9) => ({ role, confidence });
const stereo = heard(['channel_0', 0], ['channel_1', 1], ['channel_0', 0]);

describe('roles', () => {
  it('follow the channel that the client names, without asking the analyst [settled 6]', async () => {
    const { speakers, transcript, asked } = await assign(stereo, 'stereo', NO_ROLES, 1);
    expect(speakers).toEqual(['customer', 'agent', 'customer']);
    expect(transcript.diarization).toEqual({ method: 'channel', roleConfidence: 1 });
    expect(asked).toEqual([]);
  });

  it('follow what is said on either channel: the role of one gives the role of the other', async () => {
    const byAgent = await assign(stereo, 'stereo', { speakers: { speaker_1: sure('agent') }, segments: null });
    expect(byAgent.speakers).toEqual(['customer', 'agent', 'customer']);
    const byCustomer = await assign(stereo, 'stereo', {
      speakers: { speaker_0: sure('customer', 0.8) },
      segments: null,
    });
    expect(byCustomer.speakers).toEqual(['customer', 'agent', 'customer']);
    expect(byCustomer.transcript.diarization.roleConfidence, 'confidence of the roles').toBe(0.8);
  });

  it.each<[string, RoleAssignment['speakers']]>([
    ['nothing', {}],
    ['too little on one channel', { speaker_0: sure('agent', 0.59) }],
    ['too little on both channels', { speaker_0: sure('agent', 0.55), speaker_1: sure('customer', 0.59) }],
    ['two agents alike', { speaker_0: sure('agent', 0.9), speaker_1: sure('agent', 0.9) }],
    ['two agents nearly alike', { speaker_0: sure('agent', 0.95), speaker_1: sure('agent', 0.8) }],
    ['two customers', { speaker_0: sure('customer', 0.7), speaker_1: sure('customer', 0.8) }],
  ])('take channel 1 for the agent, with 0.5, where what was said decides %s [settled 4]', async (_what, speakers) => {
    const assigned = await assign(stereo, 'stereo', { speakers, segments: null });
    expect(assigned.speakers).toEqual(['customer', 'agent', 'customer']);
    expect(assigned.transcript.diarization).toEqual({ method: 'channel', roleConfidence: 0.5 });
  });

  it('follow the surer of two channels that both sound like an agent, with less confidence', async () => {
    const speakers = { speaker_0: sure('agent', 0.95), speaker_1: sure('agent', 0.65) };
    const assigned = await assign(stereo, 'stereo', { speakers, segments: null });
    expect(assigned.speakers).toEqual(['agent', 'customer', 'agent']);
    expect(assigned.transcript.diarization.roleConfidence).toBeCloseTo(0.65, 9);
  });

  it('follow what a customer says on channel 1: the agent is on channel 0', async () => {
    const assigned = await assign(stereo, 'stereo', {
      speakers: { speaker_1: sure('customer', 0.8) },
      segments: null,
    });
    expect(assigned.speakers).toEqual(['agent', 'customer', 'agent']);
  });

  it.each([
    ['first', 0.9, 0.7],
    ['second', 0.7, 0.9],
  ])('are as sure as the surer of two channels that agree: the %s', async (_which, first, second) => {
    const speakers = { speaker_0: sure('agent', first), speaker_1: sure('customer', second) };
    const { transcript } = await assign(stereo, 'stereo', { speakers, segments: null });
    expect(transcript.diarization.roleConfidence, 'The less sure channel decides how sure the roles are').toBe(0.9);
  });

  it('follow what was said from a confidence of 0.6 on', async () => {
    const assigned = await assign(stereo, 'stereo', { speakers: { speaker_0: sure('agent', 0.6) }, segments: null });
    expect(assigned.speakers).toEqual(['agent', 'customer', 'agent']);
    expect(assigned.transcript.diarization.roleConfidence, 'confidence of the roles').toBe(0.6);
  });

  it('give two voices that both sound like an agent one agent, with less confidence', async () => {
    const merged = heard(['A', null], ['B', null]);
    const both = (second: number) =>
      assign(merged, 'mono', {
        speakers: { speaker_0: sure('agent'), speaker_1: sure('agent', second) },
        segments: null,
      });
    const clear = await both(0.6);
    expect(clear.speakers).toEqual(['agent', 'speaker_1']);
    expect(clear.transcript.diarization.roleConfidence).toBeCloseTo(0.65, 9);
    expect((await both(0.85)).speakers).toEqual(['speaker_0', 'speaker_1']);
  });

  it('give the agent to the surer of two voices, whichever is heard first', async () => {
    const speakers = { speaker_0: sure('agent', 0.65), speaker_1: sure('agent', 0.95) };
    const assigned = await assign(heard(['A', null], ['B', null]), 'mono', { speakers, segments: null });
    expect(assigned.speakers).toEqual(['speaker_0', 'agent']);
    expect(assigned.transcript.diarization.roleConfidence).toBeCloseTo(0.65, 9);
  });

  it.each<[string, number, number, string[]]>([
    ['the surest', 0.7, 0.9, ['speaker_0', 'customer', 'agent']],
    ['the first of equally sure ones', 0.9, 0.9, ['agent', 'customer', 'speaker_2']],
  ])('give the agent among three voices to %s', async (which, first, third, expected) => {
    const speakers = {
      speaker_0: sure('agent', first),
      speaker_1: sure('customer', 0.6),
      speaker_2: sure('agent', third),
    };
    const merged = heard(['A', null], ['B', null], ['C', null]);
    const assigned = await assign(merged, 'mono', { speakers, segments: null });
    expect(assigned.speakers, `The agent is not ${which}`).toEqual(expected);
    expect(assigned.transcript.diarization.roleConfidence, 'Roles are surer than the least sure of them').toBe(0.6);
  });

  it('are given to the voices that an engine labels, and segments without a label keep a number', async () => {
    const merged = heard(['A', null], [null, null], ['A', null]);
    const { speakers, transcript } = await assign(merged, 'mono', {
      speakers: { speaker_0: sure('agent') },
      segments: { 1: sure('customer') },
    });
    expect(speakers).toEqual(['agent', 'speaker_1', 'agent']);
    expect(transcript.diarization.method).toBe('model');
  });

  it('leave a third voice and an uncertain one with a number', async () => {
    const merged = heard(['A', null], ['B', null], ['C', null]);
    const { speakers, transcript } = await assign(merged, 'mono', {
      speakers: { speaker_0: sure('agent'), speaker_1: sure('customer', 0.4), speaker_2: sure('agent', 0.7) },
      segments: null,
    });
    expect(speakers).toEqual(['agent', 'speaker_1', 'speaker_2']);
    expect(transcript.diarization).toEqual({ method: 'model', roleConfidence: 0.9 });
  });

  it('are no surer than the voice separation, and barely separated voices keep numbers', async () => {
    const merged = heard(['voice_1', null], ['voice_0', null], ['voice_1', null]);
    const assignment = {
      speakers: { speaker_0: sure('agent', 0.98), speaker_1: sure('customer', 0.98) },
      segments: null,
    };
    const assignAt = (separation: number) => assign(merged, 'mono', assignment, null, separation);
    const clear = await assignAt(2.3);
    expect(clear.speakers).toEqual(['agent', 'customer', 'agent']);
    expect(clear.transcript.diarization).toEqual({ method: 'model', roleConfidence: 0.95, heuristic: true });
    const fair = await assignAt(0.4);
    expect(fair.speakers).toEqual(['agent', 'customer', 'agent']);
    expect(fair.transcript.diarization.roleConfidence).toBeCloseTo(0.664, 9);
    const poor = await assignAt(0.3);
    expect(poor.speakers).toEqual(['speaker_0', 'speaker_1', 'speaker_0']);
    expect(poor.transcript.diarization).toEqual({ method: 'model', roleConfidence: 0, heuristic: true });
  });

  it('are no surer than the analyst, however clearly the voices differ', async () => {
    const merged = heard(['voice_0', null], ['voice_1', null]);
    const { transcript } = await assign(
      merged,
      'dual-mono',
      { speakers: { speaker_0: sure('agent', 0.7), speaker_1: sure('customer', 0.55) }, segments: null },
      null,
      2,
    );
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['agent', 'speaker_1']);
    expect(transcript.diarization).toEqual({ method: 'model', roleConfidence: 0.7, heuristic: true });
  });

  describe('of voices that a model told apart', () => {
    const merged = heard(['voice_0', null], ['voice_1', null], ['voice_0', null], ['voice_1', null]);
    const byVoice: RoleAssignment = {
      speakers: { speaker_0: sure('agent'), speaker_1: sure('customer') },
      segments: null,
    };
    async function assignVoices(byWords: RoleAssignment, { voicesFromModel = true, voices = byVoice } = {}) {
      let asked = 0;
      const { segments, diarization } = await assignRoles({
        merged,
        layout: 'mono',
        durationMs: 10_000,
        agentChannel: null,
        voiceSeparation: null,
        voicesFromModel,
        language: null,
        signal: new AbortController().signal,
        analyst: {
          assignRoles: async (call) => {
            asked += 1;
            return call.segments.some(({ speaker }) => speaker === 'speaker_1') ? voices : byWords;
          },
        },
      });
      return { speakers: segments.map(({ speaker }) => speaker), diarization, asked };
    }
    const WITH_ROLES = ['agent', 'customer', 'agent', 'customer'];

    it('are given where the words of the utterances agree, or say nothing', async () => {
      const agreeing = { 0: sure('agent'), 1: sure('customer'), 2: sure('customer', 0.5), 3: sure('customer') };
      const given = await assignVoices({ speakers: {}, segments: agreeing });
      expect(given.speakers).toEqual(WITH_ROLES);
      expect(given.diarization).toEqual({ method: 'model', roleConfidence: 0.9 });
      expect((await assignVoices(NO_ROLES)).speakers).toEqual(WITH_ROLES);
    });

    it('are left out where one voice says what agents say and what customers say', async () => {
      const mixed = { 0: sure('agent'), 1: sure('customer'), 2: sure('customer'), 3: sure('agent') };
      const given = await assignVoices({ speakers: {}, segments: mixed });
      expect(given.speakers).toEqual(['speaker_0', 'speaker_1', 'speaker_0', 'speaker_1']);
      expect(given.diarization).toEqual({ method: 'model', roleConfidence: 0 });
    });

    it('are compared with the words only where there are roles, and of a model: each question costs', async () => {
      const mixed = { speakers: {}, segments: { 0: sure('customer'), 1: sure('agent') } };
      const withoutRoles = await assignVoices(mixed, { voices: NO_ROLES });
      expect(withoutRoles.asked, 'The analyst is asked about roles that were not given').toBe(1);
      const labelled = await assignVoices(mixed, { voicesFromModel: false });
      expect(labelled, 'The labels of an engine are compared with the words').toMatchObject({
        asked: 1,
        speakers: WITH_ROLES,
      });
    });
  });

  it('are assigned segment by segment without diarization', async () => {
    const merged = heard([null, null], [null, null], [null, null]);
    const { speakers, transcript } = await assign(merged, 'mono', {
      speakers: {},
      segments: { 0: sure('agent', 0.8), 1: sure('customer', 0.3) },
    });
    expect(speakers).toEqual(['agent', 'speaker_0', 'speaker_0']);
    expect(transcript.diarization).toEqual({ method: 'content', roleConfidence: 0.8 });
    const limit = { 0: sure('agent', 0.8), 1: sure('customer', 0.6), 2: sure('customer', 0.59) };
    const mean = await assign(merged, 'mono', { speakers: {}, segments: limit });
    expect(mean.speakers).toEqual(['agent', 'customer', 'speaker_0']);
    expect(mean.transcript.diarization.roleConfidence).toBeCloseTo(0.7, 9);
    const unassigned = await assign(merged, 'mono', NO_ROLES);
    expect(unassigned.transcript.diarization).toEqual({ method: 'none', roleConfidence: 0 });
  });

  it('give the one speaker of a one-sided recording a role or a number', async () => {
    const merged = heard(['channel_1', 1], ['channel_1', 1]);
    const withRole = await assign(merged, 'one-silent', { speakers: { speaker_0: sure('customer') }, segments: null });
    expect(withRole.speakers).toEqual(['customer', 'customer']);
    expect(withRole.transcript.diarization).toEqual({ method: 'channel', roleConfidence: 0.9 });
    expect((await assign(merged, 'one-silent', NO_ROLES)).speakers).toEqual(['speaker_0', 'speaker_0']);
    expect((await assign(merged, 'one-silent', NO_ROLES, 1)).speakers).toEqual(['agent', 'agent']);
  });

  it('are assigned to spotted phrases, too', async () => {
    const { transcript } = await assign(stereo, 'stereo', NO_ROLES, 0);
    expect(transcript.spotted).toEqual([{ phrase: 'call is recorded', speaker: 'agent', startMs: 100, endMs: 500 }]);
  });

  it.each<[string, (readonly [string | null, number | null])[], number, string]>([
    [
      'of its channel, even if the other speaks then',
      [
        ['channel_0', 0],
        ['channel_1', 1],
      ],
      1500,
      'customer',
    ],
    [
      'within whose words it is',
      [
        ['A', null],
        ['B', null],
        ['A', null],
      ],
      1500,
      'customer',
    ],
    [
      'who spoke shortly before',
      [
        ['A', null],
        ['B', null],
      ],
      940,
      'agent',
    ],
    [
      'who spoke shortly after',
      [
        ['B', null],
        ['A', null],
        ['B', null],
      ],
      1970,
      'customer',
    ],
    [
      'who spoke last',
      [
        ['A', null],
        ['B', null],
      ],
      9000,
      'customer',
    ],
    [
      'who spoke before, of two as near',
      [
        ['A', null],
        ['B', null],
      ],
      950,
      'agent',
    ],
  ])('give a spotted phrase to the speaker %s', async (who, voices, startMs, expected) => {
    const merged = heard(...voices);
    const speakers = {
      speaker_0: sure(voices[0]?.[0] === 'B' ? 'customer' : 'agent'),
      speaker_1: sure(voices[0]?.[0] === 'B' ? 'agent' : 'customer'),
    };
    const channel = voices[1]?.[1] ?? null;
    const phrase = { phrase: 'call is recorded', startMs, endMs: startMs + 10 };
    const { transcript } = await assign(
      { ...merged, spotted: [{ ...phrase, channel }] },
      channel === null ? 'mono' : 'stereo',
      { speakers, segments: null },
    );
    expect(transcript.spotted, `The phrase is not the one of the speaker ${who}`).toEqual([
      { ...phrase, speaker: expected },
    ]);
  });

  it('leave out a phrase that was spotted on a channel without speech', async () => {
    const phrase = { phrase: 'call is recorded', channel: 1, startMs: 100, endMs: 500 };
    const merged = { ...heard(['channel_0', 0]), spotted: [phrase] };
    expect((await assign(merged, 'one-silent', NO_ROLES)).transcript.spotted).toEqual([]);
  });

  it.each([
    ['that the engine named', 'en', 'de', 'en'],
    ['that the client named, where the engine named none', null, 'de', 'de'],
  ])('are asked for in the language %s', async (_which, named, given, expected) => {
    const { transcript, asked } = await assign({ ...stereo, language: named }, 'stereo', NO_ROLES, null, null, given);
    expect(transcript.language).toBe(expected);
    expect(asked).toMatchObject([{ language: expected, outputLanguage: null, durationMs: 10_000, spotted: [] }]);
  });

  it('are not asked for without speech', async () => {
    const { transcript, asked } = await assign({ segments: [], spotted: [], language: 'en' }, 'mono', NO_ROLES);
    expect(transcript).toEqual({
      segments: [],
      language: null,
      diarization: { method: 'none', roleConfidence: 0 },
      spotted: [],
    });
    expect(asked).toEqual([]);
  });
});
