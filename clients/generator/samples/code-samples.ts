// Prints the code samples of the API's description: how each operation is called in each language.

import { GO_SETUP, printGoSample } from '../go/go-samples.js';
import { JAVA_SETUP, printJavaSample } from '../java/java-samples.js';
import type { Api, GeneratedFile, Operation, SamplePrinter } from '../model/api-model.js';
import { PYTHON_SETUP, printPythonSample } from '../python/python-samples.js';
import { printTypeScriptSample, TYPESCRIPT_SETUP } from '../typescript/typescript-samples.js';
import { printCurl } from './curl-samples.js';
import { type SampleRequest, sampleRequests } from './sample-requests.js';
import type { SampledDocument } from './sampled-document.js';

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
  /** The same with an access token, for operations that take no API key. */
  readonly tokenSetup: string;
  readonly print: SamplePrinter;
}

interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** In the order of the tabs; curl stands behind them. */
const LANGUAGES: readonly Language[] = [
  {
    lang: 'TypeScript',
    label: 'TypeScript',
    setup: TYPESCRIPT_SETUP,
    tokenSetup: TYPESCRIPT_SETUP.replace('()', '({ apiKey: process.env.ACCESS_TOKEN })'),
    print: printTypeScriptSample,
  },
  {
    lang: 'Python',
    label: 'Python',
    setup: PYTHON_SETUP,
    tokenSetup: `import os\n\n${PYTHON_SETUP.replace('()', '(os.environ["ACCESS_TOKEN"])')}`,
    print: printPythonSample,
  },
  {
    lang: 'Go',
    label: 'Go',
    setup: GO_SETUP,
    tokenSetup: GO_SETUP.replace('"log"\n', '"log"\n\t"os"\n').replace(
      'Options{}',
      'Options{APIKey: os.Getenv("ACCESS_TOKEN")}',
    ),
    print: printGoSample,
  },
  {
    lang: 'Java',
    label: 'Java',
    setup: JAVA_SETUP,
    tokenSetup: JAVA_SETUP.replace('.create()', '.builder().apiKey(System.getenv("ACCESS_TOKEN")).build()'),
    print: printJavaSample,
  },
];

/** The samples by `operationId`, for the service. */
export function printCodeSamples(document: SampledDocument, api: Api): GeneratedFile {
  return {
    path: 'src/pages/site/examples/code-samples.json',
    text: `${JSON.stringify(codeSamples(document, api), null, 2)}\n`,
  };
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

/**
 * What the libraries do in place of an operation that they lack: the same log-in as JSON, the link that a browser opens, and the
 * recording, which they upload in parts by themselves.
 */
export const DONE_BY: Readonly<Record<string, string>> = {
  createToken: 'logIn',
  openReportLink: 'createReportLink',
  createUpload: 'createAnalysis',
  findUpload: 'createAnalysis',
  appendToUpload: 'createAnalysis',
};

const IN_PARTS = 'Above 64 MB the library sends the file in parts, and goes on where it was after a cut connection.';
/** What a sample says that shows another operation. */
const SAID: Readonly<Record<string, string>> = {
  createUpload: IN_PARTS,
  findUpload: IN_PARTS,
  appendToUpload: IN_PARTS,
};

function codeSamples(document: SampledDocument, api: Api): Readonly<Record<string, readonly CodeSample[]>> {
  const requests = sampleRequests(document);
  const samples = requests.map((request) => {
    const done = requests.find(({ operationId }) => operationId === DONE_BY[request.operationId]) ?? request;
    const operation = sampledOperation(api, done);
    const wrapped = operation
      ? LANGUAGES.map((language) => librarySample(language, done, operation, api, SAID[request.operationId]))
      : [];
    return [request.operationId, [...wrapped, { lang: 'Shell', label: 'curl', source: printCurl(request) }]] as const;
  });
  return Object.fromEntries(samples);
}

function librarySample(
  { lang, label, setup, tokenSetup, print }: Language,
  { credential }: SampleRequest,
  operation: Operation,
  api: Api,
  said: string | undefined,
): CodeSample {
  const comment = said === undefined ? '' : `${lang === 'Python' ? '#' : '//'} ${said}\n`;
  const source = `${credential === 'token' ? tokenSetup : setup}\n\n${comment}${print(operation, api)}`;
  return { lang, label, source };
}

/** The libraries call `POST /analysis/from-url` where the recording is a link. */
const CALLED_BY: Readonly<Record<string, string>> = { createAnalysisFromUrl: 'createAnalysis' };

/** With the arguments of the request. Where an operation is two methods, the first is shown. Null where the libraries lack it. */
function sampledOperation({ operations }: Api, request: SampleRequest): Operation | null {
  const id = CALLED_BY[request.operationId] ?? request.operationId;
  const operation = operations.find((one) => one.id === id);
  if (!operation) return null;
  const { audio_url: url, ...body } = request.body ?? {};
  const source = { ...(request.file && { file: request.file.name }), ...(url !== undefined && { url }) };
  const inPath = operation.pathParameters.map(({ name, type }) => {
    const text = request.pathParameters[name];
    return [name, type.kind === 'integer' ? Number(text) : text] as const;
  });
  return {
    ...operation,
    sampleArguments: { ...Object.fromEntries(inPath), ...request.query, ...source, ...body },
  };
}
