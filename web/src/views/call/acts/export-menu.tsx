import type { Analysis, CallAnalysis } from '../../../../../clients/typescript/src/browser.js';
import type { Act } from '../../../api/use-act.js';
import { saveFile } from '../../../page/save-file.js';
import { Icon } from '../../../parts/icon.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { t } from '../../../texts/texts.js';
import { EXPORT_TYPES, EXPORTS, type Export, fileNameOf } from './exports.js';

interface ExportMenuProps {
  readonly analysis: Analysis;
  readonly act: Act;
}

export function ExportMenu({ analysis, act: { run, isBusy } }: ExportMenuProps) {
  return (
    <Menu
      isBusy={isBusy}
      items={EXPORTS.map((format) => ({
        name: t(`acts.export.${format}`),
        act: () => void run(`export ${format}`, (client) => save(client, analysis, format)),
      }))}
    >
      {t('acts.export')} <Icon name="below" />
    </Menu>
  );
}

/** @param version of the transcript; undefined: the present one */
export async function save(client: CallAnalysis, analysis: Analysis, format: Export, version?: number): Promise<void> {
  const { id, created, call } = analysis;
  const text =
    format === 'json'
      ? `${JSON.stringify(await client.analyses.get(id, { transcript_version: version }), null, 2)}\n`
      : await client.analyses.transcript(id, { format, transcript_version: version });
  const name = fileNameOf({ agentId: call.agent_id, contactId: call.contact_id, created }, format);
  saveFile(name, EXPORT_TYPES[format], text);
}
