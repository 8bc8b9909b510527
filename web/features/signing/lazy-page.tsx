import { Suspense, useSyncExternalStore, type ComponentType } from 'react'
import { connectionLossStore } from '../../ui/plain/connection.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useEntryWords } from './words-context.tsx'

/**
 * A page in a chunk of its own, waited for in a boundary of its own. What stands above it keeps its place: behind a
 * boundary further up, a journey that waits for its next page would begin again once the page is there.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Page = lazyPart(async () => ({ default: await load() }))
  return function LazyPage(props: Props) {
    return (
      <Suspense fallback={<PageLoading />}>
        <Page {...props} />
      </Suspense>
    )
  }
}

/** Shown while a page or its words are on their way, or while they wait for the network. */
export function PageLoading() {
  const { page, trouble } = useEntryWords()
  const { subscribe, isWaiting } = connectionLossStore
  const waits = useSyncExternalStore(subscribe, isWaiting, () => false)
  return <Spinner size="large" message={waits ? trouble.waiting : page.loading} />
}
