// Answers with status 200 that Stripe does not give: a proxy's page, a cut connection, another version of its API.

export interface OddStripeAnswer {
  readonly what: string;
  /** `refused`: it answers no request. `read`: it answers every request. `either`: depends on what the request reads. */
  readonly outcome: 'refused' | 'read' | 'either';
  /** @param answer what Stripe would have answered */
  spoil(answer: string): string;
}

const instead = (text: string) => () => text;

/** Changes every member of an answer, at any depth. */
function changing(change: (value: unknown, key: string) => unknown): (answer: string) => string {
  return (answer) => JSON.stringify(JSON.parse(answer, (key, value) => change(value, key)));
}

export const ODD_STRIPE_ANSWERS: readonly OddStripeAnswer[] = [
  { what: 'an empty body', outcome: 'refused', spoil: instead('') },
  { what: 'a page', outcome: 'refused', spoil: instead('<html><body>Down for maintenance</body></html>') },
  { what: 'JSON that is cut off', outcome: 'refused', spoil: (answer) => answer.slice(0, -2) },
  { what: 'null', outcome: 'refused', spoil: instead('null') },
  { what: 'a text', outcome: 'refused', spoil: instead('"ok"') },
  { what: 'a bare list', outcome: 'refused', spoil: instead('[]') },
  { what: 'an empty object', outcome: 'refused', spoil: instead('{}') },
  { what: 'an object of another kind', outcome: 'refused', spoil: instead('{"id":"file_1","object":"file"}') },
  { what: 'no ids', outcome: 'either', spoil: changing((value, key) => (key === 'id' ? undefined : value)) },
  {
    what: 'lists without data',
    outcome: 'either',
    spoil: changing((value, key) => (key === 'data' ? undefined : value)),
  },
  {
    what: 'lists whose data is a text',
    outcome: 'either',
    spoil: changing((value, key) => (key === 'data' ? '' : value)),
  },
  { what: 'null for every member', outcome: 'refused', spoil: changing((value, key) => (key === '' ? value : null)) },
  {
    what: 'numbers as texts',
    outcome: 'either',
    spoil: changing((value) => (typeof value === 'number' ? 'many' : value)),
  },
  {
    what: 'numbers no date can hold',
    outcome: 'either',
    spoil: changing((value) => (typeof value === 'number' ? 1e300 : value)),
  },
  {
    what: 'numbers below zero',
    outcome: 'either',
    spoil: changing((value) => (typeof value === 'number' ? -1 : value)),
  },
  {
    what: 'members of a later version',
    outcome: 'read',
    spoil: changing((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && 'object' in value
        ? { ...value, of_a_later_version: { value: [1] } }
        : value,
    ),
  },
];
