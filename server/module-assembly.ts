import { messageKinds, type Composers } from './modules/messages/index.ts'
import type { Module } from './module.ts'
import type { PendingJob } from './platform/database/transaction.ts'
import type { OperationTree, Authenticators } from './platform/http/operations.ts'

type MergedKey = 'jobs' | 'jobSeconds' | 'topics' | 'sweeps' | 'composers' | 'authenticators'

/** Everything of all modules by one name each: two of one name could not both be meant. */
function mergeByName<K extends MergedKey>(modules: readonly Module[], part: K): NonNullable<Module[K]> {
  const all = new Map<string, unknown>()
  for (const [name, value] of modules.flatMap((module) => Object.entries(module[part] ?? {}))) {
    if (all.has(name)) throw new Error(`Two modules add ${name} to ${part}`)
    all.set(name, value)
  }
  return Object.fromEntries(all) as NonNullable<Module[K]>
}

/** Two modules may answer operations of one part of the contract: consents on paper are scanned, and printed. */
function mergeHandlers(modules: readonly Module[]): OperationTree {
  const tree: Record<string, OperationTree> = {}
  for (const [part, handled] of modules.flatMap(({ handlers }) => Object.entries(handlers ?? {})))
    tree[part] = { ...tree[part], ...(handled as OperationTree) }
  return tree
}

/** Which queues work when an event is told; one that no module emits is a mistake in a name. */
function buildListeners(modules: readonly Module[]): Record<string, string[]> {
  const told = modules.flatMap(({ events }) => events ?? [])
  const listeners = Object.fromEntries(told.map((event): [string, string[]] => [event, []]))
  for (const [event, queues] of modules.flatMap(({ subscribes }) => Object.entries(subscribes ?? {}))) {
    if (!listeners[event])
      throw new Error(`No module emits ${event}, to which ${queues.join(', ')} subscribe`)
    listeners[event].push(...queues)
  }
  return listeners
}

function collectComposers(modules: readonly Module[]): Composers {
  const composers = mergeByName(modules, 'composers')
  const missing = messageKinds.filter((kind) => !composers[kind])
  if (missing.length > 0) throw new Error(`No module writes messages of the kind ${missing.join(', ')}`)
  return composers as Composers
}

/** What all modules add, put together. */
export function assembleModules(modules: readonly Module[]) {
  const [listeners, topics] = [buildListeners(modules), mergeByName(modules, 'topics')]
  return {
    handlers: mergeHandlers(modules),
    files: modules.flatMap(({ files }) => files ?? []),
    routes: modules.flatMap(({ routes }) => routes ?? []),
    webhooks: modules.flatMap(({ webhooks }) => webhooks ?? []),
    uploads: modules.flatMap(({ uploads }) => uploads ?? []),
    authenticators: mergeByName(modules, 'authenticators') as Authenticators,
    jobs: mergeByName(modules, 'jobs'),
    jobSeconds: mergeByName(modules, 'jobSeconds'),
    composers: collectComposers(modules),
    sweeps: mergeByName(modules, 'sweeps'),
    /** The jobs that follow from what a transaction enqueued: what each event sets off, each once, and each topic's news. */
    deriveJobs(pending: readonly PendingJob[]): PendingJob[] {
      const worked = new Map<string, PendingJob>()
      for (const { queue, data } of pending)
        for (const name of listeners[queue] ?? (topics[queue] ? [] : [queue]))
          worked.set(name + JSON.stringify(data), { queue: name, data })
      const told = new Map<string, PendingJob>()
      for (const { queue, data } of pending) {
        const [topic, clinicId] = [topics[queue], data.clinicId]
        if (topic && clinicId) told.set(topic + clinicId, { queue: 'live.tell', data: { clinicId, topic } })
      }
      return [...worked.values(), ...told.values()]
    },
  }
}
