import { describe, expect, it } from 'vitest';
import { answerTo } from './answers.js';

const messageOf = async (failing: () => unknown) =>
  Promise.resolve()
    .then(failing)
    .then(
      () => 'nothing failed',
      (error: Error) => error.message,
    );

describe('the message for an answer', () => {
  const expired = () => Response.json({ detail: 'The token has expired' }, { status: 401 });

  it.each<[string, string, number, unknown?]>([
    ['another status', 'POST /analysis answered 401 ("The token has expired") instead of 201', 201],
    [
      'another body',
      'POST /analysis answered 401 with another body than it must: "The token has expired", not "Not Found"',
      401,
      { detail: 'Not Found' },
    ],
  ])('names the request, what came and what should have, for %s', async (_, message, ...expected) => {
    expect(await messageOf(() => expect(answerTo('POST /analysis', expired())).toAnswer(...expected))).toBe(message);
  });

  it('names the body of an answer that the test has read, where its client kept the text', async () => {
    const answer = expired();
    const read = answerTo('GET /users/me', answer, await answer.text());
    expect(await messageOf(() => expect(read).toAnswer(200))).toBe(
      'GET /users/me answered 401 ("The token has expired") instead of 200',
    );
  });

  it('names the fields that a 422 refuses', async () => {
    const detail = [{ type: 'missing', loc: ['body', 'audio_url'], msg: 'Field required' }];
    expect(await messageOf(() => expect({ status: 422, body: { detail } }).toAnswer(201))).toBe(
      'The service answered 422 (body.audio_url: Field required) instead of 201',
    );
  });

  it('names the fields that a 422 should have refused, where some of their members are compared', async () => {
    const item = (at: string) => ({ type: 'missing', loc: ['body', at], msg: 'Field required' });
    const wanted = { detail: [expect.objectContaining({ type: 'missing', loc: ['body', 'agent_id'] })] };
    const failing = () => expect({ status: 422, body: { detail: [item('audio_url')] } }).toAnswer(422, wanted);
    expect(await messageOf(failing)).toBe(
      'The service answered 422 with another body than it must: body.audio_url: Field required, not body.agent_id: missing',
    );
  });

  it('does not wait for the end of a stream of events', async () => {
    const endless = new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    expect(await messageOf(() => expect(endless).toAnswer(503))).toBe('The service answered 200 instead of 503');
  });

  it('names each status that will do', async () => {
    expect(await messageOf(() => expect({ status: 500 }).toAnswer([200, 401]))).toBe(
      'The service answered 500 instead of 200 or 401',
    );
  });

  it('says that no answer came', async () => {
    expect(await messageOf(() => expect(undefined).toAnswer(201))).toBe(
      'No answer came, instead of one with status 201',
    );
  });

  it('leaves the body to the test', async () => {
    const answer = expired();
    await expect(answer).toAnswer(401, { detail: 'The token has expired' });
    expect(await answer.json(), 'the body, read again').toEqual({ detail: 'The token has expired' });
  });
});

describe('the message for several answers', () => {
  const answers = [201, 201, 429].map((status) =>
    answerTo('POST /analysis', { status, body: { detail: 'Rate limit exceeded' } }),
  );

  it.each<[string, number | readonly number[]]>([
    ['POST /analysis answered 429 ("Rate limit exceeded") instead of 201, as answer 3 of 3', 201],
    ['POST /analysis answered 201 ("Rate limit exceeded") instead of 200, as answer 2 of 3', [201, 200, 429]],
    ['3 answers came instead of 2', [201, 201]],
    ['nothing failed', [201, 201, 429]],
  ])('in turn is: %s', async (message, statuses) => {
    expect(await messageOf(() => expect(answers).toAnswerEach(statuses))).toBe(message);
  });

  it('says that none came, where all were to have one status', async () => {
    expect(await messageOf(() => expect([]).toAnswerEach(201))).toBe('0 answers came instead of some');
  });

  it.each<[string, readonly number[]]>([
    ['POST /analysis answered 429 ("Rate limit exceeded"): 1 times instead of 0', [201, 201, 201]],
    ['POST /analysis answered 201 ("Rate limit exceeded"): 2 times instead of 1', [429, 429, 201]],
    ['3 answers came instead of 4', [201, 429, 201, 429]],
    ['nothing failed', [429, 201, 201]],
  ])('that raced is: %s', async (message, statuses) => {
    expect(await messageOf(() => expect(answers).toAnswerInAnyOrder(statuses))).toBe(message);
  });
});

it('the message for a resource in another status names it and its error', async () => {
  const analysis = { id: '7', object: 'analysis', status: 'failed', metadata: { error_message: 'No speech' } };
  expect(await messageOf(() => expect(analysis).toBeInStatus('completed'))).toBe(
    'The analysis 7 is in status failed ("No speech"), instead of completed',
  );
});

it.each<[string, Uint8Array | undefined]>([
  ['3 bytes came instead of 3; they differ from byte 1 on', Buffer.from([1, 3, 3])],
  ['4 bytes came instead of 3; they differ from byte 3 on', Buffer.from([1, 2, 3, 4])],
  ['2 bytes came instead of 3; they differ from byte 2 on', Buffer.from([1, 2])],
  ['No bytes came, instead of 3', undefined],
  ['nothing failed', new Uint8Array([1, 2, 3])],
])('the message for bytes tells their number and where they differ: %s', async (message, bytes) => {
  expect(await messageOf(() => expect(bytes).toHaveBytes(Buffer.from([1, 2, 3])))).toBe(message);
});
