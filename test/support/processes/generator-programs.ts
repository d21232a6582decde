// What a user of each generator writes: an upload with every kind of field, a call by its URL, and a wait for its end. Each
// program prints the ids and a score as JSON.

export interface GeneratorProgram {
  /** The name of the package, as its users know it. */
  readonly generator: string;
  /** The generator's own command, in a folder with the document as `openapi-3.0.json`. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Further files of the folder. */
  readonly settings: Readonly<Record<string, string>>;
  readonly source: string;
}

const FIELDS = `agent_id: 'agent-7', contact_id: 'cust-42', audio_file: recording, agent_channel: 0,
    webhook_url: 'https://hooks.example.com/calls', webhook_events: ['analysis.completed', 'analysis.failed'],
    direction: 'inbound', metadata: { campaign: 'spring', priority: 2 }`;
const SCENARIO = "{ agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' }";

/** `analysis` is the last answer. Its results are only there to a compiler that tells the states apart by `status`. */
const END = `if (analysis.status === 'processing') {
      await new Promise((wake) => setTimeout(wake, 100));
      continue;
    }
    if (analysis.status === 'failed') throw new Error(analysis.metadata.error_message ?? 'failed');
    return { uploaded: uploaded.id, completed: analysis.id, score: analysis.results.compliance.score };`;

const program = (imports: string, body: string) => `import { readFile } from 'node:fs/promises';
${imports}

const { API_URL, API_KEY, RECORDING = '' } = process.env;

async function run() {
  const recording = new Blob([await readFile(RECORDING)]);
${body}
}

run().then((made) => console.log(JSON.stringify(made)));
`;

const HEY_API: GeneratorProgram = {
  generator: '@hey-api/openapi-ts',
  command: ['openapi-ts', '-i', 'openapi-3.0.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch'],
  settings: {},
  source: program(
    `import { createAnalysis, createAnalysisFromUrl, getAnalysis } from './hey-api';
import { client } from './hey-api/client.gen';`,
    `  client.setConfig({ baseUrl: API_URL, auth: () => API_KEY });
  const { data: uploaded } = await createAnalysis({ body: { ${FIELDS} }, throwOnError: true });
  const { data: named } = await createAnalysisFromUrl({ body: ${SCENARIO}, throwOnError: true });
  for (;;) {
    const { data: analysis } = await getAnalysis({ path: { id: named.id }, throwOnError: true });
    ${END}
  }`,
  ),
};

const ORVAL: GeneratorProgram = {
  generator: 'orval',
  command: ['orval', '--config', 'orval.config.cjs'],
  settings: {
    'orval.config.cjs': `module.exports = {
  api: {
    input: { target: 'openapi-3.0.json' },
    output: { target: 'orval/api.ts', client: 'fetch', mode: 'single', baseUrl: process.env.API_URL },
  },
};
`,
  },
  source: program(
    "import { createAnalysis, createAnalysisFromUrl, getAnalysis } from './orval/api';",
    `  const init = { headers: { authorization: \`Bearer \${API_KEY}\` } };
  const upload = await createAnalysis({ ${FIELDS} }, init);
  if (upload.status !== 201) throw new Error(JSON.stringify(upload.data));
  const uploaded = upload.data;
  const named = await createAnalysisFromUrl(${SCENARIO}, init);
  if (named.status !== 201) throw new Error(JSON.stringify(named.data));
  for (;;) {
    const read = await getAnalysis(named.data.id, undefined, init);
    if (read.status !== 200) throw new Error(JSON.stringify(read.data));
    const analysis = read.data;
    ${END}
  }`,
  ),
};

const OPENAPI_TYPESCRIPT: GeneratorProgram = {
  generator: 'openapi-typescript with openapi-fetch',
  // It makes types alone, and openapi-fetch writes a body as JSON unless told otherwise.
  command: [
    'openapi-typescript',
    'openapi-3.0.json',
    '-o',
    'openapi-typescript/api.ts',
    '--default-non-nullable',
    'false',
  ],
  settings: {},
  source: program(
    `import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript/api';

/** The types say a string for the recording. */
type Form = Omit<components['schemas']['SubmitUploadRequest'], 'audio_file'> & { audio_file: Blob };

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const item of Array.isArray(value) ? value : [value])
      form.append(name, item instanceof Blob || typeof item === 'string' ? item : JSON.stringify(item));
  return form;
}`,
    `  const client = createClient<paths>({ baseUrl: API_URL, headers: { authorization: \`Bearer \${API_KEY}\` } });
  const form: Form = { ${FIELDS} };
  const { data: uploaded, error } = await client.POST('/analysis', { body: form as never, bodySerializer: formOf });
  if (!uploaded) throw new Error(JSON.stringify(error));
  const named = await client.POST('/analysis/from-url', { body: ${SCENARIO} });
  if (!named.data) throw new Error(JSON.stringify(named.error));
  for (;;) {
    const { data: analysis } = await client.GET('/analysis/{id}', { params: { path: { id: named.data.id } } });
    if (!analysis) throw new Error('No analysis');
    ${END}
  }`,
  ),
};

export const GENERATOR_PROGRAMS: readonly GeneratorProgram[] = [HEY_API, ORVAL, OPENAPI_TYPESCRIPT];
