import type { AnalysisSummary } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { number, t, tn } from '../../texts/texts.js';
import { deleteCall, ManyDialog } from './many-dialog.tsx';

/** Limit of the API. */
const PAGE = 1000;

interface ContactDialogProps {
  readonly contact: string;
  readonly onClose: (done: readonly string[]) => void;
}

/** Deletes every call with a contact, of both modes and in every state, after all of them were counted. */
export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const found = useResource(contact, async (client, signal) => {
    const calls: AnalysisSummary[] = [];
    for (;;) {
      const params = { contact_id: contact, limit: PAGE, offset: calls.length };
      const { data, total } = await client.analyses.listSummaries(params, { signal });
      calls.push(...data);
      if (data.length === 0 || calls.length >= total) return calls;
    }
  });
  const title = t('many.contact.title', { contact });
  const calls = found.value;
  if (calls === null)
    return (
      <Dialog title={title} onClose={() => onClose([])}>
        {found.error === null ? <Loading lines={3} /> : <Problem error={found.error} onAgain={found.reload} />}
      </Dialog>
    );
  const minutes = calls.reduce((sum, { call }) => sum + (call.duration_seconds ?? 0), 0) / 60;
  const test = calls.filter(({ livemode }) => !livemode).length;
  const processing = calls.filter(({ status }) => status === 'processing').length;
  return (
    <ManyDialog
      title={title}
      does={tn('many.delete.do', calls.length)}
      calls={calls}
      act={deleteCall}
      onClose={onClose}
    >
      <ul>
        <li>
          {tn('calls.count', calls.length)}, {t('many.contact.minutes', { n: number(Math.round(minutes)) })}
        </li>
        {test > 0 && <li>{t('many.contact.test', { n: number(test) })}</li>}
        {processing > 0 && <li>{t('many.contact.processing', { n: number(processing) })}</li>}
      </ul>
      <p class="soft">{t('many.delete.rest')}</p>
    </ManyDialog>
  );
}
