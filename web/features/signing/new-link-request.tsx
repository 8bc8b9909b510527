import { useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { requestLink, type LinkRequest } from './signing-api.ts'
import { RequestFailedError } from './signing-call.ts'
import { useWords } from './words-context.tsx'

/** Asks for a new link. The answer is the same whatever stands behind the address, and the link goes only to the contact on file. */
export function NewLinkRequest({ about }: { about: LinkRequest }) {
  const { newLink, trouble } = useWords()
  const [state, setState] = useState<'ready' | 'busy' | 'asked' | 'offline' | 'tooMany'>('ready')

  async function sendRequest() {
    setState('busy')
    try {
      await requestLink(about)
      setState('asked')
    } catch (error) {
      // An address that was cut off is refused as malformed; to the person that is the same neutral answer.
      if (!(error instanceof RequestFailedError)) setState('asked')
      else setState(error.code === 'resource-exhausted' ? 'tooMany' : 'offline')
    }
  }

  if (state === 'asked') {
    return (
      <InlineMessage tone="ok" role="status" title={newLink.sentTitle}>
        <p>{newLink.sent}</p>
        <p className="mt-1">{newLink.noMessage}</p>
      </InlineMessage>
    )
  }
  return (
    <>
      {(state === 'offline' || state === 'tooMany') && (
        <InlineMessage tone="bad" role="alert" className="mb-4">
          {trouble[state]}
        </InlineMessage>
      )}
      <Button busy={state === 'busy'} onClick={sendRequest}>
        {newLink.ask}
      </Button>
    </>
  )
}
