import type { CompletedAnalysis } from '../../../../clients/typescript/src/browser.js';
import { number, share, t } from '../../texts/texts.js';
import { Finding, type Play, Quotes, Violation } from './finding.tsx';
import { complianceOf, type Judged, qualityOf, type Violated } from './judged.js';

export function Findings({
  results,
  onPlay,
}: {
  readonly results: CompletedAnalysis['results'];
  readonly onPlay: Play;
}) {
  const { compliance, quality, coaching, call_kind } = results;
  const violations = compliance.violations as readonly Violated[];
  const observations = results.observations.filter(({ observed }) => observed);
  return (
    <>
      {call_kind && call_kind !== 'conversation' && <p class="notice">{t(`call.kind.${call_kind}`)}</p>}
      {results.manipulation_suspected && <p class="notice">{t('call.manipulation')}</p>}
      <p dir="auto">{results.summary}</p>
      {violations.length > 0 && (
        <section aria-labelledby="violations">
          <h3 id="violations">{t('call.violations')}</h3>
          <ul class="findings">
            {violations.map((violation, index) => (
              <Violation key={`${violation.rule}-${index}`} violation={violation} onPlay={onPlay} />
            ))}
          </ul>
        </section>
      )}
      <Part
        name="compliance"
        score={compliance.score}
        coverage={compliance.coverage ?? null}
        findings={complianceOf(results)}
        onPlay={onPlay}
      />
      <Part
        name="quality"
        score={quality.overall_score}
        coverage={quality.coverage ?? null}
        findings={qualityOf(results)}
        onPlay={onPlay}
      />
      {(coaching.strengths.length > 0 || coaching.recommendations.length > 0) && (
        <section aria-labelledby="coaching">
          <h3 id="coaching">{t('call.coaching')}</h3>
          <Sentences title={t('call.strengths')} sentences={coaching.strengths} />
          <Sentences title={t('call.recommendations')} sentences={coaching.recommendations} />
        </section>
      )}
      {observations.length > 0 && (
        <section aria-labelledby="observations">
          <h3 id="observations">{t('call.observations')}</h3>
          <ul class="findings">
            {observations.map((observation) => (
              <li class="finding" key={observation.rule}>
                <p>{observation.description}</p>
                <Quotes citations={observation.citations} onPlay={onPlay} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface PartProps {
  readonly name: 'compliance' | 'quality';
  readonly score: number | null;
  readonly coverage: number | null;
  readonly findings: readonly Judged[];
  readonly onPlay: Play;
}

function Part({ name, score, coverage, findings, onPlay }: PartProps) {
  return (
    <section aria-labelledby={name}>
      <h3 id={name} class="part-head">
        {t(`call.${name}`)} {score !== null && <strong class="score">{number(score)}</strong>}
        <span class="soft small">
          {score === null ? t('call.noScore') : coverage !== null && t('call.coverage', { share: share(coverage) })}
        </span>
      </h3>
      <ul class="findings">
        {findings.map((finding) => (
          <Finding key={finding.name} finding={finding} onPlay={onPlay} />
        ))}
      </ul>
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
