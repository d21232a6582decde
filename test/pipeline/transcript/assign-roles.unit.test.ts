import { describe, expect, it } from 'vitest';
import type { ChannelLayout } from '../../../src/pipeline/listening/channel-layout.js';
import { assignRoles } from '../../../src/pipeline/transcript/assign-roles.js';
import type { MergedTranscript } from '../../../src/pipeline/transcript/merge-pieces.js';
import type { CallToAnalyse, RoleAssignment } from '../../../src/ports/call-analyst.js';

const NOBODY: RoleAssignment = { speakers: {}, segments: null };

/** One second a segment; `[label, channel]` each. */
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

async function tell(
  merged: MergedTranscript,
  layout: ChannelLayout,
  assignment: RoleAssignment,
  agentChannel: number | null = null,
  voiceSeparation: number | null = null,
) {
  const asked: CallToAnalyse[] = [];
  const transcript = await assignRoles({
    merged,
    layout,
    durationMs: 10_000,
    agentChannel,
    voiceSeparation,
    language: null,
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
  it('follow the channel the client names, and nobody is asked', async () => {
    const { speakers, transcript, asked } = await tell(stereo, 'stereo', NOBODY, 1);
    expect(speakers).toEqual(['customer', 'agent', 'customer']);
    expect(transcript.diarization).toEqual({ method: 'channel', roleConfidence: 1 });
    expect(asked).toEqual([]);
  });

  it('follow what is said on either channel: if one is told, so is the other', async () => {
    const byAgent = await tell(stereo, 'stereo', { speakers: { speaker_1: sure('agent') }, segments: null });
    expect(byAgent.speakers).toEqual(['customer', 'agent', 'customer']);
    const byCustomer = await tell(stereo, 'stereo', { speakers: { speaker_0: sure('customer', 0.8) }, segments: null });
    expect(byCustomer.speakers).toEqual(['customer', 'agent', 'customer']);
    expect(byCustomer.transcript.diarization.roleConfidence).toBe(0.8);
  });

  it('take channel 0 for the agent only where nothing tells them', async () => {
    const { speakers, transcript } = await tell(stereo, 'stereo', NOBODY);
    expect(speakers).toEqual(['agent', 'customer', 'agent']);
    expect(transcript.diarization).toEqual({ method: 'channel', roleConfidence: 0.5 });
  });

  it('leave a third voice, and a doubtful one, with a number', async () => {
    const merged = heard(['A', null], ['B', null], ['C', null]);
    const { speakers, transcript } = await tell(merged, 'mono', {
      speakers: { speaker_0: sure('agent'), speaker_1: sure('customer', 0.4), speaker_2: sure('agent', 0.7) },
      segments: null,
    });
    expect(speakers).toEqual(['agent', 'speaker_1', 'speaker_2']);
    expect(transcript.diarization).toEqual({ method: 'model', roleConfidence: 0.9 });
  });

  it('are no surer than the voices are told apart, and voices just told apart keep numbers', async () => {
    const merged = heard(['voice_1', null], ['voice_0', null], ['voice_1', null]);
    const assignment = {
      speakers: { speaker_0: sure('agent', 0.98), speaker_1: sure('customer', 0.98) },
      segments: null,
    };
    const toldAt = (separation: number) => tell(merged, 'mono', assignment, null, separation);
    const clear = await toldAt(2.3);
    expect(clear.speakers).toEqual(['agent', 'customer', 'agent']);
    expect(clear.transcript.diarization).toEqual({ method: 'model', roleConfidence: 0.95, heuristic: true });
    const fair = await toldAt(0.4);
    expect(fair.speakers).toEqual(['agent', 'customer', 'agent']);
    expect(fair.transcript.diarization.roleConfidence).toBeCloseTo(0.664, 9);
    const poor = await toldAt(0.3);
    expect(poor.speakers).toEqual(['speaker_0', 'speaker_1', 'speaker_0']);
    expect(poor.transcript.diarization).toEqual({ method: 'model', roleConfidence: 0, heuristic: true });
  });

  it('are no surer than what was said tells, however clear the voices', async () => {
    const merged = heard(['voice_0', null], ['voice_1', null]);
    const { transcript } = await tell(
      merged,
      'dual-mono',
      { speakers: { speaker_0: sure('agent', 0.7), speaker_1: sure('customer', 0.55) }, segments: null },
      null,
      2,
    );
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['agent', 'speaker_1']);
    expect(transcript.diarization).toEqual({ method: 'model', roleConfidence: 0.7, heuristic: true });
  });

  it('are told turn by turn where nobody told the voices apart', async () => {
    const merged = heard([null, null], [null, null], [null, null]);
    const { speakers, transcript } = await tell(merged, 'mono', {
      speakers: {},
      segments: { 0: sure('agent', 0.8), 1: sure('customer', 0.3) },
    });
    expect(speakers).toEqual(['agent', 'speaker_0', 'speaker_0']);
    expect(transcript.diarization).toEqual({ method: 'content', roleConfidence: 0.8 });
    const untold = await tell(merged, 'mono', NOBODY);
    expect(untold.transcript.diarization).toEqual({ method: 'none', roleConfidence: 0 });
  });

  it('give a one-sided recording its one speaker, or a number', async () => {
    const merged = heard(['channel_1', 1], ['channel_1', 1]);
    const told = await tell(merged, 'one-silent', { speakers: { speaker_0: sure('customer') }, segments: null });
    expect(told.speakers).toEqual(['customer', 'customer']);
    expect((await tell(merged, 'one-silent', NOBODY)).speakers).toEqual(['speaker_0', 'speaker_0']);
    expect((await tell(merged, 'one-silent', NOBODY, 1)).speakers).toEqual(['agent', 'agent']);
  });

  it('go to what a keyword spotter heard, too', async () => {
    const { transcript } = await tell(stereo, 'stereo', NOBODY, 0);
    expect(transcript.spotted).toEqual([{ phrase: 'call is recorded', speaker: 'agent', startMs: 100, endMs: 500 }]);
  });

  it('are not asked for where nobody spoke', async () => {
    const { transcript, asked } = await tell({ segments: [], spotted: [], language: 'en' }, 'mono', NOBODY);
    expect(transcript).toMatchObject({
      segments: [],
      language: null,
      diarization: { method: 'none', roleConfidence: 0 },
    });
    expect(asked).toEqual([]);
  });
});
