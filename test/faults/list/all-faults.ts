// The faults and abuses that the service must survive, each with its outcome and the tests that show it.
import { AUDIO } from './audio.js';
import { BILLING } from './billing.js';
import { CRASHES } from './crashes.js';
import { EVALUATIONS } from './evaluations.js';
import type { Fault, FaultGroup } from './fault.js';
import { HTTP } from './http.js';
import { IDENTITY } from './identity.js';
import { INFRASTRUCTURE } from './infrastructure.js';
import { PAID_REQUESTS } from './paid-requests.js';
import { PROVIDER } from './provider.js';
import { WEBHOOKS } from './webhooks.js';

export const FAULT_GROUPS: readonly FaultGroup[] = [
  CRASHES,
  INFRASTRUCTURE,
  BILLING,
  HTTP,
  AUDIO,
  PROVIDER,
  IDENTITY,
  WEBHOOKS,
  EVALUATIONS,
  PAID_REQUESTS,
];

export const FAULTS: readonly Fault[] = FAULT_GROUPS.flatMap(({ faults }) => faults);
