import { useEffect, useState, type Dispatch, type ReactNode, type SetStateAction } from 'react'
import { Button } from './plain/button.tsx'
import { saveDraftState, readDraftState } from './plain/form-draft.ts'
import { InlineMessage } from './plain/inline-message.tsx'

/**
 * What a screen holds beside fields, begun from what is saved and kept in this tab until it is saved too. `offer` stands
 * on the page where something else has been saved since it was kept.
 */
export function useDraftState<T extends object>(
  name: string,
  saved: T,
): { state: T; setState: Dispatch<SetStateAction<T>>; isUnsaved: boolean; offer: ReactNode } {
  const [found] = useState(() => readDraftState(name, saved))
  const [state, setState] = useState(found.kept ?? saved)
  const [offered, setOffered] = useState(found.offered)
  const isUnsaved = JSON.stringify(state) !== JSON.stringify(saved)
  useEffect(() => {
    if (offered === null) saveDraftState(name, saved, isUnsaved ? state : null)
  }, [name, saved, state, isUnsaved, offered])

  const offer = offered && (
    <InlineMessage tone="warn" role="status" className="mb-5">
      <p>You have unsaved changes. The saved details have changed since then.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            setState(offered)
            setOffered(null)
          }}
        >
          Restore my changes
        </Button>
        <Button variant="quiet" size="small" onClick={() => setOffered(null)}>
          Discard my changes
        </Button>
      </div>
    </InlineMessage>
  )
  return { state, setState, isUnsaved, offer }
}
