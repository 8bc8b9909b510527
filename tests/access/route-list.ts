import type { FastifyInstance } from 'fastify'

/** Every route on the server as 'GET /path', read from the server's own printed tree. */
export function routesOf(http: FastifyInstance): string[] {
  const parents: string[] = []
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? []
      if (indent === undefined || !part || !methods) return []
      const depth = indent.length / 4
      const path = (parents[depth - 1] ?? '') + part
      parents[depth] = path
      return methods.split(', ').map((method) => `${method} ${path}`)
    })
}
