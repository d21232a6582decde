// The tabs of this browser share the login: a new tab asks the others for it, and a logout ends it in all of them. Messages stay
// within the origin; a token is neither stored for other tabs nor part of a URL.

export interface Account {
  readonly kind: 'account';
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Expiry, in milliseconds of this browser's clock. */
  readonly expiresAt: number;
}

/** Time that other tabs have to answer. Without an answer the person logs in. */
const ANSWER_MS = 150;

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'logIn'; readonly account: Account }
  | { readonly kind: 'logOut'; readonly refreshToken: string };

interface Listening {
  readonly account: () => Account | null;
  readonly logIn: (account: Account) => void;
  readonly logOut: (refreshToken: string) => void;
}

/** @param place URL of the console: several services may have one origin */
export function joinTabs(place: string, { account, logIn, logOut }: Listening) {
  const channel = new BroadcastChannel(`console-session ${place}`);
  const tell = (message: Message) => channel.postMessage(message);
  let answered = () => {};
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'logOut') logOut(data.refreshToken);
    else if (data.kind === 'logIn') {
      logIn(data.account);
      answered();
    } else {
      const own = account();
      if (own !== null) tell({ kind: 'logIn', account: own });
    }
  });
  return {
    tellLogIn: (own: Account) => tell({ kind: 'logIn', account: own }),
    tellLogOut: (refreshToken: string) => tell({ kind: 'logOut', refreshToken }),
    /** Ends when another tab has answered, or when none does. */
    ask: () =>
      new Promise<void>((resolve) => {
        answered = resolve;
        setTimeout(resolve, ANSWER_MS);
        tell({ kind: 'ask' });
      }),
  };
}
