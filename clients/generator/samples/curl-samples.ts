// Prints a curl command for each operation of the document.
import { BYTES, RECORDING, type SampleRequest } from './sample-requests.js';
import type { JsonValue } from './sampled-document.js';

/** The variables that a reader sets: the service's address, and the credential that the operation takes. */
const ADDRESS = '$CALL_ANALYSIS_URL/api/v1';
const CREDENTIALS = { none: null, key: '$CALL_ANALYSIS_API_KEY', token: '$ACCESS_TOKEN' } as const;

/** These are followed while they happen: curl holds answers back otherwise. */
const STREAMED: ReadonlySet<string> = new Set(['streamAnalysisEvents']);
/** These answer with bytes that a terminal does not show, or are too long for it: curl names the file. */
const SAVED: Readonly<Record<string, string>> = {
  openRecordingLink: 'recording.wav',
  getReport: 'report.html',
  openReportLink: 'report.html',
};

export function printCurl(request: SampleRequest): string {
  const credential = CREDENTIALS[request.credential];
  const saved = SAVED[request.operationId];
  return [
    `curl${methodOption(request)} "${ADDRESS}${pathOf(request)}${inAddress(request)}"`,
    ...(credential ? [`-H "Authorization: Bearer ${credential}"`] : []),
    ...headersOf(request),
    ...(STREAMED.has(request.operationId) ? ['--no-buffer'] : []),
    ...queryOf(request),
    ...contentOf(request),
    ...(saved ? [`-o ${saved}`] : []),
  ].join(' \\\n  ');
}

/** curl takes GET by itself, and POST where it sends a body. */
function methodOption({ method, body, query }: SampleRequest): string {
  if (method === 'HEAD') return ' --head';
  if (method === 'GET') return Object.keys(query).length > 0 ? ' --get' : '';
  return method === 'POST' && body !== null ? '' : ` -X ${method}`;
}

function pathOf({ path, pathParameters }: SampleRequest): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? ''));
}

/** Their senders sign with a secret that no client has, so the command shows where the signature goes. */
const SIGNATURES: Readonly<Record<string, string>> = {
  receivePaymentEvent: 'Stripe-Signature: $STRIPE_SIGNATURE',
  receiveTwilioCallback: 'X-Twilio-Signature: $TWILIO_SIGNATURE',
};

function headersOf({ contentType, operationId, headers }: SampleRequest): readonly string[] {
  const isNamed = contentType === 'application/json' || contentType === BYTES;
  const signature = SIGNATURES[operationId];
  const given = signature === undefined ? Object.entries(headers) : [];
  return [
    ...given.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(isNamed ? [`-H "Content-Type: ${contentType}"`] : []),
    ...(signature === undefined ? [] : [`-H "${signature}"`]),
  ];
}

/** Beside a body, which takes the data options of curl for itself. */
function inAddress({ method, query }: SampleRequest): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(plain(value))}`);
  return method === 'GET' || pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function queryOf({ method, query }: SampleRequest): readonly string[] {
  if (method !== 'GET') return [];
  return Object.entries(query).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${plain(value)}`)}`);
}

function contentOf({ body, contentType, file }: SampleRequest): readonly string[] {
  if (contentType === BYTES) return [`--data-binary @${RECORDING}`];
  if (body === null) return [];
  const members = Object.entries(body);
  if (contentType === 'multipart/form-data') {
    const fields = members.map(([name, value]) => `--form-string ${quoted(`${name}=${plain(value)}`)}`);
    return [...(file ? [`-F ${file.field}=@${file.name}`] : []), ...fields];
  }
  if (contentType === 'application/x-www-form-urlencoded')
    return members.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${plain(value)}`)}`);
  return [`-d ${quoted(jsonOf(body))}`];
}

/** A short body on one line, a longer one with a line for each member. */
function jsonOf(body: Readonly<Record<string, JsonValue>>): string {
  const members = Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}: ${spaced(value)}`);
  const short = `{${members.join(', ')}}`;
  return short.length <= 72 ? short : `{\n    ${members.join(',\n    ')}\n  }`;
}

function spaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}

/** As a form or a query holds it. */
function plain(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(plain).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
