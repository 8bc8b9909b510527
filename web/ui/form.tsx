import { Button } from './plain/button.tsx'
import { DraftForm, type DraftFormProps } from './plain/draft-form.tsx'
import type { FoundDraft } from './plain/form-draft.ts'
import { InlineMessage } from './plain/inline-message.tsx'

/** A form whose typed text is kept in this tab until it is sent or discarded, and says so when it comes back. */
export const Form = (form: Omit<DraftFormProps, 'notice'>) => <DraftForm {...form} notice={draftNotice} />

function draftNotice({ savedAt, offered, restore, discard }: FoundDraft) {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(savedAt)
  return (
    <InlineMessage tone={offered ? 'warn' : 'info'} role="status" className="mb-5">
      <p>
        {offered
          ? `You have unsaved text from ${time}. The saved details have changed since then.`
          : `Your unsaved text from ${time} has been restored.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {offered && (
          <Button variant="quiet" size="small" onClick={restore}>
            Restore my text
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={discard}>
          Discard my text
        </Button>
      </div>
    </InlineMessage>
  )
}
