// Servers that speak OpenAI's protocol in their own ways, each as a public report tells of it: what they refuse, and how they
// answer. The words of the refusals are those of the reports.
import { completeWith, respondWith, type StubAnswer } from './openai-stub.js';

export type SentBody = Readonly<Record<string, unknown>>;

export interface ServerBehaviour {
  readonly what: string;
  /** The report. */
  readonly source: string;
  /** Default: `chat`. */
  readonly api?: 'responses';
  /** @param answer the text of an answer that fits the schema */
  readonly serve: (body: SentBody, answer: string) => StubAnswer;
  /** Requests until the first question is answered. */
  readonly first: number;
  /** How the schema reaches the model from then on. */
  readonly schema: 'schema' | 'tool' | 'words';
}

const refused = (status: number, body: unknown): StubAnswer => ({ status, body });
const openAiError = (
  message: string,
  param: string | null,
  code: string | null = 'unsupported_parameter',
  status = 400,
) => refused(status, { error: { message, type: 'invalid_request_error', param, code } });

const says = (body: SentBody, words: RegExp) => words.test(JSON.stringify(body.messages ?? body));
const formatOf = ({ response_format: format }: SentBody): string | null =>
  typeof format === 'object' && format !== null ? String(Reflect.get(format, 'type')) : null;
const asks = (type: string) => (body: SentBody) => formatOf(body) === type;
const inWords = (body: SentBody) => says(body, /The schema: \{/);
const message = (content: unknown, more: object = {}): StubAnswer => ({
  body: { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...more } }] },
});
const called = (args: unknown): StubAnswer => ({
  body: {
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'x', arguments: args } }],
        },
      },
    ],
  },
});

const MAX_TOKENS =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
const TEMPERATURE =
  "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.";
const NO_TOOLS = 'No endpoints found that support tool use. To learn more about provider routing, visit: (…)';
/** Answers as asked: the tool is called, anything else is said. */
const asAsked = (body: SentBody, answer: string) => (body.tools === undefined ? completeWith(answer) : called(answer));
/** Refuses what a row names, in order, and answers the rest as asked. */
const refusing =
  (...refusals: ReadonlyArray<readonly [(body: SentBody) => boolean, StubAnswer]>): ServerBehaviour['serve'] =>
  (body, answer) =>
    refusals.find(([when]) => when(body))?.[1] ?? asAsked(body, answer);
const has = (name: string) => (body: SentBody) => name in body;
const over = (most: number) => (body: SentBody) => Number(body.max_tokens ?? body.max_completion_tokens) > most;

export const SERVER_BEHAVIOURS: readonly ServerBehaviour[] = [
  {
    what: 'Azure with a GPT-5 model: the other limit, no temperature',
    source: 'BerriAI/litellm#13432, gabrii/Cursor-Azure-GPT-5#33',
    serve: refusing(
      [has('max_tokens'), openAiError(MAX_TOKENS, 'max_tokens')],
      [has('temperature'), openAiError(TEMPERATURE, 'temperature', 'unsupported_value')],
    ),
    first: 3,
    schema: 'schema',
  },
  {
    what: 'LiteLLM before such a model: no parameter is named but in the words',
    source: 'BerriAI/litellm#13432',
    serve: refusing([
      has('max_tokens'),
      refused(400, { error: { message: `litellm.BadRequestError: AzureException BadRequestError - ${MAX_TOKENS}` } }),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'o1-mini: no system message either',
    source: 'animalnots/BetterChatGPT-PLUS#90',
    serve: refusing(
      [
        (body) => says(body, /"role":"system"/),
        openAiError(
          "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
          'messages[0].role',
        ),
      ],
      [has('max_tokens'), openAiError(MAX_TOKENS, 'max_tokens')],
    ),
    first: 3,
    schema: 'schema',
  },
  {
    what: 'vLLM with Gemma: no system message',
    source: 'vllm-project/vllm#2964',
    serve: refusing([
      (body) => says(body, /"role":"system"/),
      refused(400, {
        object: 'error',
        message: 'System role not supported',
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'Kimi: one temperature alone',
    source: 'opencyvis/opencyvis-phone#12',
    serve: refusing([
      has('temperature'),
      refused(400, {
        error: { message: 'invalid temperature: only 1 is allowed for this model', type: 'invalid_request_error' },
      }),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'Mistral: what it does not know is an error of validation',
    source: 'editor-code-assistant/eca#231',
    serve: refusing([
      has('temperature'),
      refused(422, {
        object: 'error',
        message: {
          detail: [
            { type: 'extra_forbidden', loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted', input: 0 },
          ],
        },
        type: 'invalid_request_error',
        param: null,
        code: null,
      }),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'xAI: the error is a sentence',
    source: 'BerriAI/litellm#14056',
    serve: refusing([
      has('temperature'),
      refused(400, {
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: temperature',
      }),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'OpenAI: more tokens than the model writes',
    source: 'ChatGPTNextWeb/NextChat#3195',
    serve: refusing([
      over(4096),
      openAiError(
        'max_tokens is too large: 16000. This model supports at most 4096 completion tokens, whereas you provided 16000.',
        'max_tokens',
        null,
      ),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'a gateway: the sentence stands in the name of the parameter',
    source: 'AQBot-Desktop/AQBot#93',
    serve: refusing([
      over(8192),
      openAiError(
        'Param Incorrect',
        'max_tokens is too large: 16000. This model supports at most 8192 completion tokens, whereas you provided 16000.',
        '400',
      ),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'Volcengine: a value above its maximum',
    source: 'Gitlawb/openclaude#331',
    serve: refusing([
      over(12_288),
      refused(400, {
        error: {
          code: 'InvalidParameter',
          message:
            'The parameter `max_tokens` specified in the request are not valid: integer above maximum value, expected a value <= 12288, but got 16000 instead.',
          param: 'max_tokens',
          type: 'BadRequest',
        },
      }),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'vLLM: the answer has no room beside the transcript',
    source: 'claude-code-best/claude-code#272',
    serve: refusing([
      over(14_000),
      refused(400, {
        object: 'error',
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is 16384 tokens and your request has 2384 input tokens (16000 > 16384 - 2384). None",
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
    ]),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'Groq: no json_schema for this model',
    source: 'ItzCrazyKns/Vane#980',
    serve: refusing([
      asks('json_schema'),
      openAiError('This model does not support response format `json_schema`.', null, null),
    ]),
    first: 2,
    schema: 'tool',
  },
  {
    what: 'Azure by an older version of its API',
    source: 'langgenius/dify#8994',
    serve: refusing([
      asks('json_schema'),
      openAiError(
        'response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later',
        '',
        'BadRequest',
      ),
    ]),
    first: 2,
    schema: 'tool',
  },
  {
    what: 'LiteLLM: the upstream takes no response_format',
    source: 'BerriAI/litellm#8278',
    serve: refusing([
      has('response_format'),
      refused(400, {
        error: {
          message:
            "litellm.UnsupportedParamsError: together_ai does not support parameters: ['response_format'], for model=m. To drop these, set `litellm.drop_params=True`",
          type: 'None',
          param: null,
          code: '400',
        },
      }),
    ]),
    first: 2,
    schema: 'tool',
  },
  {
    what: "Gemini's compatible layer: a list around the error, words of its schema",
    source: 'musistudio/claude-code-router#187, liliMozi/openhanako#394',
    serve: refusing(
      [
        asks('json_schema'),
        refused(400, [
          {
            error: {
              code: 400,
              message:
                'Invalid JSON payload received. Unknown name "additionalProperties" at \'generation_config.response_schema\': Cannot find field.',
              status: 'INVALID_ARGUMENT',
            },
          },
        ]),
      ],
      [
        has('tools'),
        refused(400, [
          {
            error: {
              code: 400,
              message:
                'Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
              status: 'INVALID_ARGUMENT',
            },
          },
        ]),
      ],
    ),
    first: 3,
    schema: 'words',
  },
  {
    what: 'DeepSeek: json_object alone, and no forced tool for its reasoner',
    source: 'llm-exe/llm-exe#662, BerriAI/litellm#31466',
    serve: refusing(
      [asks('json_schema'), openAiError('This response_format type is unavailable now', null, 'invalid_request_error')],
      [
        has('tool_choice'),
        openAiError('deepseek-reasoner does not support this tool_choice', null, 'invalid_request_error'),
      ],
    ),
    first: 3,
    schema: 'words',
  },
  {
    what: 'llama.cpp: a grammar that it cannot build, of schema and tool',
    source: 'lidge-jun/opencodex#2135',
    serve: refusing([
      (body) => asks('json_schema')(body) || 'tools' in body,
      refused(400, {
        error: {
          code: 400,
          message: 'Failed to initialize samplers: failed to parse grammar',
          type: 'invalid_request_error',
        },
      }),
    ]),
    first: 3,
    schema: 'words',
  },
  {
    what: 'OpenRouter: no provider of the model takes a tool',
    source: 'pydantic/pydantic-ai#1457',
    serve: refusing(
      [
        asks('json_schema'),
        refused(404, { error: { message: 'No endpoints found that can handle the requested parameters.', code: 404 } }),
      ],
      [has('tools'), refused(404, { error: { message: NO_TOOLS, code: 404 } })],
    ),
    first: 2,
    schema: 'words',
  },
  {
    what: 'OpenRouter before Azure: a grammar that is too large',
    source: 'openstory-so/openstory#1302',
    serve: refusing(
      [asks('json_schema'), refused(400, { error: { message: 'The compiled grammar is too large', code: 400 } })],
      [has('tools'), refused(404, { error: { message: NO_TOOLS, code: 404 } })],
    ),
    first: 3,
    schema: 'words',
  },
  {
    what: 'LM Studio: no json_object, but json_schema',
    source: 'lmstudio-ai/lmstudio-bug-tracker#189',
    serve: refusing([
      asks('json_object'),
      refused(400, { error: "'response_format.type' must be 'json_schema' or 'text'" }),
    ]),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'a proxy that refuses without a reason what it does not know',
    source: 'campfirein/byterover-cli#43',
    serve: refusing([
      (body) => asks('json_schema')(body) || 'temperature' in body,
      refused(400, { error: { message: 'Provider returned error', code: 400 } }),
    ]),
    first: 2,
    schema: 'words',
  },
  {
    what: 'Ollama Cloud: the format is taken and ignored',
    source: 'ollama/ollama#12362, pydantic/pydantic-ai#4160',
    serve: (body, answer) => completeWith(inWords(body) ? answer : '**Summary**: the call went well.'),
    first: 2,
    schema: 'words',
  },
  {
    what: 'oMLX: the format is taken, and other members come back',
    source: 'jundot/omlx#1241',
    serve: (body, answer) => completeWith(inWords(body) ? answer : { src: 'Hello.' }),
    first: 2,
    schema: 'words',
  },
  {
    what: 'llama.cpp: arguments of the tool as an object',
    source: 'ggml-org/llama.cpp#20198',
    serve: (body, answer) =>
      asks('json_schema')(body)
        ? refused(400, { error: { code: 400, message: 'failed to parse grammar', type: 'invalid_request_error' } })
        : called(JSON.parse(answer)),
    first: 2,
    schema: 'tool',
  },
  {
    what: 'Groq: the JSON that it refuses itself stands in the error',
    source: 'build-with-groq/g1#23',
    serve: (_body, answer) =>
      refused(400, {
        error: {
          message: "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
          type: 'invalid_request_error',
          code: 'json_validate_failed',
          failed_generation: `\`\`\`json\n${answer}\n\`\`\``,
        },
      }),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'Magistral: thoughts and text as parts',
    source: 'enricoros/big-AGI#873',
    serve: (_body, answer) =>
      message([
        { type: 'thinking', thinking: [{ type: 'text', text: 'Is {this} it?' }] },
        { type: 'text', text: answer.slice(0, 40) },
        { type: 'text', text: answer.slice(40) },
      ]),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'vLLM with a reasoning parser: all of the answer among the thoughts',
    source: 'vllm-project/vllm#15618',
    serve: (_body, answer) => message(null, { reasoning_content: answer }),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'vLLM without one: the thoughts before the answer',
    source: 'triton-inference-server/perf_analyzer#433',
    serve: (_body, answer) => message(`<think>\nThe agent said {hello}.\n</think>\n\n${answer}`),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'a template that begins the thoughts itself: their end alone',
    source: 'ggml-org/llama.cpp#11861, vllm-project/vllm#31045',
    serve: (_body, answer) => message(`Okay, the set {a, b} is meant.\n</think>\n\n${answer}`),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'vLLM: words before the grammar holds',
    source: 'vllm-project/vllm#50938',
    serve: (_body, answer) => message(`thought\n{not yet}\nHere it is: ${answer} I hope it helps {you}.`),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'LM Studio by Responses: the format is ignored, the answer in a fence',
    source: 'lmstudio-ai/lmstudio-bug-tracker#2403',
    api: 'responses',
    serve: (_body, answer) => respondWith(`\`\`\`json ${answer}\`\`\``),
    first: 1,
    schema: 'schema',
  },
  {
    what: 'vLLM by Responses: the format is not enforced',
    source: 'vllm-project/vllm#44012',
    api: 'responses',
    serve: (body, answer) => respondWith(inWords(body) ? answer : '}]}]}]}'),
    first: 2,
    schema: 'words',
  },
  {
    what: 'a server of Responses that does not know the key of the cache',
    source: 'router-for-me/CLIProxyAPI#5068',
    api: 'responses',
    serve: (body, answer) =>
      'prompt_cache_key' in body
        ? openAiError('prompt_cache_key is not supported on this model', 'prompt_cache_key', 'invalid_parameter')
        : respondWith(answer),
    first: 2,
    schema: 'schema',
  },
  {
    what: 'a server of Responses that knows no storing',
    source: 'Routstr/routstr-core#505',
    api: 'responses',
    serve: (body, answer) =>
      'store' in body
        ? refused(400, [
            {
              error: {
                code: 400,
                message: 'Invalid JSON payload received. Unknown name "store": Cannot find field.',
                status: 'INVALID_ARGUMENT',
              },
            },
          ])
        : respondWith(answer),
    first: 2,
    schema: 'schema',
  },
];
