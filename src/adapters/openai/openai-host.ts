/** True for OpenAI's own hosts, including the regional ones (`eu.api.openai.com`). */
export function isOpenAiHost(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.api.openai.com');
}
