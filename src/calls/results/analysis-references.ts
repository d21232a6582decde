// References to the schemas that `analysis.openapi.ts` adds to the API document.

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** An analysis in any of its states. */
export const ANALYSIS = reference('Analysis');
export const ANALYSIS_SUMMARY = reference('AnalysisSummary');
