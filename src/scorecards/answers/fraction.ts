// Exact arithmetic with fractions of 0 or more, so that neither the order of a sum nor the scale of the weights changes a score.

/** A number of 0 or more as JavaScript writes it, e.g. `12`, `0.25`, `1e-7`. */
const DECIMAL = /^(?<whole>\d+)(?:\.(?<decimals>\d+))?(?:e(?<exponent>[+-]\d+))?$/;

export class Fraction {
  static readonly ZERO = new Fraction(0n, 1n);

  private constructor(
    private readonly numerator: bigint,
    private readonly denominator: bigint,
  ) {}

  /** The number as it is written in decimals: 0.1 is a tenth. @throws RangeError for a number below 0 and for none */
  static of(number: number): Fraction {
    const { whole = '', decimals = '', exponent = '0' } = DECIMAL.exec(String(number))?.groups ?? {};
    if (whole === '') throw new RangeError(`${number} is not a number of 0 or more`);
    const shift = BigInt(Number(exponent) - decimals.length);
    const digits = BigInt(whole + decimals);
    return shift >= 0n ? new Fraction(digits * 10n ** shift, 1n) : Fraction.reduced(digits, 10n ** -shift);
  }

  static sum(terms: readonly Fraction[]): Fraction {
    return terms.reduce((sum, term) => sum.plus(term), Fraction.ZERO);
  }

  /** @throws RangeError for a denominator of 0 */
  private static reduced(numerator: bigint, denominator: bigint): Fraction {
    if (denominator === 0n) throw new RangeError('Division by 0');
    let [divisor, rest] = [numerator, denominator];
    while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
    return new Fraction(numerator / divisor, denominator / divisor);
  }

  get isZero(): boolean {
    return this.numerator === 0n;
  }

  plus({ numerator, denominator }: Fraction): Fraction {
    return Fraction.reduced(
      this.numerator * denominator + numerator * this.denominator,
      this.denominator * denominator,
    );
  }

  times({ numerator, denominator }: Fraction): Fraction {
    return Fraction.reduced(this.numerator * numerator, this.denominator * denominator);
  }

  /** @throws RangeError for a divisor of 0 */
  over({ numerator, denominator }: Fraction): Fraction {
    return Fraction.reduced(this.numerator * denominator, this.denominator * numerator);
  }

  isUnder({ numerator, denominator }: Fraction): boolean {
    return this.numerator * denominator < numerator * this.denominator;
  }

  /** The nearest number with so many decimals. Halves are rounded up. */
  round(decimals: number): number {
    const scale = 10n ** BigInt(decimals);
    const rounded = (2n * this.numerator * scale + this.denominator) / (2n * this.denominator);
    return Number(rounded) / Number(scale);
  }
}
