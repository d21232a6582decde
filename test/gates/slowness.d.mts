export function startMeasuring(): () => number;
export function slownessOf(samples: readonly number[]): number;
