// The form that the API document shows.

export const FORM_EXAMPLE = {
  language: 'en',
  pass_mark: 80,
  min_coverage: 0.5,
  sections: [
    {
      key: 'opening',
      title: 'Opening',
      weight: 20,
      questions: [
        {
          key: 'recording_notice',
          text: 'Did the agent say that the call is recorded?',
          guidance: null,
          speaker: 'agent',
          weight: 10,
          within: { from: 'start', seconds: 60 },
          answers: [
            { key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false },
            { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: true },
          ],
          na: false,
          applies_if: null,
          judge: {
            kind: 'phrases',
            any: ['call ~3 recorded|monitored'],
            none: ['not recorded'],
            answer: 'yes',
            otherwise: 'no',
          },
          automation: 'score',
        },
      ],
    },
  ],
} as const;
