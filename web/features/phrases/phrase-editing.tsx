import { Suspense, useState, type ComponentProps } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { PhraseDialog as Dialog } from './phrase-dialog.tsx'

const PhraseDialog = lazyPart(async () => ({
  default: (await import('./phrase-dialog.tsx')).PhraseDialog,
}))

/** Opens what is offered for a template, to pin, hide and add phrases. */
export function PhraseEditing({ onClose, ...dialog }: ComponentProps<typeof Dialog>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="link" size="small" onClick={() => setOpen(true)}>
        Edit phrases
      </Button>
      <Suspense>
        {isOpen && (
          <PhraseDialog
            {...dialog}
            onClose={() => {
              setOpen(false)
              onClose()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
