// The examples in docs/webhooks.md are run as they are printed, and the schedule in it is compared with the code.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_WAITS_MS } from '../../src/webhooks/delivery/retry-schedule.js';
import { compile } from '../support/processes/compile.js';

const page = await readFile(resolve('docs/webhooks.md'), 'utf8');
const example = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
const exists = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'receiver-examples-'));
});
afterAll(() => rm(directory, { recursive: true }));

/**
 * Each program reads tab-separated cases (secret, id, timestamp, signatures, body in base64) and prints true or false for each.
 */
const PROGRAMS: Record<string, () => Promise<string[]>> = {
  typescript: async () => {
    const main = `
      import { readFileSync } from 'node:fs';
      for (const line of readFileSync(0, 'utf8').trim().split('\\n')) {
        const [secret, id, timestamp, signatures, body] = line.split('\\t');
        const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures };
        console.log(verifyWebhook(secret, headers, Buffer.from(body, 'base64')));
      }`;
    await writeFile(join(directory, 'verify.mjs'), (await compile(example('typescript'))) + main);
    return [process.execPath, join(directory, 'verify.mjs')];
  },
  python: async () => {
    const main = `
import sys
for line in sys.stdin.read().strip().split("\\n"):
    secret, webhook_id, timestamp, signatures, body = line.split("\\t")
    headers = {"webhook-id": webhook_id, "webhook-timestamp": timestamp, "webhook-signature": signatures}
    print(str(verify_webhook(secret, headers, base64.b64decode(body))).lower())
`;
    await writeFile(join(directory, 'verify.py'), example('python') + main);
    return ['python3', join(directory, 'verify.py')];
  },
  go: async () => {
    const main = `
func main() {
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		parts := strings.Split(scanner.Text(), "\\t")
		headers := http.Header{}
		headers.Set("webhook-id", parts[1])
		headers.Set("webhook-timestamp", parts[2])
		headers.Set("webhook-signature", parts[3])
		body, _ := base64.StdEncoding.DecodeString(parts[4])
		fmt.Println(VerifyWebhook(parts[0], headers, body, time.Now()))
	}
}
`;
    const source = example('go')
      .replace('package webhooks', 'package main')
      .replace('import (', 'import (\n"bufio"\n"fmt"\n"os"');
    await writeFile(join(directory, 'verify.go'), source + main);
    // Built before the cases are signed: they are good for five minutes.
    const program = join(directory, 'verify-go');
    const built = spawnSync('go', ['build', '-o', program, join(directory, 'verify.go')], { encoding: 'utf8' });
    expect(built.stderr, 'what the compiler says of the example').toBe('');
    return [program];
  },
  java: async () => {
    const main = `
import java.util.Base64;
public final class Main {
  public static void main(String[] args) throws Exception {
    for (String line : new String(System.in.readAllBytes()).trim().split("\\n")) {
      String[] parts = line.split("\\t");
      long now = System.currentTimeMillis() / 1000;
      System.out.println(
          WebhookVerifier.verify(parts[0], parts[1], parts[2], parts[3], Base64.getDecoder().decode(parts[4]), now));
    }
  }
}
`;
    await writeFile(join(directory, 'WebhookVerifier.java'), example('java'));
    await writeFile(join(directory, 'Main.java'), main);
    const sources = [join(directory, 'WebhookVerifier.java'), join(directory, 'Main.java')];
    const compiled = spawnSync('javac', ['-d', directory, ...sources], { encoding: 'utf8' });
    expect(compiled.stderr, 'what the compiler says of the example').toBe('');
    return ['java', '-cp', directory, 'Main'];
  },
};

const RUNTIMES: Record<string, () => boolean> = {
  typescript: () => true,
  python: () => exists('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'),
  go: () => exists('go', 'version'),
  java: () => exists('javac', '-version'),
};

describe('docs/webhooks.md', () => {
  const languages = Object.keys(PROGRAMS).filter((language) => RUNTIMES[language]?.());

  it.each(languages)('has an example in %s that accepts valid signatures and refuses all others', async (language) => {
    const [command = '', ...args] = (await PROGRAMS[language]?.()) ?? [];
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    const body = '{"event":"analysis.completed","data":{"transcript":"Grüß Gott 👋"}}';
    const id = 'evt_1';
    const now = new Date();
    const old = new Date(now.getTime() - 301_000 - 10_000);
    const at = (date: Date) => String(Math.floor(date.getTime() / 1000));
    const signed = (by: string, date = now) => new Webhook(by).sign(id, date, body);
    const cases: [string[], boolean][] = [
      [[secret, id, at(now), signed(secret), body], true],
      [[secret, id, at(now), `${signed(other)} ${signed(secret)}`, body], true],
      [[secret, id, at(now), signed(other), body], false],
      [[secret, id, at(now), signed(secret), `${body} `], false],
      [[secret, 'evt_2', at(now), signed(secret), body], false],
      [[secret, id, at(old), signed(secret, old), body], false],
      [[secret, id, 'soon', signed(secret), body], false],
      [[secret, id, '²', signed(secret), body], false],
      [[secret, id, '9'.repeat(5_000), signed(secret), body], false],
      [[secret, id, at(now), signed(secret).replace('v1,', 'v2,'), body], false],
      [[secret, id, at(now), 'v1,', body], false],
    ];
    const input = cases
      .map(([fields]) => [...fields.slice(0, 4), Buffer.from(fields[4] ?? '').toString('base64')].join('\t'))
      .join('\n');
    const run = spawnSync(command, args, { input, encoding: 'utf8' });
    expect(run.stderr, 'what the example writes to its error output').toBe('');
    expect(run.stdout.trim().split('\n'), 'which of the signatures the example accepts').toEqual(
      cases.map(([, valid]) => String(valid)),
    );
  });

  it('shows the retry schedule as it is in the code', () => {
    const waits = [...page.matchAll(/^\| \d+ \| (\d+) (second|minute|hour)s? /gm)].map(
      ([, count, unit]) =>
        Number(count) * ({ second: 1_000, minute: 60_000, hour: 3_600_000 }[unit ?? ''] ?? Number.NaN),
    );
    expect(waits).toEqual([...STANDARD_WAITS_MS]);
  });
});
