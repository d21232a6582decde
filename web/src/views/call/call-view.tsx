import { useResource } from '../../api/use-resource.js';
import { Loading, Problem } from '../../parts/states.js';

export function CallView({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const call = useResource(id, async (client, signal) => client.analyses.get(id, {}, { signal }));
  if (call.error !== null) return <Problem error={call.error} onAgain={call.reload} />;
  if (call.value === null) return <Loading />;
  return <h1>{call.value.call.agent_id}</h1>;
}
