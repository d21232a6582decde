// The sample forms of the project, bundled from the one place where they are kept.
import salesLine from '../../../../../samples/scorecards/sales-line.json';
import serviceLine from '../../../../../samples/scorecards/service-line.json';
import { type FormFile, formOf } from '../model/form-json.js';

interface Sample extends FormFile {
  readonly name: string;
  readonly description: string;
}

export const SAMPLES: readonly Sample[] = [serviceLine, salesLine].map(({ scorecard, revision }) => ({
  name: scorecard.name,
  description: scorecard.description,
  scorecard,
  form: formOf(revision),
}));
