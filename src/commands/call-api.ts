// Sends one request to the public API of a running service.

export class CallApi {
  /** @param baseUrl the address of the service, without `/api/v1` */
  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
  ) {}

  /** @throws Error with what the service answered, when it refuses */
  async send<Answer = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}
