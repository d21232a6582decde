// A transcript as JSON text, as the service stores it.

/** About 120 bytes per segment. */
export function transcript(segmentCount = 90) {
  const segments = Array.from({ length: segmentCount }, (_, id) => ({
    id,
    speaker: id % 2 === 0 ? 'agent' : 'customer',
    channel: id % 2,
    start: id * 1.02,
    end: id * 1.02 + 0.9,
    text: `Sentence ${id} of a call`,
    confidence: 0.94,
  }));
  return JSON.stringify({ text: segments.map(({ text }) => text).join('\n'), language: 'en', segments });
}
