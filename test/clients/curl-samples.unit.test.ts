import { describe, expect, it } from 'vitest';
import { printCurl } from '../../clients/generator/samples/curl-samples.js';
import type { SampleRequest } from '../../clients/generator/samples/sample-requests.js';

const GET: SampleRequest = {
  operationId: 'getThing',
  method: 'GET',
  path: '/things/{id}',
  pathParameters: { id: 'a/b' },
  query: {},
  headers: {},
  body: null,
  file: null,
  contentType: null,
  credential: 'key',
};

describe('a curl sample', () => {
  it('names the address and the credential by variables', () => {
    expect(printCurl(GET)).toBe(
      'curl "$CALL_ANALYSIS_URL/api/v1/things/a%2Fb" \\\n  -H "Authorization: Bearer $CALL_ANALYSIS_API_KEY"',
    );
    expect(printCurl({ ...GET, credential: 'token' })).toContain('Bearer $ACCESS_TOKEN');
    expect(printCurl({ ...GET, credential: 'none' })).not.toContain('Authorization');
  });

  it('writes a query so that a shell and a server read it as it is', () => {
    const sample = printCurl({ ...GET, query: { search: "it's", created_after: '2026-11-01T00:00:00Z' } });
    expect(sample).toContain('curl --get "');
    expect(sample).toContain(`--data-urlencode 'search=it'\\''s'`);
    expect(sample).toContain('--data-urlencode created_after=2026-11-01T00:00:00Z');
  });

  it('sends a body as JSON, and a recording as a form', () => {
    const body = { name: 'Nightly import', scopes: ['analysis:read'] };
    const json = printCurl({ ...GET, method: 'POST', body, contentType: 'application/json' });
    expect(json).toContain(`-d '{"name": "Nightly import", "scopes": ["analysis:read"]}'`);
    const file = { field: 'audio_file', name: 'call.wav' };
    const form = printCurl({ ...GET, method: 'POST', body, file, contentType: 'multipart/form-data' });
    expect(form).toContain("-F audio_file=@call.wav \\\n  --form-string 'name=Nightly import'");
    expect(form).toContain('--form-string scopes=analysis:read');
  });

  it('sends a part of a recording as it is, with the headers that the document requires', () => {
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' };
    const part = printCurl({ ...GET, method: 'PATCH', headers, contentType: 'application/offset+octet-stream' });
    expect(part).toContain('curl -X PATCH "');
    expect(part).toContain('-H "Tus-Resumable: 1.0.0" \\\n  -H "Upload-Offset: 0"');
    expect(part).toContain('-H "Content-Type: application/offset+octet-stream" \\\n  --data-binary @call.wav');
    expect(printCurl({ ...GET, method: 'HEAD' })).toContain('curl --head "');
  });

  it('names the method where curl would choose another', () => {
    expect(printCurl({ ...GET, method: 'DELETE' })).toContain('curl -X DELETE "');
    expect(printCurl({ ...GET, method: 'POST' })).toContain('curl -X POST "');
  });
});
