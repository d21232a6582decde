// Exact bounds of a share (Clopper and Pearson, The Use of Confidence or Fiducial Limits, 1934), by bisection over the sum of the
// binomial distribution. Pure.

/** Halvings of [0, 1]: the bound is then exact to the last bit of a double. */
const HALVINGS = 60;

/** @returns probability of so many successes or more */
export function atLeast(successes: number, n: number, share: number): number {
  if (successes <= 0 || share >= 1) return 1;
  if (successes > n || share <= 0) return 0;
  let logarithm = successes * Math.log(share) + (n - successes) * Math.log1p(-share) + logarithmOfChoices(n, successes);
  let sum = 0;
  for (let k = successes; k <= n; k++) {
    sum += Math.exp(logarithm);
    logarithm += Math.log((n - k) / (k + 1)) + Math.log(share) - Math.log1p(-share);
  }
  return Math.min(1, sum);
}

function logarithmOfChoices(n: number, k: number): number {
  let sum = 0;
  for (let at = 1; at <= Math.min(k, n - k); at++) sum += Math.log((n - at + 1) / at);
  return sum;
}

/** @param error probability that the true share lies below the bound */
export function lowerBound(successes: number, n: number, error: number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS && successes > 0; halving++) {
    const middle = (low + high) / 2;
    if (atLeast(successes, n, middle) <= error) low = middle;
    else high = middle;
  }
  return low;
}
