// References to the schemas that `form.openapi.ts` adds to the API document.
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { reference } from '../../calls/results/analysis-references.js';

/** Judge of a question, in a request. */
export const QUESTION_JUDGE: ApiPropertyOptions = { allOf: [reference('QuestionJudgeRequest')] };
/** The sections of a form, with every default filled in. */
export const FORM_SECTION = reference('FormSection');
