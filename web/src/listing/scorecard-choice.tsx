import type { Scorecard } from '../../../clients/typescript/src/browser.js';
import { useResource } from '../api/use-resource.js';
import { Choice, Labelled } from '../parts/field.tsx';

interface ScorecardChoiceProps {
  readonly label: string;
  /** Name of the choice of none. */
  readonly none: string;
  readonly value: string;
  readonly onValue: (id: string, card: Scorecard | null) => void;
}

/** Scorecards that are published. */
export function ScorecardChoice({ label, none, value, onValue }: ScorecardChoiceProps) {
  const cards = useResource('published scorecards', async (client, signal) =>
    client.scorecards.list({ limit: 100 }, { signal }),
  );
  const published = cards.value?.items.filter(({ revision }) => revision !== null) ?? [];
  return (
    <Labelled label={label}>
      {(id) => (
        <Choice
          id={id}
          label={label}
          value={value}
          choices={[['', none] as const, ...published.map((card) => [card.id, card.name] as const)]}
          onValue={(chosen) => onValue(chosen, published.find((card) => card.id === chosen) ?? null)}
        />
      )}
    </Labelled>
  );
}
