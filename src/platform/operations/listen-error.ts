// Says in a sentence why a port cannot be opened, with the setting to change.

/**
 * @param setting the variable that names the port
 * @returns the error itself when it says nothing about the address
 */
export function listenError(error: unknown, setting: 'PORT' | 'METRICS_PORT', port: number, host: string): unknown {
  const sentence = sentenceOf(error instanceof Error && 'code' in error ? error.code : null, setting, port, host);
  return sentence === null ? error : new Error(sentence, { cause: error });
}

function sentenceOf(code: unknown, setting: string, port: number, host: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `${setting}: another program listens on port ${port} of ${host}; stop that program, or set ${setting} to a free port`;
    case 'EACCES':
      return `${setting}: the user of this process may not open port ${port}; set ${setting} to 1024 or more, and let a proxy listen on ${port}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is no address of this machine; set HOST to one, or to 0.0.0.0 for all`;
    default:
      return null;
  }
}
