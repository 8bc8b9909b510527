import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { OfferedConsent } from '../../features/consents/action-offers.ts'
import { useLiveUpdates } from '../../live-updates.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useLatest } from '../../ui/use-latest.ts'

/** What every panel of a consent's page is given: it asks for the rest itself. */
export type ConsentPanelProps = {
  consent: OfferedConsent
  /** Reads the consent anew, and with it what the other panels show. */
  onChanged: () => Promise<void>
}

type LoadedPanelProps<Data> = {
  /** What it is called while there is nothing else of it to see. */
  title: string
  load: () => Promise<Data>
  /** It is asked for again when this was read anew. */
  reloadKey: unknown
  /** Often there is nothing to show, so that nothing is shown of it while it comes. */
  canBeEmpty?: boolean
  /** It is heard of as it comes: the rest of the page is not read again for it, since that is audited. */
  isLive?: boolean
  children: (data: Data, set: (now: Data) => void, reload: () => Promise<void>) => ReactNode
}

/** A panel that fetches what it shows, says that it is coming, and where it does not come, lets people try again. */
export function LoadedPanel<Data>(props: LoadedPanelProps<Data>) {
  const { title, load, reloadKey, canBeEmpty = false, isLive = false, children } = props
  const [shown, setShown] = useState<{ data: Data }>()
  const set = (data: Data) => setShown({ data })
  const { ask, busy, problem } = useLatest<void, Data>(load, set)
  const askAnew = useEffectEvent(() => void ask())
  useEffect(() => askAnew(), [reloadKey])
  // What cannot be read again now is shown as it was; the next news asks again.
  useLiveUpdates(isLive ? ['consents'] : [], () => void ask())
  if (shown) return children(shown.data, set, ask)
  if (canBeEmpty && !problem) return null
  return (
    <Panel title={title}>
      {problem ? (
        <FailedState reference={problem.requestId} onRetry={() => void ask()} busy={busy} />
      ) : (
        <Spinner message="Loading" />
      )}
    </Panel>
  )
}
