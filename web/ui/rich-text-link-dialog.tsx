import { useState, type FormEvent } from 'react'
import { Dialog } from './dialog.tsx'
import { Button } from './plain/button.tsx'
import { TextField } from './plain/text-field.tsx'
import { normalizeLinkHref } from './rich-text-html.ts'

type LinkDialogProps = {
  /** Where the link leads now, or nothing for a new one. */
  address: string
  onSet: (address: string) => void
  onClose: () => void
}

/** Where a link leads. */
export function RichTextLinkDialog({ address, onSet, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(address)
  const [error, setError] = useState<string>()
  const formId = 'rich-text-link'

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const complete = normalizeLinkHref(typed)
    if (complete === null) setError('Enter a whole address, such as https://www.nhs.uk')
    else onSet(complete)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={address === '' ? 'Add a link' : 'Change the link'}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            {address === '' ? 'Add link' : 'Change link'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          id="rich-text-link-address"
          label="Enter URL:"
          value={typed}
          error={error}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
