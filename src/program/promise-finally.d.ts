// TypeScript's own type says that `finally` takes a function without a result. It waits for the promise that the function
// returns, so none is lost there, and `no-misused-promises` takes its word from the types.
interface Promise<T> {
  finally(onfinally?: (() => void | PromiseLike<void>) | null): Promise<T>;
}
