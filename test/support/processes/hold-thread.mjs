// Runs in a thread of a pool, and keeps it busy until the test lets it go.

/** @param {Int32Array} flag shared with the test, which makes it 1 */
export default function holdThread(flag) {
  Atomics.wait(flag, 0, 0);
}
