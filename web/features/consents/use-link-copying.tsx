import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { dayText } from '../../ui/plain/date-text.ts'
import { useToast } from '../../ui/toast.tsx'
import type { ConsentRow } from './consent-table.tsx'
import { LinkDialog } from './lazy-consent-dialogs.ts'
import type { NewLink } from './link-dialog.tsx'

/** Makes a link and puts it on the clipboard; where the browser refuses that, the link is shown instead. */
export function useLinkCopying() {
  const toast = useToast()
  const [shown, setShown] = useState<{ row: ConsentRow; made: NewLink } | null>(null)

  async function copyLink(row: ConsentRow) {
    try {
      const made = await api.signing.createLink({ consentId: row.id })
      try {
        await navigator.clipboard.writeText(made.url)
        toast(`Link for ${row.patient.name} copied. It works until ${dayText(made.link.expiresAt)}.`)
      } catch {
        setShown({ row, made })
      }
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
    }
  }
  const dialog = (
    <Suspense>
      {shown && (
        <LinkDialog
          consentId={shown.row.id}
          patientName={shown.row.patient.name}
          createdLink={shown.made}
          onClose={() => setShown(null)}
        />
      )}
    </Suspense>
  )
  return { copyLink, dialog }
}
