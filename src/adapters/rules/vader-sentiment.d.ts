// The package brings no types; this is the part in use.
declare module 'vader-sentiment' {
  interface PolarityScores {
    readonly neg: number;
    readonly neu: number;
    readonly pos: number;
    /** -1 to 1. */
    readonly compound: number;
  }
  const vader: { readonly SentimentIntensityAnalyzer: { polarity_scores(text: string): PolarityScores } };
  export default vader;
}
