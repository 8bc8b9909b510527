import { useEffect, useRef } from 'react'
import { useBlocker, type NavigateFunction } from 'react-router'
import { useConfirm } from '../../ui/alert-provider.tsx'

/** Asks before unsaved writing is left, whether for another page of the product or for none. */
export function useUnsavedChangesGuard(
  isUnsaved: boolean,
  text = 'Your changes are not saved. They stay in this tab until you sign out, so you can continue when you come back.',
): { letGo: () => void } {
  const confirm = useConfirm()
  const isFree = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !isFree.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const isAsking = blocker.state === 'blocked'
  // The blocker is a new object each time; one question belongs to one attempt to leave.
  const latest = useRef(blocker)
  useEffect(() => void (latest.current = blocker))
  useEffect(() => {
    if (!isAsking) return
    void confirm({
      title: 'Leave without saving?',
      text,
      confirm: 'Leave',
      cancel: 'Keep editing',
    }).then((agreed) => (agreed ? latest.current.proceed?.() : latest.current.reset?.()))
  }, [isAsking, confirm, text])
  useEffect(() => {
    if (!isUnsaved) return
    const preventUnload = (event: BeforeUnloadEvent) => !isFree.current && event.preventDefault()
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [isUnsaved])
  return { letGo: () => void (isFree.current = true) }
}

/** Back to where one came from; somebody who came by the address alone, to the list. */
export function goBack(navigate: NavigateFunction, listHref: string): void {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  void (idx > 0 ? navigate(-1) : navigate(listHref))
}
