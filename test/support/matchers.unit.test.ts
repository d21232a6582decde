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

  it('does not wait for the end of a stream of events', async () => {
    const endless = new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    expect(await messageOf(() => expect(endless).toAnswer(503))).toBe('The service answered 200 instead of 503');
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

it('the message for a resource in another status names it and its error', async () => {
  const analysis = { id: '7', object: 'analysis', status: 'failed', metadata: { error_message: 'No speech' } };
  expect(await messageOf(() => expect(analysis).toBeInStatus('completed'))).toBe(
    'The analysis 7 is in status failed ("No speech"), instead of completed',
  );
});
