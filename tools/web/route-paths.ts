import type { RouteConfigEntry } from '@react-router/dev/routes'
import { areas } from '../../web/routes.ts'

/** The splat route is prerendered here; the server answers with it, and status 404, for every unlisted path. */
export const notFoundPath = '/404'

/** The full path of every route that draws a page, parents' paths joined, e.g. '/clinic/patients/:patientId'. */
export function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent
    return entry.children ? pathsOf(entry.children, path) : [path || '/']
  })
}

/** Public paths in the order of `web/routes.ts`, without the splat. */
export const publicPaths = (): string[] => pathsOf(areas.public).filter((path) => !path.includes('*'))
