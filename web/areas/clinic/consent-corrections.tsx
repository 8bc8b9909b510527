import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { CorrectionList } from '../../features/records/correction-list.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { protectionPaths } from './clinic-paths.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** What was noted as wrong in it since; nothing where nothing was. */
export function ConsentCorrections({ consent }: ConsentPanelProps) {
  const may = useMay()
  const consentId = consent.id
  return (
    <LoadedPanel
      title="Corrections"
      load={() => api.records.corrections({ consentId })}
      reloadKey={consent}
      canBeEmpty
    >
      {(corrections) =>
        corrections.length > 0 && (
          <Panel title="Corrections" lead="The original record does not change. Corrections are listed here.">
            <CorrectionList
              corrections={corrections}
              hrefOf={may('accessSettings') ? protectionPaths.request : undefined}
            />
          </Panel>
        )
      }
    </LoadedPanel>
  )
}
