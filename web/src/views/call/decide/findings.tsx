import type { CompletedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { ruleName } from '../../../texts/rule-name.js';
import { number, share, t } from '../../../texts/texts.js';
import type { Decision } from '../draft/beside.js';
import { findingItems, type Item, violationItem } from '../draft/items.js';
import type { Violated } from '../judged.js';
import { Finding, type Play, Quotes } from './finding.tsx';

interface FindingsProps {
  readonly analysis: CompletedAnalysis;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly onPlay: Play;
}

export function Findings({ analysis, decisions, onPlay }: FindingsProps) {
  const { compliance, quality, coaching, call_kind, manipulation_suspected, summary, observations } = analysis.results;
  const observed = observations.filter((one) => one.observed);
  return (
    <>
      {call_kind && call_kind !== 'conversation' && <p class="notice">{t(`call.kind.${call_kind}`)}</p>}
      {manipulation_suspected && <p class="notice">{t('call.manipulation')}</p>}
      <p dir="auto">{summary}</p>
      {compliance.violations.length > 0 && (
        <section aria-labelledby="violations">
          <h3 id="violations">{t('call.violations')}</h3>
          <ItemList
            items={(compliance.violations as readonly Violated[]).map(violationItem)}
            decisions={decisions}
            onPlay={onPlay}
          />
        </section>
      )}
      <Part
        name="compliance"
        score={compliance.score}
        coverage={compliance.coverage ?? null}
        items={findingItems(analysis, 'compliance')}
        decisions={decisions}
        onPlay={onPlay}
      />
      <Part
        name="quality"
        score={quality.overall_score}
        coverage={quality.coverage ?? null}
        items={findingItems(analysis, 'quality')}
        decisions={decisions}
        onPlay={onPlay}
      />
      {(coaching.strengths.length > 0 || coaching.recommendations.length > 0) && (
        <section aria-labelledby="coaching">
          <h3 id="coaching">{t('call.coaching')}</h3>
          <Sentences title={t('call.strengths')} sentences={coaching.strengths} />
          <Sentences title={t('call.recommendations')} sentences={coaching.recommendations} />
        </section>
      )}
      {observed.length > 0 && (
        <section aria-labelledby="observations">
          <h3 id="observations">{t('call.observations')}</h3>
          <ul class="findings">
            {observed.map((observation) => (
              <li class="finding" key={observation.rule}>
                <p>{ruleName(observation.rule, observation.description)}</p>
                <Quotes citations={observation.citations} onPlay={onPlay} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ItemListProps {
  readonly items: readonly Item[];
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly onPlay: Play;
}

export function ItemList({ items, decisions, onPlay }: ItemListProps) {
  return (
    <ul class="findings">
      {items.map((item, index) => (
        <Finding key={`${item.key} ${index}`} item={item} decision={decisions.get(item.key)} onPlay={onPlay} />
      ))}
    </ul>
  );
}

interface PartProps extends ItemListProps {
  readonly name: 'compliance' | 'quality';
  readonly score: number | null;
  readonly coverage: number | null;
}

function Part({ name, score, coverage, ...list }: PartProps) {
  return (
    <section aria-labelledby={name}>
      <h3 id={name} class="part-head">
        {t(`call.${name}`)} {score !== null && <strong class="score">{number(score)}</strong>}
        <span class="soft small">
          {score === null ? t('call.noScore') : coverage !== null && t('call.coverage', { share: share(coverage) })}
        </span>
      </h3>
      <ItemList {...list} />
    </section>
  );
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul class="sentences">
        {sentences.map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
    </>
  );
}
