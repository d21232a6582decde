// Icons on a field of 24, drawn in the colour of the text. They only accompany words: screen readers pass over them.
const PATHS = {
  mark: 'M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-8l-5 4v-4H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM7 9v3M10.3 7v7M13.7 8.5v4M17 9.5v2',
  forms: 'M6 3h12v18H6zM9.5 8h5M9.5 12h5M9.5 16h3',
  calls: 'M4 6h16M4 12h16M4 18h10',
  day: 'M3 21h18M6 17v-5M12 17V5M18 17V9',
  send: 'M12 16V4M7 9l5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  intake: 'M12 4v12M7 11l5 5 5-5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16.2 16.2 21 21',
  filter: 'M3 5h18l-7 8.5V20l-4-2.5v-4z',
  alert: 'M12 3 2 20h20zM12 10v4M12 17h.01',
  flag: 'M5 21V4h13l-2.5 4L18 12H5',
  check: 'M4 12.5 9.5 18 20 6.5',
  cross: 'M6 6l12 12M18 6 6 18',
  dash: 'M6 12h12',
  play: 'M7 4v16l13-8z',
  pause: 'M8 5v14M16 5v14',
  below: 'M6 9l6 6 6-6',
  back: 'M15 5l-7 7 7 7',
  ahead: 'M9 5l7 7-7 7',
  look: 'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  plus: 'M12 5v14M5 12h14',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  duplicate: 'M8 8h12v12H8zM16 8V4H4v12h4',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  code: 'M8 6l-6 6 6 6M16 6l6 6-6 6M13.5 4l-3 16',
  settings:
    'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 20c1-4 4-6 8-6s7 2 8 6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
