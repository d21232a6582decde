// Servers that speak OpenAI's protocol in their own ways, each as a public report tells of it: what they refuse, and how they
// answer. The words of the refusals are those of the reports.
import { completeWith, respondWith, type StubAnswer } from './openai-stub.js';

export type SentBody = Readonly<Record<string, unknown>>;
type Serve = (body: SentBody, answer: string) => StubAnswer;

export interface ServerBehaviour {
  readonly what: string;
  /** The report. */
  readonly source: string;
  readonly api: 'chat' | 'responses';
  /** Requests until the first question is answered. */
  readonly first: number;
  /** Way by which the schema reaches the model from then on. */
  readonly schema: 'schema' | 'tool' | 'words';
  /** Its second parameter is the text of an answer that fits the schema. */
  readonly serve: Serve;
}

const refused = (status: number, body: unknown): StubAnswer => ({ status, body });
/** An error in OpenAI's shape, with what a server leaves out or adds. */
const error = (message: string, more: object = { type: 'invalid_request_error', param: null }): StubAnswer =>
  refused(400, { error: { message, ...more } });
const notFound = (message: string) => refused(404, { error: { message, code: 404 } });
const vLlm = (message: string) =>
  refused(400, { object: 'error', message, type: 'BadRequestError', param: null, code: 400 });
const ofGoogle = (what: string) =>
  refused(400, [
    { error: { code: 400, message: `Invalid JSON payload received. Unknown name ${what}: Cannot find field.` } },
  ]);

type When = (body: SentBody) => boolean;
const has = (name: string) => (body: SentBody) => name in body;
const formatOf = ({ response_format: format }: SentBody): unknown => Object(format).type;
const asks = (type: string) => (body: SentBody) => formatOf(body) === type;
const either = (one: When, other: When) => (body: SentBody) => one(body) || other(body);
const over = (most: number) => (body: SentBody) => Number(body.max_tokens ?? body.max_completion_tokens) > most;
const says = (words: RegExp) => (body: SentBody) => words.test(JSON.stringify(body));
const inWords = says(/The schema: \{/);
const bySystem = says(/"role":"system"/);

const message = (content: unknown, more: object = {}): StubAnswer => ({
  body: { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...more } }] },
});
const called = (args: unknown) =>
  message(null, { tool_calls: [{ id: 'c', type: 'function', function: { name: 'x', arguments: args } }] });

/** Refuses what a row names, in order, and answers the rest as asked: by the tool, or in words. */
const refusing =
  (...refusals: ReadonlyArray<readonly [When, StubAnswer]>): Serve =>
  (body, answer) =>
    refusals.find(([when]) => when(body))?.[1] ?? ('tools' in body ? called(answer) : completeWith(answer));
/** Ignores the format, and follows words. */
const ignoring =
  (otherwise: unknown): Serve =>
  (body, answer) =>
    completeWith(inWords(body) ? answer : otherwise);

const MAX_TOKENS =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
const TEMPERATURE =
  "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.";
const SYSTEM = "Unsupported value: 'messages[0].role' does not support 'system' with this model.";
const VERSIONS = 'response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later';
const UPSTREAM =
  "litellm.UnsupportedParamsError: together_ai does not support parameters: ['response_format'], for model=m.";
const NO_TOOLS = 'No endpoints found that support tool use. To learn more about provider routing, visit: (…)';
const NO_ROOM =
  "'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is 16384 tokens and your request has 2384 input tokens (16000 > 16384 - 2384). None";
const TOO_LARGE = (most: number) =>
  `max_tokens is too large: 16000. This model supports at most ${most} completion tokens, whereas you provided 16000.`;
const TOO_HIGH =
  'The parameter `max_tokens` specified in the request are not valid: integer above maximum value, expected a value <= 12288, but got 16000 instead.';
const NOT_JSON = "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.";
const NO_GRAMMAR = error('Failed to initialize samplers: failed to parse grammar', {
  code: 400,
  type: 'invalid_request_error',
});
const EXTRA = {
  type: 'extra_forbidden',
  loc: ['body', 'temperature'],
  msg: 'Extra inputs are not permitted',
  input: 0,
};
const OTHER_LIMIT = error(MAX_TOKENS, {
  type: 'invalid_request_error',
  param: 'max_tokens',
  code: 'unsupported_parameter',
});
const THOUGHTS = { type: 'thinking', thinking: [{ type: 'text', text: 'Is {this} it?' }] };

type Row = readonly [what: string, source: string, first: number, schema: ServerBehaviour['schema'], serve: Serve];

const CHAT: readonly Row[] = [
  [
    'Azure with a GPT-5 model: the other limit, no temperature',
    'BerriAI/litellm#13432, gabrii/Cursor-Azure-GPT-5#33',
    3,
    'schema',
    refusing(
      [has('max_tokens'), OTHER_LIMIT],
      [has('temperature'), error(TEMPERATURE, { param: 'temperature', code: 'unsupported_value' })],
    ),
  ],
  [
    'LiteLLM before it: the parameter is named in the words alone',
    'BerriAI/litellm#13432',
    2,
    'schema',
    refusing([has('max_tokens'), error(`litellm.BadRequestError: AzureException BadRequestError - ${MAX_TOKENS}`, {})]),
  ],
  [
    'o1-mini: no system message either',
    'animalnots/BetterChatGPT-PLUS#90',
    3,
    'schema',
    refusing(
      [bySystem, error(SYSTEM, { param: 'messages[0].role', code: 'unsupported_value' })],
      [has('max_tokens'), OTHER_LIMIT],
    ),
  ],
  [
    'vLLM with Gemma: no system message',
    'vllm-project/vllm#2964',
    2,
    'schema',
    refusing([bySystem, vLlm('System role not supported')]),
  ],
  [
    'Kimi: one temperature alone',
    'opencyvis/opencyvis-phone#12',
    2,
    'schema',
    refusing([has('temperature'), error('invalid temperature: only 1 is allowed for this model')]),
  ],
  [
    'Mistral: an error of validation, with its place',
    'editor-code-assistant/eca#231',
    2,
    'schema',
    refusing([
      has('temperature'),
      refused(422, { object: 'error', message: { detail: [EXTRA] }, type: 'invalid_request_error', param: null }),
    ]),
  ],
  [
    'xAI: the error is a sentence',
    'BerriAI/litellm#14056',
    2,
    'schema',
    refusing([
      has('temperature'),
      refused(400, {
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: temperature',
      }),
    ]),
  ],
  [
    'OpenAI: more tokens than the model writes',
    'ChatGPTNextWeb/NextChat#3195',
    2,
    'schema',
    refusing([over(4096), error(TOO_LARGE(4096), { param: 'max_tokens', code: null })]),
  ],
  [
    'a gateway: the sentence stands in the name of the parameter',
    'AQBot-Desktop/AQBot#93',
    2,
    'schema',
    refusing([over(8192), error('Param Incorrect', { type: 'upstream_error', param: TOO_LARGE(8192), code: '400' })]),
  ],
  [
    'Volcengine: a value above its maximum',
    'Gitlawb/openclaude#331',
    2,
    'schema',
    refusing([over(12_288), error(TOO_HIGH, { code: 'InvalidParameter', param: 'max_tokens', type: 'BadRequest' })]),
  ],
  [
    'vLLM: the transcript leaves less room',
    'claude-code-best/claude-code#272',
    2,
    'schema',
    refusing([over(14_000), vLlm(NO_ROOM)]),
  ],
  [
    'Groq: no json_schema for this model',
    'ItzCrazyKns/Vane#980',
    2,
    'tool',
    refusing([asks('json_schema'), error('This model does not support response format `json_schema`.')]),
  ],
  [
    'Azure by an older version of its API',
    'langgenius/dify#8994',
    2,
    'tool',
    refusing([asks('json_schema'), error(VERSIONS, { type: '', param: '', code: 'BadRequest' })]),
  ],
  [
    'LiteLLM: the upstream takes no format',
    'BerriAI/litellm#8278',
    2,
    'tool',
    refusing([has('response_format'), error(UPSTREAM, { type: 'None', param: null, code: '400' })]),
  ],
  [
    "Gemini's compatible layer: a list around the error",
    'musistudio/claude-code-router#187',
    3,
    'words',
    refusing(
      [asks('json_schema'), ofGoogle('"additionalProperties" at \'generation_config.response_schema\'')],
      [has('tools'), ofGoogle('"additionalProperties" at \'tools[0].function_declarations[0].parameters\'')],
    ),
  ],
  [
    'DeepSeek: any JSON alone, no forced tool for its reasoner',
    'llm-exe/llm-exe#662, BerriAI/litellm#31466',
    3,
    'words',
    refusing(
      [asks('json_schema'), error('This response_format type is unavailable now')],
      [has('tool_choice'), error('deepseek-reasoner does not support this tool_choice')],
    ),
  ],
  [
    'llama.cpp: a grammar that it cannot build',
    'lidge-jun/opencodex#2135',
    3,
    'words',
    refusing([either(asks('json_schema'), has('tools')), NO_GRAMMAR]),
  ],
  [
    'OpenRouter: no provider takes all that is asked',
    'openstory-so/openstory#1302',
    2,
    'words',
    refusing([asks('json_schema'), notFound('No endpoints found that can handle the requested parameters.')]),
  ],
  [
    'OpenRouter: a grammar that is too large, and no tools',
    'openstory-so/openstory#1302, pydantic/pydantic-ai#1457',
    3,
    'words',
    refusing(
      [asks('json_schema'), error('The compiled grammar is too large', { code: 400 })],
      [has('tools'), notFound(NO_TOOLS)],
    ),
  ],
  [
    'LM Studio: json_schema, and no json_object',
    'lmstudio-ai/lmstudio-bug-tracker#189',
    1,
    'schema',
    refusing([asks('json_object'), refused(400, { error: "'response_format.type' must be 'json_schema' or 'text'" })]),
  ],
  [
    'a proxy that gives no reason',
    'campfirein/byterover-cli#43',
    2,
    'words',
    refusing([either(asks('json_schema'), has('temperature')), error('Provider returned error', { code: 400 })]),
  ],
  [
    'Ollama Cloud: the format is taken and ignored',
    'ollama/ollama#12362, pydantic/pydantic-ai#4160',
    2,
    'words',
    ignoring('**Summary**: the call went well.'),
  ],
  ['oMLX: the format is taken, other members come back', 'jundot/omlx#1241', 2, 'words', ignoring({ src: 'Hello.' })],
  [
    'llama.cpp: the arguments of the tool are an object',
    'ggml-org/llama.cpp#20198',
    2,
    'tool',
    (body, answer) => (asks('json_schema')(body) ? NO_GRAMMAR : called(JSON.parse(answer))),
  ],
  [
    'Groq: the JSON that it refuses stands in the error',
    'build-with-groq/g1#23',
    1,
    'schema',
    (_, answer) =>
      error(NOT_JSON, { code: 'json_validate_failed', failed_generation: `\`\`\`json\n${answer}\n\`\`\`` }),
  ],
  [
    'Magistral: thoughts and text as parts',
    'enricoros/big-AGI#873',
    1,
    'schema',
    (_, answer) =>
      message([THOUGHTS, { type: 'text', text: answer.slice(0, 40) }, { type: 'text', text: answer.slice(40) }]),
  ],
  [
    'vLLM with a reasoning parser: the answer among the thoughts',
    'vllm-project/vllm#15618',
    1,
    'schema',
    (_, answer) => message(null, { reasoning_content: answer }),
  ],
  [
    'vLLM without one: the thoughts before the answer',
    'triton-inference-server/perf_analyzer#433',
    1,
    'schema',
    (_, answer) => message(`<think>\nThe agent said {hello}.\n</think>\n\n${answer}`),
  ],
  [
    'a template that begins the thoughts: their end alone',
    'ggml-org/llama.cpp#11861, vllm-project/vllm#31045',
    1,
    'schema',
    (_, answer) => message(`Okay, the set {a, b} is meant.\n</think>\n\n${answer}`),
  ],
  [
    'vLLM: words before the grammar holds',
    'vllm-project/vllm#50938',
    1,
    'schema',
    (_, answer) => message(`thought\n{not yet}\nHere it is: ${answer} I hope it helps {you}.`),
  ],
];
const RESPONSES: readonly Row[] = [
  [
    'LM Studio: the format is ignored, the answer in a fence',
    'lmstudio-ai/lmstudio-bug-tracker#2403',
    1,
    'schema',
    (_, answer) => respondWith(`\`\`\`json ${answer}\`\`\``),
  ],
  [
    'vLLM: the format is not enforced',
    'vllm-project/vllm#44012',
    2,
    'words',
    (body, answer) => respondWith(inWords(body) ? answer : '}]}]}]}'),
  ],
  [
    'a gateway that knows no parameters of the cache',
    'router-for-me/CLIProxyAPI#5068',
    2,
    'schema',
    (body, answer) =>
      'prompt_cache_key' in body
        ? error('prompt_cache_key is not supported on this model', {
            param: 'prompt_cache_key',
            code: 'invalid_parameter',
          })
        : respondWith(answer),
  ],
  [
    'a gateway before Gemini, which knows no storing',
    'Routstr/routstr-core#505',
    2,
    'schema',
    (body, answer) => ('store' in body ? ofGoogle('"store"') : respondWith(answer)),
  ],
];

const behaviours = (api: ServerBehaviour['api'], rows: readonly Row[]) =>
  rows.map(([what, source, first, schema, serve]): ServerBehaviour => ({ what, source, api, first, schema, serve }));

export const SERVER_BEHAVIOURS = [...behaviours('chat', CHAT), ...behaviours('responses', RESPONSES)];
