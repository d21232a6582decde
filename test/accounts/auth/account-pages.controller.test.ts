import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityApp } from '../../support/apps/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
afterAll(() => app?.stop());

describe('the pages behind the links', () => {
  it.each([
    ['/verify-email', 'api/v1/auth/verify-email'],
    ['/reset-password', 'api/v1/auth/password-reset/confirm'],
  ])('%s posts to %s and runs its own script only', async (path, action) => {
    const answer = await app.send('GET', `:${path}?token=<script>alert(1)</script>`);
    await expect(answer).toAnswer(200);
    const { body } = answer;
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    const digest = async (text: string) => {
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return `'sha256-${Buffer.from(bytes).toString('base64')}'`;
    };
    const script = /<script>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '';
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
    expect(policy).toContain(`script-src ${await digest(script)}`);
    expect(policy).toContain(`style-src ${await digest(style)}`);
    expect(body).toContain(`data-action="${action}"`);
    expect(body).not.toContain('alert(1)');
    expect(body.match(/<button>/g), 'buttons of the page').toHaveLength(1);
  });
});
