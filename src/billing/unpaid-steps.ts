/** Steps of the pipeline that cost no provider's money. What any other step records was paid for. */
export const UNPAID_STEPS: readonly string[] = ['measure', 'plan', 'voices'];
