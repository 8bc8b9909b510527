import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'

type GroupFeePanelProps = { group: string; usesFees: boolean; onChanged: () => Promise<void> }

/** Whether the group's fees apply at the practice, and the button that decides otherwise. */
export function GroupFeePanel({ group, usesFees, onChanged }: GroupFeePanelProps) {
  const toast = useToast()
  const [isDeciding, setDeciding] = useState(false)
  const decide = async () => {
    await (usesFees ? api.practiceGroups.stopFees({}) : api.practiceGroups.takeFees({}))
    toast(usesFees ? 'The group’s fees are no longer used' : 'The group’s fees are used')
    await onChanged()
  }
  return (
    <Panel
      title="Fees"
      lead={
        usesFees
          ? 'Treatments without a fee of your own use the group’s fee.'
          : 'Only the fees that you set are used.'
      }
    >
      <Button variant="quiet" onClick={() => setDeciding(true)}>
        {usesFees ? 'Stop using the group’s fees' : 'Use the group’s fees'}
      </Button>
      {isDeciding && (
        <FormDialog
          title={usesFees ? `Stop using the fees of ${group}?` : `Use the fees of ${group}?`}
          text={
            usesFees
              ? 'Treatments without a fee of your own have none from now on. Consents already prepared keep their price.'
              : 'Where you have set no fee, the group’s fee is shown and used in new consents. A fee that you set comes first. You can stop at any time.'
          }
          confirm={usesFees ? 'Stop using them' : 'Use fees'}
          danger={usesFees}
          onClose={() => setDeciding(false)}
          read={() => decide}
        >
          {() => null}
        </FormDialog>
      )}
    </Panel>
  )
}
