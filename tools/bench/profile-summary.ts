import type { Profiler } from 'node:inspector'

type Share = { function: string; percent: number }
export type ProfileSummary = { self: Share[]; subtree: Share[] }

const idle = new Set(['(root)', '(idle)', '(program)'])

/** Where a function is, as a reader looks for it. */
const nameOf = ({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string =>
  url
    ? `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`
    : functionName

/**
 * The functions that a process spent most of its time in, by themselves and with all that they called, in hundredths of
 * the time that it was not idle. One that calls itself counts once.
 */
export function summarizeProfile(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  count: number,
): ProfileSummary {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const own = new Map<number, number>()
  for (const [at, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[at] ?? 0))
  const [self, subtree] = [new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, name: string, us: number) => to.set(name, (to.get(name) ?? 0) + us)
  let busy = 0
  for (const [id, us] of own) {
    const name = nameOf(byId.get(id)!.callFrame)
    if (name === '(idle)') continue
    busy += us
    add(self, name, us)
    const above = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at))
      above.add(nameOf(byId.get(at)!.callFrame))
    for (const each of above) if (!idle.has(each)) add(subtree, each, us)
  }
  const heaviest = (shares: Map<string, number>): Share[] =>
    [...shares]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, count)
      .map(([name, us]) => ({ function: name, percent: Math.round((us / busy) * 1000) / 10 }))
  return { self: heaviest(self), subtree: heaviest(subtree) }
}
