import { useState } from 'preact/hooks';
import type { Analysis, CallAnalysis, RequestOptions } from '../../../../../clients/typescript/src/browser.js';
import type { Act } from '../../../api/use-act.js';
import { ContactDialog } from '../../../listing/many/contact-dialog.tsx';
import { deleteCall, ManyDialog } from '../../../listing/many/many-dialog.tsx';
import { saveFile } from '../../../page/save-file.js';
import { Icon } from '../../../parts/icon.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { go, to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';
import { MaskDialog } from '../masked/mask-dialog.tsx';
import { fileNameOf } from './exports.js';

interface MoreMenuProps {
  readonly analysis: Analysis;
  readonly act: Act;
  readonly onChanged: () => void;
}

/** Menu of rare actions. */
export function MoreMenu({ analysis, act, onChanged }: MoreMenuProps) {
  const [isMasking, setMasking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [isForgetting, setForgetting] = useState(false);
  const { agent_id: agent, contact_id: contact } = analysis.call;
  const leaveIfGone = (done: readonly string[]) => {
    setDeleting(false);
    setForgetting(false);
    // The back button must not lead to what is gone.
    if (done.includes(analysis.id)) go(to('/calls'), { replace: true });
  };
  const report = may('createReportLink')
    ? {
        name: t('acts.report.open'),
        act: () => void act.run('report', (client, once) => openReport(client, analysis.id, once)),
      }
    : { name: t('mine.report'), act: () => void act.run('report', (client) => saveReport(client, analysis)) };
  const mask = { name: t('redaction.act'), act: () => setMasking(true) };
  const remove = { name: t('acts.delete'), act: () => setDeleting(true), isGrave: true };
  const forget = { name: t('many.contact.act', { contact }), act: () => setForgetting(true), isGrave: true };
  const items = [
    ...(analysis.status === 'completed' ? [report, ...(may('redactAnalysis') ? [mask] : [])] : []),
    ...(may('deleteAnalysis') ? [forget, remove] : []),
  ];
  const [only, ...others] = items;
  if (only === undefined) return null;
  if (others.length === 0)
    return (
      <button type="button" class="second" disabled={act.isBusy} onClick={only.act}>
        {only.name}
      </button>
    );
  return (
    <>
      <Menu label={t('acts.more')} isBusy={act.isBusy} items={items}>
        <Icon name="more" />
      </Menu>
      {isMasking && <MaskDialog analysis={analysis} onClose={() => setMasking(false)} onMasked={onChanged} />}
      {isForgetting && <ContactDialog contact={contact} onClose={leaveIfGone} />}
      {isDeleting && (
        <ManyDialog
          title={t('acts.delete.title')}
          does={t('acts.delete.do')}
          calls={[analysis]}
          act={deleteCall}
          onClose={leaveIfGone}
        >
          <p dir="auto">{t('acts.delete.say', { agent, contact })}</p>
          <p class="soft">{t(analysis.status === 'processing' ? 'acts.delete.processing' : 'acts.delete.rest')}</p>
        </ManyDialog>
      )}
    </>
  );
}

/** The report as a file, for whom may read it and not pass it on. */
async function saveReport(client: CallAnalysis, { id, created, call }: Analysis): Promise<void> {
  const page = await client.analyses.report(id);
  saveFile(fileNameOf({ agentId: call.agent_id, contactId: call.contact_id, created }, 'html'), 'text/html', page);
}

/**
 * Opens the report, a page of its own with a signed link. Browsers open a tab only at a press, so it is opened before the link
 * has arrived.
 */
async function openReport(client: CallAnalysis, id: string, once: RequestOptions): Promise<void> {
  const tab = open('', '_blank');
  try {
    const { url } = await client.analyses.createReportLink(id, {}, once);
    if (tab) {
      tab.opener = null;
      tab.location.replace(url);
    } else location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
