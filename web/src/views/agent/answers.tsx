// How the questions of a scorecard were answered in the calls of an agent: each answer with its share.
import type { ScorecardRevision } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import type { Asked, FloorFilters } from '../../figures/filters.js';
import { FigureText, Plot } from '../../figures/score.tsx';
import { tableText } from '../../figures/table-text.js';
import { Choice } from '../../parts/field.tsx';
import { Section } from '../../parts/section.tsx';
import { Copy, Loading, Problem } from '../../parts/states.tsx';
import { go, to } from '../../routing/router.js';
import { number, t, tn } from '../../texts/texts.js';
import { type AskedQuestion, questionsOf } from './questions.js';

interface AnswersProps {
  readonly path: string;
  readonly filters: FloorFilters;
  readonly asked: Asked;
  readonly agent: string;
  /** Read again with it. */
  readonly round: number;
}

interface Card {
  readonly id: string;
  readonly name: string;
  readonly evaluations: number;
}

export function Answers({ path, filters, asked, agent, round }: AnswersProps) {
  const wanted = filters.card;
  const read = useResource(JSON.stringify([asked, agent, wanted, round]), async (client, signal) => {
    const of = { ...asked, agent_id: agent };
    const found = await client.statistics.evaluations({ ...of, group_by: 'scorecard' }, { signal });
    const cards = await Promise.all(
      found.rows.map(async ({ key, evaluations }): Promise<Card & { readonly published: number | null }> => {
        const id = key.scorecard ?? '';
        const { name, revision } = await client.scorecards.get(id, { signal });
        return { id, name, evaluations, published: revision };
      }),
    );
    const most = cards.toSorted((one, other) => other.evaluations - one.evaluations)[0];
    const card = cards.find(({ id }) => id === wanted) ?? most;
    if (card === undefined) return null;
    const [answers, revision] = await Promise.all([
      client.statistics.answers({ ...of, scorecard_id: card.id }, { signal }),
      card.published === null ? null : client.scorecards.getRevision(card.id, card.published, { signal }),
    ]);
    return { cards, card, questions: questionsOf(answers.rows, formOf(revision)) };
  });
  const seen = read.value;
  return (
    <Section
      title={t('agent.answers')}
      act={
        seen && (
          <div class="table-acts">
            <Choice
              label={t('agent.answers.card')}
              value={seen.card.id}
              choices={seen.cards.map(({ id, name, evaluations }) => [
                id,
                t('agent.answers.choice', { name, n: number(evaluations) }),
              ])}
              onValue={(card) => go(to(path, { ...filters, card }))}
            />
            <Copy text={copiedOf(seen.questions)} what={t('agent.answers')} />
          </div>
        )
      }
    >
      {read.error !== null && <Problem error={read.error} onAgain={read.reload} />}
      {read.isLoading && seen === null && read.error === null && <Loading lines={4} />}
      {!read.isLoading && seen === null && read.error === null && <p class="soft">{t('agent.answers.none')}</p>}
      <ul class="answers">
        {seen?.questions.map((question) => (
          <Question key={question.key} of={question} />
        ))}
      </ul>
    </Section>
  );
}

/** That which calls are judged by now: older answers may be to questions that it has no more. */
const formOf = (revision: ScorecardRevision | null) => revision?.sections.flatMap(({ questions }) => questions) ?? [];

function Question({ of }: { readonly of: AskedQuestion }) {
  const apart = [
    of.na > 0 && tn('agent.answers.na', of.na),
    of.notAssessable > 0 && tn('agent.answers.notAssessable', of.notAssessable),
    of.awaitingHuman > 0 && tn('agent.answers.awaitingHuman', of.awaitingHuman),
    of.skipped > 0 && tn('agent.answers.skipped', of.skipped),
  ].filter((part) => part !== false);
  return (
    <li>
      <h3 dir="auto">{of.text}</h3>
      {of.answers.map(({ key, label, count, share }) => (
        <div key={key} class="answer-row">
          <span dir="auto">{label}</span>
          <Plot of={share} ofAll={null} />
          <span>
            {t('agent.answers.count', { count: number(count) })} <FigureText of={share} scale="percent" />
          </span>
        </div>
      ))}
      {apart.length > 0 && <p class="soft small">{apart.join(', ')}</p>}
    </li>
  );
}

/** A line for each answer. */
function copiedOf(questions: readonly AskedQuestion[]): string {
  const head = ['question', 'answer', 'count', 'share', 'low', 'high', 'n'] as const;
  const rows = questions.flatMap(({ text, answers }) =>
    answers.map(({ label, count, share }) => {
      const { value, interval, n } = share;
      return [text, label, count, value, interval?.[0] ?? null, interval?.[1] ?? null, n];
    }),
  );
  const heads = head.map((one) => t(`agent.answers.copied.${one}`));
  return tableText([heads, ...rows], (value) => number(value, { useGrouping: false, maximumFractionDigits: 2 }));
}
