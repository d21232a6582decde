import type { Source } from '../../../../../clients/typescript/src/browser.js';
import { named, number, t } from '../../../texts/texts.js';
import { namingIn, pairsText } from './source-draft.js';

/** Settings of a source, without its credentials. */
export function SourceFacts({ source }: { readonly source: Source }) {
  const { kind, bucket, prefix, region, endpoint, external_id, account_sid, agent, api_base } = source;
  const { start, every_seconds, after } = source;
  const isBucket = kind !== 'twilio';
  const defaults = Object.entries(source.defaults).map(([name, value]) => `${name} = ${textOf(value)}`);
  const facts: readonly (readonly [name: string, value: string | null])[] = isBucket
    ? [
        [t('sources.bucket'), bucket],
        [t('sources.fact.prefix'), prefix === '' ? null : prefix],
        [t('sources.fact.region'), region],
        [t('sources.fact.endpoint'), endpoint],
        [t('sources.externalId'), external_id],
        [t('sources.naming'), namingText(source)],
        [t('sources.start'), start === null ? null : named('sources.start', start)],
        [t('sources.fact.every'), every_seconds === null ? null : seconds(every_seconds)],
        [t('sources.after'), after === null ? null : named('sources.after', after)],
      ]
    : [
        [t('sources.accountSid'), account_sid],
        [t('sources.leg'), agent === null ? null : named('sources.leg', agent)],
        [t('sources.fact.apiBase'), api_base],
      ];
  const all = [
    [t('sources.kind'), named('sources.kind', kind)] as const,
    ...facts,
    [t('sources.fact.defaults'), defaults.length === 0 ? null : defaults.join('\n')] as const,
  ];
  return (
    <dl class="endpoint-facts source-facts">
      {all.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const seconds = (value: number) => number(value, { style: 'unit', unit: 'second', unitDisplay: 'long' });
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function namingText(source: Source): string {
  const { preset, pattern, sidecar, map, object_metadata, time_zone } = namingIn(source);
  if (preset !== undefined) return named('sources.naming', preset);
  const zone = time_zone ? `\n${time_zone}` : '';
  if (pattern !== undefined) return `${pattern}${zone}`;
  if (sidecar !== undefined) return `${t('sources.naming.sidecar')}: ${sidecar}\n${pairsText(map ?? {})}${zone}`;
  return `${t('sources.naming.object_metadata')}\n${pairsText(object_metadata ?? {})}${zone}`;
}
