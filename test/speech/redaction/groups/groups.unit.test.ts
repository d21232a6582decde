// What finding does after requests in any words. `npm run bench -- --only redaction-groups` prints the three side by side.
import { describe, expect, it } from 'vitest';
import { type GroupFigures, type Half, measureGroups, readGroups } from './groups.js';

const SHOWN = process.env.SHOW_REDACTION !== undefined;

/** Figures below which no change may go, in percent gone of each kind; false masks are counted. */
const FLOORS: Readonly<Record<Half, { pci: Record<string, number>; all: number; numbers: number; ordinary: number }>> =
  {
    seen: {
      pci: {
        card_number: 99,
        card_security_code: 99,
        card_expiry: 98,
        one_time_code: 99,
        pin: 97,
        password: 96,
        security_answer: 96,
      },
      all: 96,
      // One of them is a row of lottery numbers, which may be read as thirteen digits.
      numbers: 29,
      ordinary: 1,
    },
    // Half of it are pieces cut out of calls, of which a third asks for something else in the same words.
    fresh: {
      pci: {
        card_number: 98,
        card_security_code: 96,
        card_expiry: 90,
        one_time_code: 98,
        pin: 80,
        password: 75,
        security_answer: 91,
      },
      all: 90,
      numbers: 93,
      ordinary: 45,
    },
    // Most of its requests name nothing.
    unseen: {
      pci: {
        card_number: 100,
        card_security_code: 100,
        card_expiry: 100,
        one_time_code: 95,
        pin: 88,
        password: 75,
        security_answer: 83,
      },
      all: 85,
      numbers: 15,
      ordinary: 6,
    },
  };

const percent = ({ gone, of }: { readonly gone: number; readonly of: number }) => (100 * gone) / of;
const all = ({ kinds }: GroupFigures) =>
  [...kinds.values()].reduce((sum, { gone, of }) => ({ gone: sum.gone + gone, of: sum.of + of }), { gone: 0, of: 0 });

describe.each(['seen', 'unseen', 'fresh'] as const)('the %s talk', (half) => {
  const floors = FLOORS[half];

  it('masks what was asked for in any words', () => {
    const [pci, pii] = (['pci', 'pii'] as const).map((preset) => measureGroups(readGroups('secrets', half), preset));
    if (SHOWN) show(half, { pci: pci!, pii: pii! });
    for (const [kind, floor] of Object.entries(floors.pci))
      expect(percent(pci!.kinds.get(kind) ?? { gone: 0, of: 1 }), kind).toBeGreaterThanOrEqual(floor);
    expect(percent(all(pii!)), 'all types').toBeGreaterThanOrEqual(floors.all);
  });

  it('leaves other numbers alone', () => {
    const numbers = measureGroups(readGroups('numbers', half), 'pii');
    const ordinary = measureGroups(readGroups('ordinary', half), 'pii');
    if (SHOWN)
      console.log(half, 'false masks:', { numbers: numbers.falseMasks, of: numbers.words }, ordinary.falseMasks);
    expect(numbers.falseMasks, 'in talk full of numbers').toBeLessThanOrEqual(floors.numbers);
    expect(ordinary.falseMasks, 'in ordinary calls').toBeLessThanOrEqual(floors.ordinary);
  });
});

function show(half: Half, figures: Readonly<Record<'pci' | 'pii', GroupFigures>>): void {
  const kinds = [...figures.pii.kinds.keys()].sort();
  const cell = (share: { gone: number; of: number } | undefined) => (share ? `${share.gone}/${share.of}` : '');
  console.log(
    [
      `${half}: gone with pci and with pii`,
      ...kinds.map(
        (kind) =>
          `  ${kind.padEnd(20)} ${cell(figures.pci.kinds.get(kind)).padEnd(10)} ${cell(figures.pii.kinds.get(kind))}`,
      ),
      `  kept texts that are masked: ${figures.pii.keptMasked}; other masks: ${figures.pii.falseMasks} in ${figures.pii.words} words`,
      ...(half === 'seen' ? [`  left: ${figures.pci.left.join(', ')}`] : []),
    ].join('\n'),
  );
}
