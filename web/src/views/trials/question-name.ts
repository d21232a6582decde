import { named } from '../../texts/texts.js';

/** @param question path of a finding, such as `quality.greeting`, or key of a scorecard's question */
export const questionName = (question: string): string =>
  /^(compliance|quality)\./.test(question) ? named('finding', question.replace(/^\w+\./, '')) : question;
