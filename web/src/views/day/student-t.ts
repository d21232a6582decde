// Student's t, for means of few values. Without the browser.

/** Both sides together leave 5 % out. */
const CONFIDENCE = 0.95;
const MAX_T = 1e3;
const ROUNDS = 60;

const known = new Map<number, number>();

/** So many standard errors lie between a mean and either end of its interval of 95 %. @param freedom degrees, at least 1 */
export function studentT(freedom: number): number {
  const found = known.get(freedom) ?? solve(freedom);
  known.set(freedom, found);
  return found;
}

function solve(freedom: number): number {
  let [low, high] = [0, MAX_T];
  for (let round = 0; round < ROUNDS; round += 1) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < CONFIDENCE) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability between -t and t: for whole degrees a finite sum (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function within(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let step = isOdd ? 3 : 2; step <= freedom - 2; step += 2) {
    term *= (cosine * cosine * (step - 1)) / step;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
