// Prints the code samples of the API's description: how each operation is called in each language.
import type { Api, GeneratedFile, Operation, SamplePrinter } from './api-model.js';
import { printCurl } from './curl-samples.js';
import { GO_SETUP, printGoSample } from './go-samples.js';
import { JAVA_SETUP, printJavaSample } from './java-samples.js';
import { PYTHON_SETUP, printPythonSample } from './python-samples.js';
import { sampleRequests } from './sample-requests.js';
import type { SampledDocument } from './sampled-document.js';
import { printTypeScriptSample, TYPESCRIPT_SETUP } from './typescript-samples.js';

interface Language {
  /** The name by which Redoc and others highlight the text. */
  readonly lang: string;
  /** On the tab. */
  readonly label: string;
  /**
   * The lines above each sample: what to import, and a `client` that takes the credential and the address from the environment.
   * The sample itself stands alone in a function when it is tried, so it uses each variable that it makes.
   */
  readonly setup: string;
  readonly print: SamplePrinter;
}

interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** In the order of the tabs; curl stands behind them. */
const LANGUAGES: readonly Language[] = [
  { lang: 'TypeScript', label: 'TypeScript', setup: TYPESCRIPT_SETUP, print: printTypeScriptSample },
  { lang: 'Python', label: 'Python', setup: PYTHON_SETUP, print: printPythonSample },
  { lang: 'Go', label: 'Go', setup: GO_SETUP, print: printGoSample },
  { lang: 'Java', label: 'Java', setup: JAVA_SETUP, print: printJavaSample },
];

/** The recording of a sample. `analyses.create` takes the one or the other. */
const FILE = { file: 'call.wav' };
const URL = { url: 'https://recordings.example.com/2026/11/20/0001.wav' };

/** The samples by `operationId`, for the service. */
export function printCodeSamples(document: SampledDocument, api: Api): GeneratedFile {
  const text = `// Written by \`npm run clients:generate\`. How each operation is called, by its operationId.
import type { CodeSample } from './openapi-types.js';

export const CODE_SAMPLES: Readonly<Record<string, readonly CodeSample[]>> = ${JSON.stringify(codeSamples(document, api), null, 2)};
`;
  return { path: 'src/platform/http/openapi/code-samples.generated.ts', text };
}

/** The document with its samples, as the service describes itself. */
export function withCodeSamples(document: SampledDocument, api: Api): GeneratedFile {
  const described = structuredClone(document);
  const samples = codeSamples(document, api);
  for (const item of Object.values(described.paths))
    for (const operation of Object.values(item))
      Reflect.set(operation, 'x-codeSamples', samples[operation.operationId]);
  return { path: 'openapi.json', text: `${JSON.stringify(described, null, 2)}\n` };
}

function codeSamples(document: SampledDocument, api: Api): Readonly<Record<string, readonly CodeSample[]>> {
  const samples = sampleRequests(document).map((request) => {
    const operation = sampledOperation(api, request.operationId);
    const wrapped = operation
      ? LANGUAGES.map(({ lang, label, setup, print }) => ({
          lang,
          label,
          source: `${setup}\n\n${print(operation, api)}`,
        }))
      : [];
    return [request.operationId, [...wrapped, { lang: 'Shell', label: 'curl', source: printCurl(request) }]] as const;
  });
  return Object.fromEntries(samples);
}

/** Where an operation is two methods, the first is shown. Null where the libraries do not wrap it. */
function sampledOperation({ operations }: Api, id: string): Operation | null {
  const own = operations.find((operation) => operation.id === id);
  const create = operations.find((operation) => operation.id === 'createAnalysis');
  if (own && own !== create) return own;
  if (create && own) return { ...create, sampleArguments: { ...FILE, ...create.sampleArguments } };
  // The libraries call it where the recording is a link.
  if (create && id === 'createAnalysisFromUrl')
    return { ...create, sampleArguments: { ...URL, ...create.sampleArguments } };
  return null;
}
