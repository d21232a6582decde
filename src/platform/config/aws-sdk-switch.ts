/**
 * The SDK reads this from the environment alone. Its releases of 2027 ask for Node 22, and on Node 20 it would say so at each
 * start.
 */
export function silenceNodeWarningOfAwsSdk(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
}
