/** The number of cases of a test that draws or repeats many: a part of them in the short gate, else all of them. */
export function casesOf(whole: number, short: number): number {
  return process.env.TEST_GATE === 'short' ? short : whole;
}
