import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadChunk } from './chunk-load.ts'

/** A component in a script of its own, which is waited for no longer than a script may take. */
// any: the props are the component's own, whatever they are; React's `lazy` says it the same.
export const lazyPart = <T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
): LazyExoticComponent<T> => lazy(() => loadChunk(load))
