// The claims of workers on evaluations, with what they need.
import type { DataSource } from 'typeorm';
import type { Config } from '../../../src/platform/config/config.js';
import { PublishedScorecards } from '../../../src/scorecards/cards/published-scorecards.js';
import { EvaluationClaims } from '../../../src/scorecards/evaluations/evaluation-claims.js';
import { ReviewedEvaluations } from '../../../src/scorecards/evaluations/reviewed-evaluations.js';

export const evaluationClaims = (dataSource: DataSource, config: Config) =>
  new EvaluationClaims(dataSource, config, new ReviewedEvaluations(new PublishedScorecards()));
