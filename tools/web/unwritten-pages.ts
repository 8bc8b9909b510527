import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'
import { areas } from '../../web/routes.ts'

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])])

const noPage = 'export default () => null'

/**
 * Public pages are written ahead, by a build of their own that holds every route. Those behind a sign-in are drawn in the
 * browser alone: what writes the others finds no page there, and does not read half of the product a second time.
 */
export function unwrittenPages(): Plugin {
  const written = new Set(filesOf(areas.public))
  const unwritten = new Set(
    filesOf(areas.app)
      .filter((file) => !written.has(file))
      .map((file) => path.resolve('web', file)),
  )
  return {
    name: 'unwritten-pages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    load: (id) => (unwritten.has(id.split('?', 1)[0]!) ? { code: noPage, moduleType: 'js' } : null),
  }
}
