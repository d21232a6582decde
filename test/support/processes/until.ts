/** Repeats `ask` every 50 ms until it gives a value. @throws after the time-out */
export async function until<Value>(
  ask: () => Promise<Value | null | undefined | false>,
  what: string,
  timeoutMs = 300_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await ask();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
