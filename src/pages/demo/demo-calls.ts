// Three sample calls that anyone may read at /demo. They are live calls of an account of their own, with which no one can log
// in, and go through the pipeline like any other.
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Members } from '../../accounts/users/members.js';
import { Passwords } from '../../accounts/users/passwords.js';
import { SubscriptionsService } from '../../billing/subscriptions/subscriptions.service.js';
import { SubmitUnattended } from '../../pipeline/intake/submit-unattended.js';
import { Config } from '../../platform/config/config.js';
import { queryRows } from '../../platform/database/sql.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { RecordingIntake } from '../../recordings/receiving/recording-intake.js';
import { packageFolder } from '../site/package-facts.js';

const SAMPLES = new URL('samples/', packageFolder);
/** Mail to a name below `invalid` reaches no one (RFC 6761): the address is never verified, and no password ever known. */
const EMAIL = 'demo@demo.invalid';
/** A call that was deleted, by retention for instance, is made again after that time at most. */
const EVERY_MS = 3_600_000;

export interface DemoCall {
  /** The name of its recording without the ending, and its `external_id`. */
  readonly name: string;
  readonly title: string;
  readonly says: string;
  readonly agentId: string;
  readonly contactId: string;
}

export const DEMO_CALLS: readonly DemoCall[] = [
  {
    name: 'good-call',
    title: 'A double charge, handled well',
    says: 'A customer was charged twice. The agent checks who is calling, shows understanding and arranges a refund.',
    agentId: 'agent-7',
    contactId: 'customer-42',
  },
  {
    name: 'bad-call',
    title: 'An internet fault, handled badly',
    says: 'The agent dismisses the problem, asks for a card number and its security code, and the customer gives up.',
    agentId: 'agent-3',
    contactId: 'customer-17',
  },
  {
    name: 'good-call-phone',
    title: 'The first call over a poor telephone line',
    says: 'The same words with a narrow band and noise: what a finding still rests on when the audio is bad.',
    agentId: 'agent-12',
    contactId: 'customer-9',
  },
];

export interface StoredDemoCall {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

@Injectable()
export class DemoCalls implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DemoCalls.name);
  private readonly round: SharedRound;
  private readonly stopping = new AbortController();

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly members: Members,
    private readonly passwords: Passwords,
    private readonly subscriptions: SubscriptionsService,
    private readonly intake: RecordingIntake,
    private readonly submit: SubmitUnattended,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'demo-calls',
      run: () => this.keep(),
      onError: (error) => {
        if (!this.stopping.signal.aborted)
          this.logger.warn({ err: error }, 'The calls of the demo page could not be made; the next round tries again');
      },
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.http.demo) this.round.start(EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.round.stop();
  }

  /** Those that are stored, in the order of `DEMO_CALLS`. */
  async find(): Promise<StoredDemoCall[]> {
    const found = await queryRows<StoredDemoCall>(this.dataSource, STORED, [EMAIL, DEMO_CALLS.map(({ name }) => name)]);
    return DEMO_CALLS.flatMap(({ name }) => found.filter((call) => call.name === name));
  }

  private async keep(): Promise<void> {
    const accountId = await this.openAccount();
    const stored = new Set((await this.find()).map(({ name }) => name));
    for (const call of DEMO_CALLS) if (!stored.has(call.name)) await this.make(accountId, call);
  }

  private async openAccount(): Promise<string> {
    const known = await this.members.findByEmail(this.dataSource.manager, EMAIL);
    if (known) return known.accountId;
    const passwordHash = await this.passwords.hash(randomBytes(32).toString('base64url'));
    return this.dataSource.transaction(async (tx) => {
      const { accountId } = await this.members.openAccount(tx, { email: EMAIL, phoneNumber: null, passwordHash });
      await this.subscriptions.open(tx, accountId);
      return accountId;
    });
  }

  /** Its `external_id` keeps two processes from making it twice. The sweep deletes a stored recording that no call has. */
  private async make(accountId: string, { name, agentId, contactId }: DemoCall): Promise<void> {
    const owner = { accountId, livemode: true };
    const body = { agent_id: agentId, contact_id: contactId, external_id: name, agent_channel: 0 };
    const submission = this.submit.readStored(body, owner);
    const file = new URL(`${name}.ogg`, SAMPLES);
    const { size } = await stat(file);
    const id = randomUUID();
    const hints = { fileName: `${name}.ogg`, mimeType: 'audio/ogg', announcedBytes: size, certainBytes: 0 };
    const source = createReadStream(fileURLToPath(file));
    const recording = await this.intake.receive(id, source, hints, this.stopping.signal);
    await this.submit.accept({ owner, id, requestId: 'demo', submission, recording });
  }
}

const STORED = `
  SELECT a.account_id AS "accountId", a.id, a.external_id AS name, a.status
    FROM account JOIN analysis a ON a.account_id = account.id
   WHERE account.email_folded = $1 AND a.external_id = ANY($2) AND a.livemode`;
