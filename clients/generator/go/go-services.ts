// Prints the resources of the Go library: a service each, with a method for each operation and a struct of its parameters.
import { type Api, isSplit, type Operation, type Property } from '../model/api-model.js';
import { waitingText } from '../model/names.js';
import { goArgument, goComment, goName, goType, parameterMember } from './go-spelling.js';

const serviceName = (resource: string): string => `${goName(resource)}Service`;

/** `AnalysesListParams`. */
export const paramsName = ({ resource, method }: Operation): string => `${goName(resource)}${goName(method)}Params`;

/** What the caller gives in one struct, beside the ids in the path. */
export const paramsOf = ({ body, queryParameters }: Operation): readonly Property[] => [
  ...queryParameters,
  ...(body ?? []),
];

/** True where the method takes parameters; a list always has the size of its pages. */
export const takesParams = (operation: Operation): boolean =>
  operation.body !== null || operation.queryParameters.length > 0 || operation.result.kind === 'list';

export const hasNullFields = ({ body }: Operation): boolean => (body ?? []).some(({ nullable }) => nullable);

/** Where a new analysis takes its recording from: by hand, as the document describes the form that is sent. */
const RECORDING = `	// File is the path of a recording. It is opened again for each attempt. Give one of File, Reader, Open, URL and UploadID;
	// with a Scenario of the sandbox none is needed.
	File string \`json:"-"\`
	// Reader is a recording that can be read once: where the connection is cut after its first byte, there is no further
	// attempt. A large one that is an io.Seeker too is uploaded in parts, as a File. It is not closed.
	Reader io.Reader \`json:"-"\`
	// Open opens the recording again for each attempt.
	Open func() (io.ReadCloser, error) \`json:"-"\`
	// URL is the address that the service fetches the recording from.
	URL string \`json:"-"\`
	// UploadID is an upload that is whole, see [UploadsService].
	UploadID string \`json:"-"\`
	// Size is how many bytes Reader or Open give. Where it is 0, the length is not announced.
	Size int64 \`json:"-"\`
	// FileName is told to the service; the name of File by default.
	FileName string \`json:"-"\`
	// OnProgress is called as the recording's bytes are sent, with total -1 where the size is not known. It never goes back,
	// also where an attempt starts over, and it ends with sent equal to total.
	OnProgress func(sent, total int64) \`json:"-"\``;

const NULL_FIELDS = `	// NullFields names members, as on the wire, that are sent as null, for example to clear them.
	NullFields []string \`json:"-"\``;

export function printServices(api: Api): string {
  const resources = [...new Set(api.operations.map(({ resource }) => resource))];
  const parts = resources.map((resource) => {
    const operations = api.operations.filter((operation) => operation.resource === resource);
    return [printService(resource), ...operations.flatMap(printOperation)].join('\n');
  });
  return [printResources(resources), ...parts].join('\n');
}

function printResources(resources: readonly string[]): string {
  const names = resources.map(goName);
  return `// Resources are the parts of the API, each with its operations.
type Resources struct {
${names.map((name) => `\t// ${name} has the operations of ${name}Service.\n\t${name} *${name}Service`).join('\n')}
}

func newResources(client *Client) Resources {
	return Resources{
${aligned(names.map((name) => [`${name}:`, `&${name}Service{client},`]))}
	}
}
`;
}

/** As gofmt aligns the lines of a literal. */
function aligned(lines: readonly (readonly [string, string])[]): string {
  const widest = Math.max(...lines.map(([key]) => key.length));
  return lines.map(([key, value]) => `\t\t${key.padEnd(widest)} ${value}`).join('\n');
}

function printService(resource: string): string {
  const name = serviceName(resource);
  return `// ${name} has the operations of a Client's ${goName(resource)}.
type ${name} struct{ client *Client }
`;
}

function printOperation(operation: Operation): string[] {
  const params = printParams(operation);
  return [...(params ? [params] : []), ...(operation.byHand ? [] : [printMethod(operation)]), ...printWait(operation)];
}

/** Nothing where nothing is waited for. */
function printWait({ resource, method, pathParameters, result, waits, ...others }: Operation): string[] {
  if (waits === null || result.kind !== 'json') return [];
  const ids = pathParameters.map(({ name }) => goArgument(name));
  const given = [
    'ctx',
    ...ids,
    ...(takesParams({ resource, method, pathParameters, result, waits, ...others }) ? ['nil'] : []),
  ];
  const type = goType(result.type);
  const statuses = waits.during.map((status) => `"${status}"`).join(', ');
  const name = goName(waits.as);
  const told = `${name} ${waitingText(waits).replace(/^W/, 'w')} The context ends the wait; what is waited for goes on.`;
  return [
    `${goComment(told)}
func (s *${serviceName(resource)}) ${name}(ctx context.Context, ${ids.join(', ')} string) (*${type}, error) {
	return waitUntilLeft(ctx, func() (*${type}, string, error) {
		seen, err := s.${goName(method)}(${given.join(', ')})
		if err != nil {
			return nil, "", err
		}
		return seen, string(seen.Status), nil
	}, ${statuses})
}
`,
  ];
}

function printParams(operation: Operation): string | null {
  if (!takesParams(operation)) return null;
  const lines = paramsOf(operation).map(parameterMember);
  if (operation.result.kind === 'list') lines.push(...pagingMembers(operation.result.form.skipBy));
  if (operation.byHand) lines.unshift(RECORDING);
  if (hasNullFields(operation)) lines.push(NULL_FIELDS);
  const name = paramsName(operation);
  const of = `${serviceName(operation.resource)}.${goName(operation.method)}`;
  const members = lines.length > 0 ? ` {\n${lines.join('\n')}\n}` : '{}';
  return `// ${name} are the parameters of [${of}].\ntype ${name} struct${members}\n`;
}

function pagingMembers(skipBy: 'skip' | 'offset'): string[] {
  return [
    '\t// Limit is the size of a page; the iterator fetches as many pages as there are.\n\tLimit *int64 `json:"limit,omitempty"`',
    `\t// ${goName(skipBy)} is how many items to leave out at the beginning.\n\t${goName(skipBy)} *int64 \`json:"${skipBy},omitempty"\``,
  ];
}

function printMethod(operation: Operation): string {
  const { resource, method, summary, description, httpMethod, path, pathParameters, fixedQuery, body } = operation;
  const ids = pathParameters.map(({ name }) => goArgument(name));
  const takes = [
    'ctx context.Context',
    ...pathParameters.map(({ name, type }) => `${goArgument(name)} ${type.kind === 'integer' ? 'int64' : 'string'}`),
    ...(takesParams(operation) ? [`params *${paramsName(operation)}`] : []),
    ...(httpMethod === 'POST' ? ['options ...RequestOption'] : []),
  ];
  const verb = `${httpMethod.charAt(0)}${httpMethod.slice(1).toLowerCase()}`;
  const lines = [`request := newCall(${[`http.Method${verb}`, `"${path}"`, ...ids].join(', ')})`];
  const fixed = Object.entries(fixedQuery).map(([name, value]) => `field{"${name}", "${value}"}`);
  if (body) {
    lines.push('if params == nil {', `\tparams = &${paramsName(operation)}{}`, '}');
    lines.push(`request.body = ${hasNullFields(operation) ? 'withNulls(params, params.NullFields)' : 'params'}`);
    if (isSplit(operation)) {
      const inQuery = operation.queryParameters.map(({ name }) => `"${name}"`).join(', ');
      lines.push(`request.split(${[`[]string{${inQuery}}`, ...fixed].join(', ')})`);
    } else if (fixed.length > 0) lines.push(`request.ask(${['nil', ...fixed].join(', ')})`);
  } else if (takesParams(operation) || fixed.length > 0)
    lines.push(`request.ask(${[takesParams(operation) ? 'params' : 'nil', ...fixed].join(', ')})`);
  if (httpMethod === 'POST') lines.push('request.options = options');
  const { answers, fetch } = resultOf(operation);
  if (operation.result.kind === 'nothing') lines.push(`_, err := ${fetch}`, 'return err');
  else lines.push(`return ${fetch}`);
  const comment = goComment([`${goName(method)}: ${summary}.`, description, `${httpMethod} ${path}`].join('\n\n'));
  return `${comment}
func (s *${serviceName(resource)}) ${goName(method)}(${takes.join(', ')}) ${answers} {
${lines.map((line) => `\t${line}`).join('\n')}
}
`;
}

function resultOf({ result }: Operation): { readonly answers: string; readonly fetch: string } {
  switch (result.kind) {
    case 'json': {
      const type = goType(result.type);
      const fetch = result.orNone ? 'fetchOrNone' : 'fetch';
      return { answers: `(*${type}, error)`, fetch: `${fetch}[${type}](ctx, s.client, request)` };
    }
    case 'nothing':
      return { answers: 'error', fetch: 'fetchText(ctx, s.client, request)' };
    case 'text':
      return { answers: '(string, error)', fetch: 'fetchText(ctx, s.client, request)' };
    case 'list': {
      const type = goType(result.form.item);
      return { answers: `*Iter[${type}]`, fetch: `newIter[${type}](ctx, s.client, request, "${result.form.skipBy}")` };
    }
  }
}
